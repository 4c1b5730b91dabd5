// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "recall-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "recall", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .target(name: "CPeak"),
        .executableTarget(
            name: "recall-bench",
            dependencies: [
                "CPeak",
                .product(name: "RecallKit", package: "recall"),
                .product(name: "RecallInternals", package: "recall"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/RecallBench",
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("InternalImportsByDefault"),
            ]),
    ]
)
