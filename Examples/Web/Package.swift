// swift-tools-version: 6.2

import PackageDescription

// Without MemberImportVisibility: the types that Hummingbird re-exports have members in the packages
// that it depends on.
let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "web",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "shortlist", path: "../.."),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .executableTarget(
      name: "Web",
      dependencies: [
        .product(name: "Shortlist", package: "shortlist"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: [
        .embedInCode("Resources/cities.csv"),
        .embedInCode("Resources/search.js"),
        .embedInCode("Resources/style.css"),
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "WebTests",
      dependencies: [
        "Web",
        .product(name: "Shortlist", package: "shortlist"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
      ],
      swiftSettings: swiftSettings),
  ]
)
