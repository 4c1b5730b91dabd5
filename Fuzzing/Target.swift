
// For Scripts/fuzz alone, in a copy of the package: the fuzzer's instructions in every target, and its program.
for target in package.targets where target.name.hasPrefix("Recall") && target.type == .regular {
    let instrumented: [SwiftSetting] = [.unsafeFlags(["-sanitize=fuzzer,address", "-enable-testing"])]
    target.swiftSettings = (target.swiftSettings ?? []) + instrumented
}
for target in package.targets where ["CChecksum", "CRecallKernels", "CPageChecksums"].contains(target.name) {
    target.cSettings = [.unsafeFlags(["-fsanitize=fuzzer-no-link,address"])]
}
package.targets.append(
    .executableTarget(
        name: "RecallFuzz",
        dependencies: [
            "RecallAssistant", "RecallConfinement", "RecallCore", "RecallEmbedding", "RecallImport", "RecallIndexing",
            "RecallKit", "RecallMCP", "RecallModelClient", "RecallSearch", "RecallServer", "RecallStore", "RecallText",
            "RecallVectorIndex", "RecallWire", .product(name: "GRDBSQLite", package: "GRDB.swift"),
        ],
        path: "Fuzzing/Targets",
        swiftSettings: [
            .swiftLanguageMode(.v6), .unsafeFlags(["-sanitize=fuzzer,address", "-parse-as-library"]),
        ],
        linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]))
