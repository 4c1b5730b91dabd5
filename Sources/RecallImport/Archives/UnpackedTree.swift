public import RecallCore
import RecallFiles
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension ImportFailure.Code {
    /// A later file of an archive has the same name.
    public static let replaced = Self(rawValue: "replaced")
}

/// The folder that an archive is unpacked into: writes what the unpacking process says, which is not trusted.
final class UnpackedTree: Sendable {
    private struct State: ~Copyable {
        var input = UnpackingInput()
        var file: NewFile?
        var path = ""
        var modified: Int64?
        /// True if nothing of the file came yet.
        var isEmpty = true
        var byteCount = 0
        var fileCount = 0
        var leftOut: [LeftOutFile] = []
        var leftOutUnlisted: [SkipReason: Int] = [:]
        var failures: [ImportFailure] = []
        var unlistedFailures = 0
        var hasEnded = false
        var told = ContinuousClock.now
    }

    let folder: String
    /// The bytes that may be written.
    let room: Int
    private let unit: SourceUnit
    private let state = Mutex(State())

    /// Makes an empty folder below `parent` for what is in the archive of a unit.
    init(below parent: String, of unit: SourceUnit) throws(ImportFailure) {
        self.unit = unit
        do {
            try Folder.create(parent)
            folder = parent + "/\(try Folder.names(in: parent).count)"
            try Folder.remove(folder)
            try Folder.create(folder)
            room = max(0, (DiskSpace.free(at: folder) ?? .max) - ImportLimits.roomLeft)
        } catch {
            throw ImportFailure(
                .unreadable, path: unit.path, reason: "Its content cannot be written to \(parent): \(error.summary).")
        }
    }

    /// Adds a part of the process's output.
    ///
    /// - Throws: `ImportFailure` if it makes no sense, or cannot be written.
    func add(_ block: UnsafeRawBufferPointer) throws {
        try state.withLock { state in
            var messages: [UnpackingMessage] = []
            let makesSense = state.input.add(block) { messages.append($0) }
            for message in messages { try take(message, &state) }
            guard makesSense else { throw failure(.parserFailed, "The process that unpacked it went wrong.") }
        }
    }

    /// True a few times a second.
    func isTimeToTell() -> Bool {
        state.withLock { state in
            guard .now - state.told > .milliseconds(300) else { return false }
            state.told = .now
            return true
        }
    }

    /// The archive, when the process has ended.
    ///
    /// - Throws: `ImportFailure` if nothing was unpacked.
    func finished(orElse cut: () -> ImportFailure) throws(ImportFailure) -> UnpackedArchive {
        let (leftOut, unlisted, failures, byteCount, hasEnded, isEmpty) = state.withLock { state in
            endFile(&state)
            return (
                state.leftOut, state.leftOutUnlisted, allFailures(state), state.byteCount, state.hasEnded,
                state.fileCount == 0
            )
        }
        let all = hasEnded ? failures : failures + [cut()]
        if isEmpty, all.isEmpty, leftOut.isEmpty {
            try? Folder.remove(folder)
            throw failure(.malformed, "There is no file in it: it is empty or damaged.")
        }
        let isLocked = all.count > 1 && all.allSatisfy { $0.code == .encrypted }
        if byteCount == 0, leftOut.isEmpty, let failure = all.first, all.count == 1 || isLocked {
            try? Folder.remove(folder)
            throw isLocked ? self.failure(failure.code, failure.reason) : failure
        }
        return UnpackedArchive(
            unit, in: folder, leftOut: leftOut, unlisted: unlisted, failures: all, byteCount: byteCount)
    }

