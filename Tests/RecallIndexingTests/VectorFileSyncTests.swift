import Foundation
import RecallCore
import RecallIndexing
import RecallKernels
import RecallStore
import RecallTestSupport
import RecallVectorIndex
import Testing

/// The vector file of a library against its database.
@Suite(.scratch) struct VectorFileSyncTests {
    private let scratch: ScratchFolder
    private let store: LibraryStore
    private var path: String { scratch.path + "/library/vectors.index" }
    private static let count = 5_000

    /// A library with one message a passage, and made-up vectors.
    init() async throws {
        scratch = try ScratchFolder()
        store = try LibraryStore(at: LibraryLocation(path: scratch.path + "/library"), for: .write)
        try await store.importItems(Self.messages(0..<Self.count), path: "/all")
        try embed(from: 0)
    }

    private static func messages(_ numbers: Range<Int>) -> [Item] {
        numbers.map { .message("\($0)", hour: Double($0 * 30), chat: "chat", text: "word\($0)") }
    }

    /// Gives vectors to the live passages from a number on.
    private func embed(from first: Int) throws {
        try store.write { transaction in
            let generation = try transaction.makeGeneration(fingerprint: "test/1", dimension: 4)
            let layout = try transaction.snapshot.passageLayout()
            let live = (first..<layout.count).filter { layout.isLive(PassageID(index: $0)) }
            let vectors = live.map { (index: Int) -> NewVector in
                let row = Int8Rows.row(of: [Float(index % 100), 2, 3, 4])
                return NewVector(passage: PassageID(index: index), contentHash: Data("\(index)".utf8), row: row)
            }
            try transaction.append(vectors, generation: generation)
        }
        store.refreshVectorFile()
    }

    private func keys(_ location: LibraryLocation? = nil) throws -> Set<UInt32> {
        try store.read { snapshot in
            let index = try #require(try snapshot.vectors(at: location ?? store.location)).index
            let layout = try snapshot.passageLayout()
            return Set((0..<UInt32(layout.count)).filter { index.vector(of: $0) != nil })
        }
    }

    private func unfiled() throws -> Int {
        try store.read { snapshot in
            try snapshot.vectorsOutsideFile(of: try #require(try snapshot.servingGeneration()), at: store.location)
        }
    }

    private var live: Set<UInt32> {
        get throws {
            let layout = try store.read { try $0.passageLayout() }
            return Set((0..<UInt32(layout.count)).filter { layout.isLive(PassageID(rawValue: $0)) })
        }
    }

    @Test func `the file holds the vectors of all live passages, and what came since is read from the database`()
        async throws
    {
        #expect(VectorFile(path: path)?.keys.count == Self.count)
        #expect(try keys() == live)
        try await store.importItems(Self.messages(Self.count..<Self.count + 50), path: "/late")
        try embed(from: Self.count)
        #expect(VectorFile(path: path)?.keys.count == Self.count)
        #expect(try keys() == live && live.count == Self.count + 50)
        #expect(try unfiled() == 50)
    }

    @Test func `without the file, or with a damaged one, all vectors are read from the database`() throws {
        let all = try keys()
        try Data("no vectors".utf8).write(to: URL(fileURLWithPath: path))
        #expect(try keys() == all)
        try FileManager.default.removeItem(atPath: path)
        #expect(try keys() == all)
        #expect(try unfiled() == Self.count)
        store.refreshVectorFile()
        #expect(VectorFile(path: path)?.keys.count == Self.count)
    }

    @Test func `a file that another program cuts short or replaces while it is mapped is noticed`() throws {
        let all = try keys()
        let vectors = try #require(try store.read { try $0.vectors(at: store.location) })
        #expect(vectors.isIntact)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        for length in [0, bytes.count / 2, bytes.count - 1] {
            #expect(truncate(path, off_t(length)) == 0)
            #expect(!vectors.isIntact)
            #expect(try keys() == all)
        }
        #expect(truncate(path, off_t(bytes.count)) == 0)
        try FileManager.default.removeItem(atPath: path)
        #expect(vectors.isIntact)
    }

    @Test func `a file of another state of the library is not used, and goes when the library is opened for writing`()
        throws
    {
        let file = try #require(VectorFile(path: path))
        for change in [
            { $0.generation += 1 }, { $0.rewrites += 1 }, { $0.changes += 1_000 }, { $0.lastBlock += 1_000 },
        ] as [(inout VectorFile.Stamp) -> Void] {
            var stamp = file.stamp
            change(&stamp)
            try VectorFile.write(to: path, dimension: 4, capacity: 9, stamp: stamp) { append in
                try append([0], Data([1, 0, 1, 0, 1, 0, 1, 0]))
            }
            #expect(try keys().count == Self.count)
            store.refreshVectorFile()
            #expect(VectorFile(path: path)?.keys.count == Self.count)
        }
    }

    @Test func `a vector of a deleted item is in no file after the purge`() throws {
        let item = try #require(try store.allItems().first)
        let gone = try #require(try store.read { try $0.passages(of: item.id) }).item
        #expect(try LibraryDeletion(store: store, purgesNow: true).item(item.id)?.items == 1)
        let file = try #require(VectorFile(path: path))
        #expect(!file.keys.contains(gone.lowerBound.rawValue))
        #expect(try keys().isSuperset(of: live))
    }

    @Test func `the file of another library is not used, however like this one it is`() async throws {
        let other = try await VectorFileSyncTests()
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.copyItem(atPath: other.path, toPath: path)
        try store.write { try $0.set(.precision, to: "int8") }
        let count = try store.read { try $0.vectors(at: store.location)?.index.count }
        #expect(count == Self.count)
        let theirs = try #require(VectorFile(path: path))
        store.refreshVectorFile()
        #expect(VectorFile(path: path)?.stamp.generation != theirs.stamp.generation)
    }

    @Test func `a deletion removes what a killed process left of a new file`() throws {
        try Data("half a file".utf8).write(to: URL(fileURLWithPath: path + ".new"))
        let item = try #require(try store.allItems().first)
        _ = try LibraryDeletion(store: store, purgesNow: true).item(item.id)
        #expect(!FileManager.default.fileExists(atPath: path + ".new"))
    }
}
