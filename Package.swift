// swift-tools-version: 6.2
import PackageDescription

/// Libraries that exist as system packages on Linux and macOS only; everything that needs one is conditional on these.
let desktop = TargetDependencyCondition.when(platforms: [.linux, .macOS])

let package = Package(
    name: "recall",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "RecallKit", targets: ["RecallKit", "RecallCore"]),
        // For Benchmarks/ alone: no promise is made of what is in it.
        .library(
            name: "RecallInternals", targets: ["RecallKernels", "RecallEmbedding", "RecallVectorIndex", "RecallImport"]),
        .executable(name: "recall", targets: ["RecallTool"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        // Without its traits: they bring what is not used here.
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    ],
    // In the order of the flow: a target depends only on targets above it.
    targets: [
        .target(name: "CChecksum"),
        .target(name: "RecallCore", dependencies: ["CChecksum"]),
        .target(name: "RecallText", dependencies: ["RecallCore", "CStemmer"]),
        .target(name: "CFolderExchange"),
        .target(name: "RecallFiles", dependencies: ["RecallCore", "CFolderExchange"]),
        .target(name: "CRecallKernels"),
        .target(name: "RecallKernels", dependencies: ["CRecallKernels"]),
        .target(
            name: "RecallEmbedding", dependencies: ["RecallCore", "RecallText", "RecallFiles", "RecallKernels"]),
        .target(name: "RecallVectorIndex", dependencies: ["RecallFiles", "RecallKernels", "CChecksum"]),
        .target(
            name: "CPageChecksums",
            dependencies: ["CChecksum", .product(name: "GRDBSQLite", package: "GRDB.swift")]),
        .target(
            name: "RecallStore",
            dependencies: [
                "RecallCore", "RecallText", "RecallFiles", "RecallKernels", "RecallVectorIndex", "CPageChecksums",
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        .target(name: "CDescriptorDatabase", dependencies: [.product(name: "GRDBSQLite", package: "GRDB.swift")]),
        .target(name: "CConfinement"),
        .target(
            name: "RecallConfinement",
            dependencies: [
                "RecallCore", "RecallFiles", "CConfinement",
                .product(name: "Subprocess", package: "swift-subprocess", condition: desktop),
            ]),
        .target(
            name: "RecallImport",
            dependencies: [
                "RecallCore", "RecallText", "RecallFiles", "RecallConfinement", "CDescriptorDatabase",
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .target(name: "CGMime", condition: desktop),
                .target(name: "CGSF", condition: desktop),
                .target(name: "CLibPST", condition: desktop),
                .target(name: "CLibXML2", condition: desktop),
                .target(name: "CLibArchive", condition: desktop),
                .target(name: "CZlib", condition: desktop),
                .target(name: "CCmarkGFM", condition: desktop),
                .product(name: "Yams", package: "Yams"),
            ]),
        .target(
            name: "RecallIndexing",
            dependencies: [
                "RecallCore", "RecallText", "RecallFiles", "RecallKernels", "RecallEmbedding", "RecallStore",
                "RecallImport",
            ]),
        .target(
            name: "RecallSearch",
            dependencies: [
                "RecallCore", "RecallText", "RecallEmbedding", "RecallVectorIndex", "RecallStore",
            ]),
        .target(
            name: "RecallKit",
            dependencies: [
                "RecallCore", "RecallText", "RecallFiles", "RecallKernels", "RecallEmbedding", "RecallStore",
                "RecallConfinement", "RecallImport", "RecallIndexing", "RecallSearch",
                .target(name: "CLibArchive", condition: desktop),
            ]),
        // The only client of a network: loopback, unless the person names another address.
        .target(
            name: "RecallModelClient",
            dependencies: [
                "RecallCore", "RecallKit",
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        .target(name: "RecallAssistant", dependencies: ["RecallCore", "RecallKit", "RecallModelClient"]),
        .target(name: "RecallEvaluation", dependencies: ["RecallCore", "RecallKit"]),
        // The JSON of all surfaces: --format json, HTTP, MCP.
        .target(name: "RecallWire", dependencies: ["RecallCore"]),
        .target(name: "RecallMCP", dependencies: ["RecallCore", "RecallKit", "RecallAssistant", "RecallWire"]),
        // The web app's files, embedded in the program.
        .target(name: "CRecallWeb", exclude: ["assets", "openapi.json"]),
        .target(
            name: "RecallServer",
            dependencies: [
                "RecallCore", "RecallKit", "RecallModelClient", "RecallAssistant", "RecallWire", "RecallMCP",
                "CRecallWeb",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "Subprocess", package: "swift-subprocess"),
            ]),
        .target(
            name: "RecallCommands",
            dependencies: [
                "RecallCore", "RecallKit", "RecallModelClient", "RecallAssistant", "RecallEvaluation", "RecallWire",
                "RecallMCP", "RecallServer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Subprocess", package: "swift-subprocess"),
            ]),
        .executableTarget(name: "RecallTool", dependencies: ["RecallKit", "RecallCommands"]),

        .systemLibrary(
            name: "CGMime", pkgConfig: "gmime-3.0",
            providers: [.apt(["libgmime-3.0-dev"]), .brew(["gmime"])]),
        .systemLibrary(
            name: "CGSF", pkgConfig: "libgsf-1",
            providers: [.apt(["libgsf-1-dev"]), .brew(["libgsf"])]),
        .systemLibrary(
            name: "CLibPST", pkgConfig: "libpst",
            providers: [.apt(["libpst-dev"]), .brew(["libpst"])]),
        .systemLibrary(
            name: "CLibXML2", pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
        .systemLibrary(
            name: "CLibArchive", pkgConfig: "libarchive",
            providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]),
        .systemLibrary(
            name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(
            name: "CCmarkGFM", pkgConfig: "libcmark-gfm",
            providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"]), .brew(["cmark-gfm"])]),
        .systemLibrary(
            name: "CStemmer",
            providers: [.apt(["libstemmer-dev"]), .brew(["snowball"])]),

        .testTarget(name: "RecallCoreTests", dependencies: ["RecallCore", "CChecksum"]),
        .testTarget(name: "RecallTextTests", dependencies: ["RecallText", "RecallCore", "RecallTestSupport"]),
        .testTarget(name: "RecallFilesTests", dependencies: ["RecallFiles", "RecallTestSupport"]),
        .testTarget(
            name: "RecallConfinementTests",
            dependencies: ["RecallConfinement", "RecallFiles", "RecallTestSupport", "CHostileParser"]),
        .testTarget(name: "RecallKernelsTests", dependencies: ["RecallKernels"]),
        .testTarget(
            name: "RecallEmbeddingTests", dependencies: ["RecallEmbedding", "RecallCore", "RecallKernels"],
            exclude: ["Fixtures"]),
        .testTarget(
            name: "RecallVectorIndexTests",
            dependencies: ["RecallVectorIndex", "RecallKernels", "RecallTestSupport", "CChecksum"]),
        .testTarget(
            name: "RecallStoreTests",
            dependencies: [
                "RecallStore", "RecallCore", "RecallFiles", "RecallText", "RecallVectorIndex", "RecallTestSupport",
                "CPageChecksums", .product(name: "GRDB", package: "GRDB.swift"),
            ], exclude: ["Fixtures"]),
        .testTarget(
            name: "RecallImportTests",
            dependencies: [
                "RecallImport", "RecallCore", "RecallTestSupport",
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "RecallIndexingTests",
            dependencies: [
                "RecallIndexing", "RecallCore", "RecallEmbedding", "RecallKernels", "RecallVectorIndex", "RecallStore",
                "RecallImport", "RecallTestSupport",
            ]),
        .testTarget(
            name: "RecallSearchTests",
            dependencies: [
                "RecallSearch", "RecallCore", "RecallText", "RecallEmbedding", "RecallKernels", "RecallIndexing",
                "RecallStore", "RecallKit",
                "RecallTestSupport", "RecallTool",
            ], exclude: ["Fixtures"]),
        .testTarget(
            name: "RecallKitTests",
            dependencies: [
                "RecallKit", "RecallCore", "RecallStore", "RecallVectorIndex", "RecallImport", "RecallIndexing",
                "RecallTestSupport", "RecallTool",
            ], exclude: ["Fixtures"]),
        // As a program that depends on the package has it: RecallKit, and the language's defaults.
        .testTarget(name: "ReadmeExampleTests", dependencies: ["RecallKit"]),
        .testTarget(
            name: "RecallAssistantTests",
            dependencies: [
                "RecallAssistant", "RecallCore", "RecallKit", "RecallModelClient", "RecallStore", "RecallTestSupport",
            ]),
        .testTarget(
            name: "RecallEvaluationTests",
            dependencies: [
                "RecallEvaluation", "RecallCore", "RecallKit", "RecallStore", "RecallImport", "RecallTestSupport",
            ], exclude: ["Fixtures"]),
        .testTarget(
            name: "RecallModelClientTests",
            dependencies: [
                "RecallModelClient", "RecallCore", "RecallTestSupport",
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        .testTarget(name: "RecallWireTests", dependencies: ["RecallWire", "RecallCore"]),
        .testTarget(
            name: "RecallMCPTests",
            dependencies: [
                "RecallMCP", "RecallCore", "RecallKit", "RecallStore", "RecallTestSupport", "RecallTool",
            ]),
        .testTarget(
            name: "RecallCommandsTests",
            dependencies: [
                "RecallAssistant", "RecallCommands", "RecallCore", "RecallStore", "RecallKit", "RecallEmbedding",
                "RecallTestSupport", "RecallTool",
            ]),
        .testTarget(
            name: "RecallServerTests",
            dependencies: [
                "RecallServer", "RecallCore", "RecallKit", "RecallModelClient", "RecallStore", "RecallEmbedding",
                "RecallTestSupport", "RecallTool", .product(name: "Logging", package: "swift-log"),
            ]),
        // A parser that tries to get out of its confinement, for RecallConfinementTests.
        .executableTarget(name: "CHostileParser", dependencies: ["CConfinement"], path: "Tests/CHostileParser"),
        // What several test targets share: an encoder without a model, scratch folders, made-up items.
        .target(
            name: "RecallTestSupport",
            dependencies: [
                "RecallCore", "RecallEmbedding", "RecallStore", "RecallImport", "RecallIndexing", "CLibArchive",
            ], path: "Tests/RecallTestSupport"),
    ]
)

for target in package.targets where target.type == .regular || target.type == .test || target.type == .executable {
    guard !target.name.hasPrefix("C"), target.name != "ReadmeExampleTests" else { continue }
    target.swiftSettings = [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}
