// swift-tools-version: 6.2

import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "shortlist-postgres",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "ShortlistPostgres", targets: ["ShortlistPostgres"]),
    .executable(name: "shortlist-postgres", targets: ["ShortlistPostgresCLI"]),
  ],
  dependencies: [
    .package(name: "shortlist", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .systemLibrary(
      name: "CLibPQ", pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .target(name: "CShortlistPostgres"),
    .target(
      name: "ShortlistPostgres",
      dependencies: [
        "CLibPQ", "CShortlistPostgres",
        .product(name: "Shortlist", package: "shortlist"),
      ],
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "ShortlistPostgresCLI",
      dependencies: [
        "ShortlistPostgres",
        .product(name: "Shortlist", package: "shortlist"),
        .product(name: "ShortlistCLI", package: "shortlist"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "PostgresBenchmark",
      dependencies: [
        "CLibPQ", "ShortlistPostgres",
        .product(name: "Shortlist", package: "shortlist"),
      ],
      swiftSettings: swiftSettings),
    // The brute-force model of the library, which the server has to agree with, and what its tests need,
    // are links to the library's own.
    .target(
      name: "ShortlistTestSupport", path: "Tests/ShortlistTestSupport", swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "ShortlistPostgresTests",
      dependencies: [
        "ShortlistPostgres", "ShortlistPostgresCLI", "ShortlistTestSupport",
        .product(name: "Shortlist", package: "shortlist"),
      ],
      exclude: [
        "Model/CorpusTests.swift", "Model/ModelCompletionTests.swift",
        "Model/ModelInterruptionTests.swift", "Model/ModelQueryTests.swift",
        "Model/ModelSearchTests.swift", "Model/ModelTests.swift", "Model/ModelTokenizerTests.swift",
        "Model/PassingItemsTests.swift", "Model/TokenAgreementTests.swift",
        "Model/WhyAgreementTests.swift",
      ],
      swiftSettings: swiftSettings),
  ],
  cLanguageStandard: .gnu2x
)
