public import ArgumentParser
public import Shortlist

// A conformance of a public type to a public protocol is public, even in a program.

extension SearchQuery.Order: ExpressibleByArgument {}

extension SearchQuery.Match: ExpressibleByArgument {}

extension ItemRepository.Options.Stemming: ExpressibleByArgument {}
