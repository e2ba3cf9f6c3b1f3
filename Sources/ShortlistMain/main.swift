@_spi(Programs) import ShortlistCLI

runShortlist()
