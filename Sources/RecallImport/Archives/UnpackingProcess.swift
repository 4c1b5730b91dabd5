import RecallConfinement
import RecallCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The confined process that unpacks an archive: it reads it on standard input, and writes what it finds to standard output,
/// since it may not write files. It keeps no file in memory.
struct UnpackingProcess {
    private let stream: ArchiveStream
    private let limits: ArchiveReader.Limits
    /// The name of the one file in an archive that names none.
    private let innerName: String
    private var output = UnpackingOutput()
    private var total = 0
    /// The number of entries so far.
    private var count = 0
    private var lastFailed = false

    /// Unpacks the archive on standard input, and ends the process.
    ///
    /// - Parameter arguments: the archive's kind, the name of its content if it has no names, and the bytes there is room for.
    static func main(_ arguments: [String]) -> Never {
        guard arguments.count == 3, let kind = ArchiveKind(rawValue: arguments[0]), let room = Int(arguments[2]) else {
            exit(ParserProcess.usage)
        }
        let size = size(of: STDIN_FILENO)
        let limits = ArchiveReader.Limits.tree(packed: size, room: room)
        let store = kind == .outlookStore ? OutlookStore(onStandardInput: ()) : nil
        Confinement.unpacking(size).apply()
        do {
            if kind == .outlookStore {
                try unpack(store, limits)
            } else {
                let stream = try ArchiveStream(.descriptor(STDIN_FILENO), kind)
                var process = UnpackingProcess(stream: stream, limits: limits, innerName: arguments[1])
                do {
                    try process.run()
                } catch let failure as ImportFailure where kind == .zip && process.count == 0 {
                    try unpackWithoutDirectory(limits, after: failure)
                }
                if stream.lostHeader { throw Self.partlyDamaged }
                if kind == .tar, !process.lastFailed, !GzipChecksum.holds(STDIN_FILENO) { throw Self.changed }
                if kind == .zip { try check(process.count) }
            }
        } catch {
            UnpackingOutput().write(.failure("", error as? ImportFailure ?? Self.damaged))
        }
        UnpackingOutput().write(.end)
        exit(0)
    }

    /// Compares the entries that were found in a zip file with the number that stands at its end: of damaged headers nothing tells.
    private static func check(_ found: Int) throws {
        guard let file = try? RegularFile(descriptor: STDIN_FILENO), let stated = try? ZipEnd.entryCount(of: file),
            found < stated
        else { return }
        throw ImportFailure(
            .malformed, path: "",
            reason: "The archive is damaged: \(Quantity.grouped(stated - found)) of the \(Quantity.grouped(stated)) "
                + "entries that it should have are not there. Export or save it again.")
    }

    private static let damaged = ImportFailure(.malformed, path: "", reason: "The archive cannot be read.")
    private static let partlyDamaged = ImportFailure(
        .malformed, path: "",
        reason: "Part of the archive is damaged, and what was there is missing; what comes after it was read. "
            + "Export or save it again.")
    private static let changed = ImportFailure(
        .malformed, path: "",
        reason: "The archive is damaged: what is in it is not what was packed. Export or save it again.")

    /// Unpacks a zip file whose directory is damaged: each file has a header of its own before it.
    private static func unpackWithoutDirectory(_ limits: ArchiveReader.Limits, after failure: ImportFailure) throws {
        guard failure.code == .malformed, lseek(STDIN_FILENO, 0, SEEK_SET) == 0 else { throw failure }
        let stream = try ArchiveStream(.descriptor(STDIN_FILENO), .zip, inOrder: true)
        var process = UnpackingProcess(stream: stream, limits: limits, innerName: "")
        do {
            try process.run()
        } catch  where process.count == 0 {
            throw failure
        }
        throw ImportFailure(
            .malformed, path: "",
            reason: "The archive's directory is damaged. The files before it, "
                + "\(Quantity.grouped(process.count)), were read. Export or save it again.")
    }

