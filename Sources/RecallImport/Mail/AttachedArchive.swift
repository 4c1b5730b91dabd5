import RecallConfinement
import RecallCore

/// An archive that is attached to a mail. Its documents are read as if they were attached themselves; archives in it are not.
struct AttachedArchive {
    /// A document of it, or the reason why it cannot be read.
    struct Member {
        /// Its path in the archive.
        var name: String
        var content: Result<(format: SourceFormat, data: [UInt8]), ImportFailure>
    }

    private static let extensions: Set = ["zip", "7z", "rar", "tar", "gz", "tgz", "bz2", "tbz2", "xz", "txz"]

    /// True for the name of an archive.
    static func mayBe(named name: String) -> Bool { extensions.contains(AbsolutePath.fileExtension(name)) }

    /// The limits on an archive that anybody may send.
    private static let limits = ArchiveReader.Limits(
        entryBytes: 32 << 20, totalBytes: 64 << 20, ratio: ImportLimits.archiveRatio, entries: 1_000)

    /// The documents in the archive `data`, unpacked by a confined process.
    ///
    /// - Parameter name: of the attachment: one compressed file is called what this says without its ending.
    /// - Throws: `ImportFailure` with `path` and `place` as given; `CancellationError`.
    static func members(
        of data: [UInt8], named name: String, path: String, place: String?, parserExecutable: String?
    ) async throws -> [Member] {
        let input = try DocumentInput(data: data, path: path, place: place)
        let launcher = ParserLauncher(executable: parserExecutable, path: path, place: place)
        let output = try await launcher.run(
            ParserProcess.attachedArchive, input, [AbsolutePath.name(name)], atMost: limits.totalBytes + (4 << 20))
        guard case .parts(let parts) = try launcher.reply(output) else { throw launcher.crashed }
        return parts.compactMap { part in
            switch part.reply {
            case .bytes(let bytes):
                format(of: part.name, bytes.prefix(16 << 10)).map {
                    Member(name: part.name, content: .success(($0, bytes)))
                }
            case .failure(let code, let reason):
                Member(name: part.name, content: .failure(launcher.failure(code, reason)))
            case .text, .parts: nil
            }
        }
    }

    private static func format(of name: String, _ head: some Collection<UInt8>) -> SourceFormat? {
        DocumentTextExtractor.format(mediaType: "", name: AbsolutePath.name(name), head: Array(head))
    }

    /// The reply of the confined process: the files that may be documents.
    static func read(descriptor: Int32, named name: String) -> ParserReply {
        do {
            return .parts(
                try parts(ArchiveStream(.descriptor(descriptor), ArchiveMember.kind(of: .descriptor(descriptor))), name)
            )
        } catch {
            let failure = error as? ImportFailure
            return .failure(failure?.code ?? .malformed, reason: failure?.reason ?? "The archive cannot be read.")
        }
    }

    private static func parts(_ stream: ArchiveStream, _ name: String) throws -> [ParserReply.Part] {
        defer { stream.close() }
        var parts: [ParserReply.Part] = []
        var (count, total) = (0, 0)
        while let header = try stream.next() {
            count += 1
            guard count <= limits.entries else {
                throw stream.failure(.overLimit, "The archive has more than \(limits.entries) entries.")
            }
            guard let entry = header.asFile else { continue }
            let path = stream.namesNothing ? ArchiveUnpacker.innerName(name) : entry.path
            guard path.utf8.count <= longestName, FileClassifier.skippedByName(path) == nil, !mayBe(named: path) else {
                continue
            }
            do {
                var bytes: [UInt8] = []
                try stream.read(entry, limits: limits, atMost: limits.totalBytes - total) {
                    bytes.append(contentsOf: $0)
                }
                total += bytes.count
                parts.append(ParserReply.Part(name: path, reply: .bytes(bytes)))
            } catch let failure as ImportFailure {
                parts.append(ParserReply.Part(name: path, reply: .failure(failure.code, reason: failure.reason)))
                guard failure.code == .encrypted else { break }
            }
        }
        return parts
    }

    private static let longestName = 1_024
}

extension OriginalMail {
    /// The bytes of a file in an archive that is attached to a mail, unpacked by a confined process.
    ///
    /// - Parameters:
    ///   - name: its path in the archive.
    ///   - archive: the name of the archive, and its bytes.
    /// - Throws: as `page(in:)`.
    public func member(_ name: String, of archive: (name: String, data: [UInt8])) async throws -> [UInt8] {
        let input = try DocumentInput(data: archive.data, path: archive.name, place: nil)
        return try await ArchiveMember.bytes(
            name, in: input, named: AbsolutePath.name(archive.name), path: archive.name,
            parserExecutable: parserExecutable)
    }
}
