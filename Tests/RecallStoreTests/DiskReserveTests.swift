import Foundation
import RecallCore
import RecallFiles
import RecallStore
import RecallTestSupport
import Testing

/// Room that is given up on a full disk. With a disk that is really full: Scripts/torture BIN room.
@Suite(.scratch) struct DiskReserveTests {
    let location: LibraryLocation

    init() throws {
        location = LibraryLocation(path: try ScratchFolder().path + "/library")
    }

    private var size: Int? { FileState(location.reserve)?.size }

    @Test func `a writer that is done leaves a reserve with blocks on the disk`() throws {
        _ = try LibraryStore(at: location, for: .write)
        #expect(size == DiskReserve.size(forDatabase: 0))
        var status = stat()
        #expect(stat(location.reserve, &status) == 0)
        #expect(Int(status.st_blocks) * 512 >= DiskReserve.size(forDatabase: 0))
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test func `it is a quarter of the database, within bounds`() {
        #expect(DiskReserve.size(forDatabase: 1 << 20) == 8 << 20)
        #expect(DiskReserve.size(forDatabase: 100 << 20) == 25 << 20)
        #expect(DiskReserve.size(forDatabase: 1 << 40) == 64 << 20)
    }

    @Test func `what frees room is written again with the log emptied, then with the reserve given up`() throws {
        let store = try LibraryStore(at: location, for: .write)
        DiskReserve(of: location).keep()
        var sizes: [Int?] = []
        let thread = try store.writeFreeingRoom { transaction in
            sizes.append(size)
            guard sizes.count == 3 else { throw StoreError(.diskFull, "full") }
            return try transaction.makeThread(kind: .note, grouping: nil, title: "x")
        }
        #expect(sizes == [DiskReserve.size(forDatabase: 0), DiskReserve.size(forDatabase: 0), 0])
        #expect(try store.read { try $0.itemRows(thread: thread).isEmpty })
    }

    @Test func `without a reserve the vector file is given up for one, and then it is said how much room is needed`()
        throws
    {
        let store = try LibraryStore(at: location, for: .write)
        let vectors = location.folder + "/vectors.index"
        try Data(repeating: 7, count: 1_000).write(to: URL(filePath: vectors))
        var thereWere: [Bool] = []
        let error = #expect(throws: StoreError.self) {
            try store.writeFreeingRoom { _ in
                thereWere.append(FileState.exists(vectors))
                throw StoreError(.diskFull, "full")
            }
        }
        #expect(thereWere == [true, true, false] && error?.code == .diskFull)
        let last = #expect(throws: StoreError.self) {
            _ = DiskReserve(of: location).give(.max)
            try store.writeFreeingRoom { _ in throw StoreError(.diskFull, "full") }
        }
        #expect(last?.message.contains("Free at least 8 MB") == true && last?.message.contains(location.folder) == true)
    }

    @Test func `what takes room does not use the reserve`() throws {
        let store = try LibraryStore(at: location, for: .write)
        DiskReserve(of: location).keep()
        #expect(throws: StoreError.self) { try store.write { _ in throw StoreError(.diskFull, "full") } }
        #expect(size == DiskReserve.size(forDatabase: 0))
    }

    @Test func `a reserve that was given up is taken back by the next writer`() throws {
        _ = try LibraryStore(at: location, for: .write)
        #expect(DiskReserve(of: location).give(5 << 20))
        #expect(size == 3 << 20)
        #expect(DiskReserve(of: location).give(.max))
        #expect(!DiskReserve(of: location).give(.max))
        _ = try LibraryStore(at: location, for: .write)
        #expect(size == DiskReserve.size(forDatabase: 0))
    }

    @Test func `a link in its place is left alone`() throws {
        let target = location.folder + "-elsewhere"
        try Data(repeating: 7, count: 100).write(to: URL(filePath: target))
        try FileManager.default.createDirectory(
            atPath: location.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try FileManager.default.createSymbolicLink(atPath: location.reserve, withDestinationPath: target)
        _ = try LibraryStore(at: location, for: .write)
        #expect(!DiskReserve(of: location).give(.max))
        #expect(FileManager.default.contents(atPath: target)?.count == 100)
    }
}