    /// Writes a store of Outlook as folders of mailboxes, cards and events.
    private static func unpack(_ store: OutlookStore?, _ limits: ArchiveReader.Limits) throws {
        guard let store else { throw OutlookStore.damaged }
        var file = UnpackedFile()
        var (count, total) = (0, 0)
        defer { file.end() }
        try store.walk { item in
            let content = item.content
            (count, total) = (count + 1, total + content.count)
            guard count <= limits.entries, total <= limits.totalBytes else {
                throw ImportFailure(
                    .overLimit, path: "",
                    reason: "There is no room for all that is in the store. Make room, or split it.")
            }
            file.add(content, to: item.path, modified: item.modified)
        }
        guard store.lost == 0 else {
            throw ImportFailure(
                .malformed, path: "",
                reason:
                    "\(Quantity.grouped(store.lost)) of its items cannot be read: part of it is damaged. Repair it with "
                    + "Outlook's scanpst and import it again.")
        }
        guard store.foldersWithoutTheirs == 0 else {
            throw ImportFailure(
                .malformed, path: "",
                reason:
                    "\(Quantity.grouped(store.foldersWithoutTheirs)) of its folders should have folders and have none: "
                    + "these are on the server alone, or part of the file is damaged. If any are missing in Outlook, "
                    + "repair it with Outlook's scanpst and import it again.")
        }
    }

    static func size(of descriptor: Int32) -> Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    private init(stream: ArchiveStream, limits: ArchiveReader.Limits, innerName: String) {
        self.stream = stream
        self.limits = limits
        self.innerName = innerName
    }

    private mutating func run() throws {
        while var header = try next() {
            count += 1
            guard count <= limits.entries else {
                throw stream.failure(.overLimit, "The archive has more than \(limits.entries) entries.")
            }
            // What is in no form of archive passes for one compressed file.
            guard !stream.namesNothing || stream.isCompressed && !innerName.hasSuffix(".tar") else {
                throw stream.failure(.malformed, "The archive is damaged at its beginning. Export or save it again.")
            }
            header.entry.path = stream.namesNothing ? innerName : Self.shortened(header.entry.path)
            try unpack(header)
        }
    }

    /// The next entry. Where an entry ended early, the archive mostly does too.
    private func next() throws -> ArchiveStream.Header? {
        do {
            return try stream.next()
        } catch  where lastFailed {
            throw stream.failure(
                .malformed, "What comes after the damaged file in it cannot be read. Export or save it again.")
        }
    }

    /// A path that fits into a message. One that is cut is too long for every disk, and fails there by its beginning.
    private static func shortened(_ path: String) -> String {
        path.utf8.count > mostPathBytes ? String(decoding: path.utf8.prefix(mostPathBytes), as: UTF8.self) : path
    }

    private static let mostPathBytes = 4_096

    private mutating func unpack(_ header: ArchiveStream.Header) throws {
        guard header.isRegular else {
            if !header.isFolder { output.write(.skipped(header.entry.path, header.isLink ? .link : .notAFile)) }
            return
        }
        guard let entry = header.asFile else {
            return output.write(
                .failure(
                    header.entry.path, ImportFailure(.notAFile, path: "", reason: "Its name leads out of the archive."))
            )
        }
        if let reason = FileClassifier.skippedByName(entry.path) { return output.write(.skipped(entry.path, reason)) }
        output.write(.file(entry.path, modified: header.modified))
        lastFailed = false
        let room = limits.totalBytes - total
        guard entry.byteCount ?? 0 <= room else { return output.write(.failure(entry.path, Self.tooLarge)) }
        do {
            let output = output
            try stream.read(entry, limits: limits, atMost: room) { block in
                // What an entry that fails unpacked to counts too: else such entries could go on without end.
                total += block.count
                output.write(.data(Array(block)))
            }
        } catch let failure as ImportFailure {
            // The rest may be whole: each entry of a zip file stands for itself.
            output.write(.failure(entry.path, failure))
            lastFailed = failure.code != .overLimit
            guard lastFailed || limits.totalBytes - total > ArchiveStream.mostBlockBytes else { throw Self.spent }
        }
    }

    private static let tooLarge = ImportFailure(
        .overLimit, path: "",
        reason: "It is larger than what Recall unpacks of this archive, or than the disk has room for: unpack it.")
    private static let spent = ImportFailure(
        .overLimit, path: "", reason: "It unpacks to more than Recall's limits: what comes later in it was not read.")
}

extension ArchiveReader.Limits {
    /// For archives whose content is written to a disk with `room` bytes free.
    static func tree(packed: Int, room: Int) -> Self {
        let most = min(
            room, max(1 << 30, packed.multipliedReportingOverflow(by: 2 * ImportLimits.archiveRatio).partialValue))
        return Self(
            entryBytes: most, totalBytes: most, ratio: ImportLimits.archiveRatio, entries: ImportLimits.treeEntries)
    }
}

extension Confinement {
    /// The limits of a process that unpacks an archive of `size` bytes: a second for each megabyte, and a minute.
    static func unpacking(_ size: Int) -> Confinement {
        Confinement(seconds: 60 + (size >> 20), memory: ImportLimits.parserMemory)
    }
}