    private func take(_ message: UnpackingMessage, _ state: inout State) throws(ImportFailure) {
        switch message {
        case .file(let path, let modified): begin(path, modified, &state)
        case .data(let bytes):
            guard let file = state.file.take() else { return }
            state.byteCount += bytes.count
            // The process keeps its limits, unless an archive has taken it over.
            guard state.byteCount <= room else { throw noRoom }
            state.isEmpty = false
            do {
                try file.append(bytes)
            } catch {
                throw failure(
                    .unreadable,
                    "Its content cannot be written to \(folder): \(error.summary). Make room, or unpack it.")
            }
            state.file = consume file
        case .modified(let time): state.modified = time
        case .skipped(let path, let reason): leaveOut(path, reason, &state)
        case .failure(let path, let found):
            if state.file != nil, state.path == path, found.code == .overLimit || state.isEmpty {
                try? Folder.remove(folder + "/" + path)
            }
            endFile(&state)
            fail(path, found.code, found.reason, &state)
        case .end:
            endFile(&state)
            state.hasEnded = true
        }
    }

    private func leaveOut(_ path: String, _ reason: SkipReason, _ state: inout State) {
        guard state.leftOut.count >= Self.mostListed else {
            return state.leftOut.append(LeftOutFile(unit.path + "/" + path, reason))
        }
        guard state.leftOutUnlisted.count < Self.mostReasons || state.leftOutUnlisted[reason] != nil else { return }
        state.leftOutUnlisted[reason, default: 0] += 1
    }

    private func begin(_ path: String, _ modified: Int64?, _ state: inout State) {
        endFile(&state)
        state.fileCount += 1
        guard ArchiveReader.isPlain(path), state.fileCount <= ImportLimits.treeEntries else { return }
        guard folder.utf8.count + path.utf8.count + 1 < Int(PATH_MAX) else {
            return fail(path, .overLimit, "Its path is too long for the disk: unpack the archive.", &state)
        }
        do {
            if try isReplaced(path) { fail(path, .replaced, Self.replaced, &state) }
            state.file = try NewFile(path, in: folder)
            (state.path, state.modified, state.isEmpty) = (path, modified, true)
        } catch {
            let reason = "It cannot be unpacked: \(error.summary). If its name is very long, unpack the archive."
            fail(path, .unreadable, reason, &state)
        }
    }

    /// Removes an earlier file of the same path, as tar does; true if there was one.
    private func isReplaced(_ path: String) throws(FileError) -> Bool {
        guard FileStatus(path: folder + "/" + path)?.type == .file else { return false }
        try Folder.remove(folder + "/" + path)
        return true
    }

    private static let replaced =
        "The archive has a later file of the same name, which was read instead. To import both, save them apart."

    /// Counts a failure of the entry at a path, or of the archive if it is empty. A path that leads elsewhere is no place of a
    /// file, and said as a place in the archive.
    private func fail(_ path: String, _ code: ImportFailure.Code, _ reason: String, _ state: inout State) {
        guard state.failures.count < Self.mostFailures else {
            state.unlistedFailures += 1
            return
        }
        let isFile = ArchiveReader.isPlain(path)
        state.failures.append(
            ImportFailure(
                code, path: isFile ? unit.path + "/" + path : unit.path,
                place: isFile || path.isEmpty ? nil : "entry \(path)", reason: reason))
    }

    /// The failures that are listed, and one that counts the others.
    private func allFailures(_ state: borrowing State) -> [ImportFailure] {
        guard state.unlistedFailures > 0 else { return state.failures }
        let count = Quantity.grouped(state.unlistedFailures)
        return state.failures + [failure(.malformed, "\(count) more of its entries cannot be read.")]
    }

    /// Files get the times that they have in the archive, from which it is seen later that they have not changed.
    private func endFile(_ state: inout State) {
        guard let file = state.file.take() else { return }
        try? file.setModified(state.modified ?? unit.modified)
    }

    private static let mostReasons = 1_000
    private static let mostListed = 100_000
    private static let mostFailures = 100_000

    private var noRoom: ImportFailure {
        failure(.overLimit, "The disk of the library has no room for what is in it. Make room, or unpack it elsewhere.")
    }

    private func failure(_ code: ImportFailure.Code, _ reason: String) -> ImportFailure {
        ImportFailure(code, path: unit.path, reason: reason)
    }
}
