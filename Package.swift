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
    .executable(name: "shortlist", targets: ["ShortlistMain"]),
    // For programs that extend `shortlist`; it promises nothing to anybody else.
    .library(name: "ShortlistCLI", targets: ["ShortlistCLI"]),
    .library(name: "ShortlistExtension", type: .dynamic, targets: ["ShortlistExtension"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    .target(name: "CShortlistIndex", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(
      name: "CShortlist", dependencies: ["CShortlistIndex"],
      linkerSettings: [.linkedLibrary("sqlite3")]
    ),
    .target(
      name: "Shortlist", dependencies: ["CShortlist", "CShortlistIndex"],
      swiftSettings: swiftSettings),
    .target(name: "CShortlistTerminal"),
    .executableTarget(
      name: "ShortlistMain", dependencies: ["ShortlistCLI"], swiftSettings: swiftSettings),
    .target(
      name: "ShortlistCLI",
      dependencies: [
        "Shortlist",
        "CShortlistTerminal",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: swiftSettings
    ),
    .target(
      name: "CShortlistExtension", dependencies: ["CShortlist", "CShortlistIndex"],
      linkerSettings: [.linkedLibrary("sqlite3")]
    ),
    .target(
      name: "ShortlistExtension", dependencies: ["Shortlist", "CShortlist", "CShortlistExtension"],
      exclude: ["exports.map"],
      swiftSettings: swiftSettings,
      linkerSettings: [
        // Some versions of SwiftPM refuse a dependency on a product with such flags. Programs load this
        // one instead.
        .unsafeFlags(
          [
            "-Xlinker",
            "--version-script=\(Context.packageDirectory)/Sources/ShortlistExtension/exports.map",
          ], .when(platforms: [.linux]))
      ]
    ),
    .target(
      name: "CShortlistFaults", path: "Tests/CShortlistFaults",
      linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(
      name: "ShortlistTestSupport", path: "Tests/ShortlistTestSupport",
      swiftSettings: swiftSettings),
    .testTarget(
      name: "ShortlistTests",
      dependencies: [
        "Shortlist", "CShortlist", "CShortlistIndex", "CShortlistFaults", "ShortlistTestSupport",
      ],
      swiftSettings: swiftSettings),
    .target(name: "CPseudoTerminal", path: "Tests/CPseudoTerminal"),
    .testTarget(
      name: "ShortlistCLITests",
      dependencies: [
        "Shortlist", "ShortlistCLI", "ShortlistMain", "CShortlist", "CPseudoTerminal",
        "ShortlistTestSupport",
      ],
      swiftSettings: swiftSettings),
  ],
  cLanguageStandard: .gnu2x
)

// In place of the tests, with libFuzzer and its instrumentation: see Scripts/fuzz.
if Context.environment["SHORTLIST_FUZZ"] != nil {
  package.targets.removeAll { $0.type == .test }
  package.products.removeAll { $0.name == "ShortlistExtension" }
  package.targets.removeAll { $0.name.hasSuffix("ShortlistExtension") }
  package.targets.append(
    .testTarget(
      name: "ShortlistFuzz",
      dependencies: ["CShortlist", "CShortlistIndex", "Shortlist", "ShortlistCLI"],
      path: "Fuzz", exclude: ["Corpus"], swiftSettings: swiftSettings))
}

// For ThreadSanitizer, whose tests need no more than the library: see .ci/run.
if Context.environment["SHORTLIST_LIBRARY"] != nil {
  let kept = ["Shortlist", "CShortlist", "CShortlistIndex", "CShortlistFaults"]
  package.products.removeAll { !kept.contains($0.name) }
  package.targets.removeAll {
    !(kept + ["ShortlistTestSupport", "ShortlistTests"]).contains($0.name)
  }
  package.dependencies = []
}

// For the site of the documentation: see Scripts/build-docs.
if Context.environment["SHORTLIST_DOCS"] != nil {
  package.dependencies.append(
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0"))
}
