// swift-tools-version: 6.2

import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "countries",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "shortlist", path: "../.."),
    .package(name: "shortlist-grdb", path: "../../Integrations/GRDB"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .executableTarget(
      name: "Countries",
      dependencies: [
        .product(name: "Shortlist", package: "shortlist"),
        .product(name: "ShortlistGRDB", package: "shortlist-grdb"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "CountriesTests",
      dependencies: [
        "Countries",
        .product(name: "Shortlist", package: "shortlist"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: swiftSettings),
  ]
)
