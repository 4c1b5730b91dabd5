import RecallConfinement
import RecallCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The first members of a tar archive, which has no list of them: named by a confined process, which unpacks as little as it can.
enum ArchiveBeginning {
    /// True if they tell that the archive is an export.
    ///
    /// - Throws: `ImportFailure` if nothing can be read; `CancellationError`.
    static func isExport(_ unit: SourceUnit, parserExecutable: String?) async throws -> Bool {
        let input = try DocumentInput(of: unit)
        let head = input.bytes(upTo: 512)
        guard ArchiveKind(head: head) == .tar else { return false }
        let launcher = ParserLauncher(
            executable: parserExecutable, path: unit.path, place: nil, confinement: .archiveBeginning)
        let output = try await launcher.run(ParserProcess.archiveBeginning, input, atMost: 64)
        return try launcher.reply(output) == .bytes([1])
    }

    /// Confines this process, and answers for the archive on standard input: 1 if it is an export.
    static func main() -> Never {
        Confinement.archiveBeginning.apply()
        let isExport = (try? Self.isExport(.descriptor(STDIN_FILENO))) ?? false
        Confinement.answer(ParserReply.bytes([isExport ? 1 : 0]).encoded())
    }

    private static func isExport(_ origin: ArchiveReader.Origin) throws -> Bool {
        let stream = try ArchiveStream(origin, .tar)
        defer { stream.close() }
        var (members, bytes) = (Set<String>(), 0)
        while members.count < mostMembers, bytes <= mostBytes, let header = try stream.next(), !stream.namesNothing {
            members.insert(header.entry.path + (header.isFolder && !header.entry.path.hasSuffix("/") ? "/" : ""))
            // The next member comes after the bytes of this one.
            bytes += header.entry.byteCount ?? mostBytes
            // A program's source may begin with a calendar: of a part nothing is known of the rest.
            if ArchiveContent.isExportBeginning(members) { return true }
        }
        return false
    }

    private static let mostMembers = 200
    private static let mostBytes = 8 << 20
}

extension Confinement {
    /// The limits of a process that reads the beginning of an archive.
    fileprivate static let archiveBeginning = Confinement(
        seconds: ImportLimits.pageSeconds, memory: ImportLimits.parserMemory)
}
