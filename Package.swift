// swift-tools-version: 6.2

import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "shortlist",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Shortlist", targets: ["Shortlist"]),
    .executable(name: "shortlist", targets: ["ShortlistCLI"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    .target(
      name: "CShortlist",
      linkerSettings: [.linkedLibrary("sqlite3")]
    ),
    .target(name: "Shortlist", dependencies: ["CShortlist"], swiftSettings: swiftSettings),
    .executableTarget(
      name: "ShortlistCLI",
      dependencies: [
        "Shortlist",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "ShortlistTests", dependencies: ["Shortlist", "CShortlist"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "ShortlistCLITests", dependencies: ["Shortlist", "ShortlistCLI"],
      swiftSettings: swiftSettings),
  ],
  cLanguageStandard: .gnu2x
)
