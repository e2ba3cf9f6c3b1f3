import GRDB
import Shortlist

/// A connection of GRDB during one access.
final class GRDBConnection: SourceConnection {
  private let database: Database
  /// The statements of this access. Some have a place for each of hundreds of values, so they must
  /// not stay in GRDB's cache for ever.
  private var statements: [String: Statement] = [:]

  init(_ database: Database) { self.database = database }

  func run(
    _ sql: String, _ values: [SourceValue], row: ([SourceValue]) throws -> Void
  ) throws {
    let statement = try statement(sql)
    let arguments = StatementArguments(values.map(\.databaseValue))
    guard statement.columnCount > 0 else { return try statement.execute(arguments: arguments) }
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    while let next = try rows.next() {
      try row(next.databaseValues.map(SourceValue.init))
    }
  }

  func columnNames(of sql: String) throws -> [String] {
    try Array(database.makeStatement(sql: sql).columnNames)
  }

  private func statement(_ sql: String) throws -> Statement {
    if let statement = statements[sql] { return statement }
    let statement = try database.makeStatement(sql: sql)
    statements[sql] = statement
    return statement
  }
}

extension SourceValue {
  init(_ value: DatabaseValue) {
    self =
      switch value.storage {
      case .null: .null
      case .int64(let value): .integer(value)
      case .double(let value): .real(value)
      case .string(let value): .text(value)
      case .blob(let value): .blob(value)
      }
  }

  var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let value): value.databaseValue
    case .real(let value): value.databaseValue
    case .text(let value): value.databaseValue
    case .blob(let value): value.databaseValue
    }
  }
}
