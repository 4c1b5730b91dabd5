import Foundation
import RecallFiles
import RecallTestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite(.scratch) struct FileTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func `a file is read at any offset, as far as it goes`() throws {
        let path = try folder.write("a", "0123456789")
        let file = try OpenFile(path)
        #expect(file.byteCount == 10 && file.modified > 0)
        #expect(try file.bytes(from: 3, limit: 4) == Array("3456".utf8))
        #expect(try file.bytes(from: 8, limit: 100) == Array("89".utf8))
        #expect(try file.bytes(from: 50, limit: 1).isEmpty)
    }

    @Test func `a file of before 1970 is as of then`() throws {
        let path = try folder.write("a", "x")
        let before = Date(timeIntervalSince1970: -1_000)
        try FileManager.default.setAttributes([.modificationDate: before], ofItemAtPath: path)
        #expect(try OpenFile(path).modified == 0 && FileState(path)?.modified == 0)
    }

    @Test(arguments: [
        (0o600, false), (0o400, false), (0o700, false), (0o640, true), (0o620, true), (0o610, true), (0o604, true),
        (0o602, true), (0o601, true),
    ])
    func `a file with rights for anyone but its owner is exposed`(mode: Int, isExposed: Bool) throws {
        let path = try folder.write("secret", "x")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        #expect(try OpenFile(path).isExposed == isExposed)
    }

    @Test func `a pipe, a folder and a device are refused without waiting`() throws {
        let pipe = folder.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        for path in [pipe, folder.path, "/dev/null"] {
            let error = #expect(throws: FileError.self) { try OpenFile(path) }
            #expect(error?.reason == .notRegular)
        }
    }

    @Test func `what is not there says so, and what to do`() throws {
        let error = try #require(throws: FileError.self) { try OpenFile(folder.path + "/none") }
        #expect(error.isMissing && error.description.contains("Check the path"))
    }

    @Test func `too large a file is not read`() throws {
        let path = try folder.write("large", "12345")
        #expect(try OpenFile.contents(of: path, limit: 5) == Array("12345".utf8))
        let error = #expect(throws: FileError.self) { try OpenFile.contents(of: path, limit: 4) }
        #expect(error?.reason == .tooLarge(limit: 4))
    }

    @Test func `a file is replaced whole, for its owner alone, over what a killed process left`() throws {
        let path = try folder.write("new", "old")
        try folder.write("new.new", "half")
        try AtomicFile.write(Array("new".utf8), to: path)
        #expect(try OpenFile.contents(of: path) == Array("new".utf8))
        #expect(try mode(path) == 0o600)
        #expect(!Folder.isTaken(path + ".new"))
        #expect(throws: FileError.self) { try AtomicFile.write([], to: folder.path + "/no/such") }
    }

    @Test func `a new file is never written through a link`() throws {
        let target = try folder.write("target", "kept")
        let link = folder.path + "/link"
        #expect(symlink(target, link) == 0)
        #expect(throws: FileError.self) { _ = try NewFile(link) }
        #expect(try OpenFile.contents(of: target) == Array("kept".utf8))
    }

    @Test func `a link is followed unless told otherwise, and an exposed file says so`() throws {
        let path = try folder.write("secret", "x")
        let link = folder.path + "/alias"
        #expect(symlink(path, link) == 0 && chmod(path, 0o600) == 0)
        #expect(try !OpenFile(link).isExposed)
        #expect(throws: FileError.self) { try OpenFile(link, followingLinks: false) }
        #expect(chmod(path, 0o604) == 0)
        #expect(try OpenFile(path).isExposed)
    }

    @Test func `a lock is held once, seen without being taken, and free again after`() throws {
        let path = folder.path + "/lock"
        #expect(!FileLock.isHeld(path))
        do {
            let lock = try FileLock(path, waiting: false)
            lock.whileHeld {
                #expect(FileLock.isHeld(path))
                let error = #expect(throws: FileError.self) { _ = try FileLock(path, waiting: false) }
                #expect(error?.reason == .locked)
            }
        }
        #expect(!FileLock.isHeld(path))
        _ = try FileLock(path, waiting: false)
    }

    @Test func `a lock is waited for until it is free, or the waiting is given up`() async throws {
        let path = folder.path + "/lock"
        let held = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(held) }
        #expect(flock(held, LOCK_EX) == 0)
        let error = #expect(throws: FileError.self) { _ = try FileLock(path) { _ in false } }
        #expect(error?.reason == .locked)
        var looks = 0
        let lock = try FileLock(path) { waited in
            looks += 1
            #expect(waited > .zero)
            if looks == 2 { #expect(flock(held, LOCK_UN) == 0) }
            return true
        }
        lock.whileHeld {
            #expect(looks >= 2 && FileLock.isHeld(path))
            #expect(throws: FileError.self) { _ = try FileLock(path, waiting: false) }
        }
        let missing = #expect(throws: FileError.self) { _ = try FileLock(folder.path + "/no/lock") { _ in true } }
        #expect(missing?.isMissing == true)
    }

    #if os(Linux)
        @Test func `the holder of a lock is found by its process and program`() throws {
            let path = try folder.write("lock", "")
            #expect(LockHolder(of: path) == nil && LockHolder(of: path + " missing") == nil)
            let lock = try FileLock(path, waiting: false)
            try lock.whileHeld {
                let holder = try #require(LockHolder(of: path))
                let name = try String(contentsOfFile: "/proc/self/comm", encoding: .utf8)
                #expect(holder.process == Int(getpid()))
                #expect(holder.description == "\(getpid()), \(name.trimmingCharacters(in: .newlines))")
            }
        }

        @Test func `a lock that is released is free, though a child between fork and exec still has its descriptor`()
            throws
        {
            let path = folder.path + "/lock"
            var inherited: Int32 = -1
            do {
                let lock = try FileLock(path, waiting: false)
                try lock.whileHeld {
                    let link = URL(filePath: path).resolvingSymlinksInPath().path
                    let numbers = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap(
                        Int32.init)
                    let own = numbers.first {
                        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == link
                    }
                    // A copy of the table of descriptors has them as `dup` does.
                    inherited = dup(try #require(own))
                }
            }
            defer { close(inherited) }
            #expect(!FileLock.isHeld(path))
            _ = try FileLock(path, waiting: false)
        }
    #endif

    @Test func `a digest is that of the bytes, and a copy is read back`() throws {
        let path = try folder.write("abc", "abc")
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        #expect(try FileDigest.sha256(path) == (3, expected))
        #expect(try FileDigest.copy(path, to: folder.path + "/copy") == (3, expected))
        #expect(throws: FileError.self) { try FileDigest.copy(path, to: folder.path + "/copy") }
    }

    @Test func `mapped memory is the file, and an empty one cannot be mapped`() throws {
        let memory = try MappedMemory(file: folder.write("m", "mapped"))
        withExtendedLifetime(memory) { #expect(Array(memory.bytes) == Array("mapped".utf8)) }
        let error = #expect(throws: FileError.self) { try MappedMemory(file: folder.write("e", "")) }
        #expect(error?.reason == .empty)
        let zeros = try MappedMemory(zeros: 10, for: "a test")
        withExtendedLifetime(zeros) { #expect(zeros.bytes.allSatisfy { $0 == 0 }) }
    }

    @Test func `folders are made for their owner, listed, and removed with all that is in them`() throws {
        let path = folder.path + "/a/b"
        try Folder.create(path)
        #expect(try mode(path) == 0o700 && mode(folder.path + "/a") == 0o700)
        try AtomicFile.write([1], to: path + "/z")
        try AtomicFile.write([1], to: path + "/y")
        #expect(try Folder.names(in: path) == ["y", "z"])
        try Folder.remove(folder.path + "/a")
        #expect(!Folder.exists(path))
        #expect(try Folder.names(in: path).isEmpty)
    }
}

#if os(Linux)
    @Suite(.scratch) struct DataFolderTests {
        @Test(
            arguments: [
                (["HOME": "/house/a"], "/house/a/.local/share/recall/x"),
                (["HOME": "/house/a", "XDG_DATA_HOME": "/data"], "/data/recall/x"),
                (["HOME": "/house/a", "XDG_DATA_HOME": "relative"], "/house/a/.local/share/recall/x"),
                (["HOME": "/house/a", "XDG_DATA_HOME": ""], "/house/a/.local/share/recall/x"),
                (["HOME": "/house/a", "X": "/own"], "/own"), (["HOME": ""], nil), ([:], nil),
            ] as [([String: String], String?)])
        func `is where the environment says`(environment: [String: String], path: String?) {
            #expect(DataFolder.path("x", variable: "X") { environment[$0] } == path)
        }
    }
#endif

@Suite(.scratch) struct SharedFileTests {
    @Test func `several that replace one file at the same time all succeed, and leave one whole file`() async throws {
        let scratch = try ScratchFolder()
        let path = scratch.path + "/link"
        await withTaskGroup { group in
            for number in 0..<64 {
                group.addTask {
                    for _ in 0..<20 {
                        #expect(throws: Never.self) {
                            try AtomicFile.write([UInt8](repeating: UInt8(number), count: 99), to: path, isShared: true)
                        }
                    }
                }
            }
        }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(bytes.count == 99 && Set(bytes).count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["link"])
    }
}
