import Shortlist

extension JSONWriter {
  /// Writes what a check has found.
  mutating func report(_ report: CheckReport) {
    raw("{\"status\":")
    string(report.status.rawValue)
    raw(",\"items\":")
    integer(report.items)
    raw(",\"sections\":")
    integer(report.sections)
    raw(",\"findings\":[")
    var isFirst = true
    for finding in report.findings {
      separate(isFirst: &isFirst)
      raw("{\"part\":")
      string(finding.part.rawValue)
      raw(",\"damage\":")
      bool(finding.isDamage)
      raw(",\"message\":")
      string(finding.message)
      raw("}")
    }
    raw("],\"micros\":")
    integer(report.duration.microseconds)
    raw("}")
  }
}
