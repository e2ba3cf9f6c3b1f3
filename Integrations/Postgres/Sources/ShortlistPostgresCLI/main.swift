@_spi(Programs) import ShortlistCLI

runShortlist(
  extendedBy: ProgramExtension(
    name: "shortlist-postgres", commands: [CreateCommand.self, PushCommand.self],
    open: { RemoteSource(address: $0) }))
