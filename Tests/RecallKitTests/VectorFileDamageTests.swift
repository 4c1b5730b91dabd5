import Foundation
import RecallCore
import RecallKit
import RecallStore
import RecallTestSupport
import RecallVectorIndex
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Vector files in which a bit is flipped, or from which the end is cut. `RECALL_DAMAGES=3000` tries so many.
@Suite(.scratch) struct VectorFileDamageTests {
    private static let encoder = HashingEncoder(dimension: 384)

    /// An open file, for damage that is undone.
    private struct File: ~Copyable {
        private let descriptor: CInt
        let size: Int

        init(_ path: String) throws {
            descriptor = open(path, O_RDWR)
            size = Int(lseek(descriptor, 0, SEEK_END))
            try #require(descriptor >= 0 && size > 0)
        }

        deinit { close(descriptor) }

        func bytes(from offset: Int, _ count: Int) -> [UInt8] {
            [UInt8](unsafeUninitializedCapacity: count) { $1 = pread(descriptor, $0.baseAddress, count, off_t(offset)) }
        }

        func write(_ bytes: [UInt8], at offset: Int) throws {
            try #require(pwrite(descriptor, bytes, bytes.count, off_t(offset)) == bytes.count)
        }

        func cut(at size: Int) throws { try #require(ftruncate(descriptor, off_t(size)) == 0) }
    }

    private static func library() async throws -> LibraryLocation {
        let location = LibraryLocation(path: try ScratchFolder().path + "/library")
        let notes = (0..<4_300).map {
            Item.note("\($0)", text: "letter\($0 % 700) about topic\($0 % 13) and boiler\($0)")
        }
        let library = try RecallLibrary(at: location, for: .write, model: .encoder(encoder))
        try await library.store.importItems(notes, path: "/all")
        _ = try await library.embed()
        return location
    }

    /// What a process that opens the library finds.
    private static func answers(of location: LibraryLocation) throws -> [[String]] {
        let library = try RecallLibrary(at: location, for: .read, model: .encoder(encoder))
        return try ["letter7 topic3", "boiler123 letter", "topic5 from:nobody", "about topic9 -boiler40"].map { query in
            let response = try library.search(SearchQuery(query, limit: 20))
            return response.notes + response.results.flatMap(\.passages).map { "\($0.item.id) \($0.score.fused)" }
        }
    }

    @Test func `damage changes no answer, and what can be noticed is`() async throws {
        let count = ProcessInfo.processInfo.environment["RECALL_DAMAGES"].flatMap { Int($0) } ?? 60
        let location = try await Self.library()
        let whole = try Self.answers(of: location)
        let path = location.folder + "/vectors.index", kept = path + ".kept"
        try FileManager.default.moveItem(atPath: path, toPath: kept)
        let exact = try Self.answers(of: location)
        try FileManager.default.moveItem(atPath: kept, toPath: path)
        let file = try File(path)
        var (random, noticed, seen) = (SeededGenerator(seed: 23), 0, 0)
        for _ in 0..<count {
            let at = Int.random(in: 0..<file.size, using: &random), bit = UInt8.random(in: 0..<8, using: &random)
            let isCut = Int.random(in: 0..<10, using: &random) == 0
            let before = file.bytes(from: at, isCut ? file.size - at : 1)
            if isCut { try file.cut(at: at) } else { try file.write([before[0] ^ 1 << bit], at: at) }
            let answers = try Self.answers(of: location)
            let isNoticed = VectorFile(path: path, verifyingRows: true) == nil
            try file.write(before, at: at)
            for (number, answer) in answers.enumerated() {
                #expect(answer == whole[number] || answer == exact[number], "\(isCut ? "cut" : "bit \(bit)") at \(at)")
            }
            // A bit that is in no vector, no sketch and no header, as between two parts, says nothing.
            if isNoticed { noticed += 1 } else if !isCut { seen += 1 }
            #expect(isNoticed || !isCut && answers == whole)
        }
        print("\(count) damages of \(file.size) bytes: \(noticed) noticed, \(seen) of unused bytes; all answers right")
        #expect(noticed > count / 2)
        #expect(VectorFile(path: path, verifyingRows: true) != nil)
    }
}
