// swift-tools-version: 6.1

// A separate package, so that an app that depends on Shortlist resolves neither GRDB nor the
// benchmark library. “How fast is it?” in the README explains how to run it.

import PackageDescription

let package = Package(
  name: "shortlist-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "shortlist", path: ".."),
    // Without its traits, which count allocations: we only measure time.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .executableTarget(
      name: "Search",
      dependencies: [
        .product(name: "Shortlist", package: "shortlist"),
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "GRDB", package: "GRDB.swift"),
        "Queries",
      ],
      path: "Search",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    .executableTarget(
      name: "Learning",
      dependencies: [.product(name: "Shortlist", package: "shortlist"), "Random"],
      path: "Learning"),
    .executableTarget(
      name: "Attributes",
      dependencies: [.product(name: "Shortlist", package: "shortlist"), "Queries", "Random"],
      path: "Attributes"),
    .executableTarget(
      name: "Commits",
      dependencies: [.product(name: "Shortlist", package: "shortlist"), "Queries", "Random"],
      path: "Commits"),
    .executableTarget(
      name: "Readers",
      dependencies: [.product(name: "Shortlist", package: "shortlist"), "Queries", "Random"],
      path: "Readers"),
    .executableTarget(
      name: "Cold",
      dependencies: [.product(name: "Shortlist", package: "shortlist"), "Queries"],
      path: "Cold"),
    .target(
      name: "Queries",
      dependencies: [.product(name: "Shortlist", package: "shortlist"), "Random"], path: "Queries"),
    .target(name: "Random", path: "Random"),
  ]
)
