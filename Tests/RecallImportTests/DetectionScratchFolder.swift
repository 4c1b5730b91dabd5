import Foundation
import RecallCore
import RecallImport

/// A folder for one test's files, removed with the test.
final class SourceScratch: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("recall-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file, with the folders above it, and returns its path.
    @discardableResult
    func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        let file = path + "/" + name
        let folder = (file as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        guard FileManager.default.createFile(atPath: file, contents: Data(bytes)) else {
            throw CocoaError(.fileWriteUnknown)
        }
        return file
    }

    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        try write(name, Array(text.utf8))
    }

    /// The unit for the file `name`, as found by walking this folder.
    func unit(_ name: String, _ format: SourceFormat, modified: Int64 = 0) throws -> SourceUnit {
        let file = path + "/" + name
        let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int
        return SourceUnit(path: file, root: path, format: format, byteCount: size ?? 0, modified: modified)
    }
}

/// All that a reader emits, with the cursor after each.
func records(
    _ reader: some SourceReader, _ unit: SourceUnit, from cursor: SourceCursor = .start
) async throws -> [(record: ImportRecord, cursor: SourceCursor)] {
    var all: [(record: ImportRecord, cursor: SourceCursor)] = []
    try await reader.read(unit, from: cursor) { all.append(($0, $1)) }
    return all
}

extension ImportRecord {
    var item: Item? {
        if case .item(let imported) = self { imported.item } else { nil }
    }

    var failure: ImportFailure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}

/// Numbers that are the same in every run (xorshift64*).
struct SeededSourceGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    mutating func next() -> UInt64 {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return state &* 0x2545_F491_4F6C_DD1D
    }
}
