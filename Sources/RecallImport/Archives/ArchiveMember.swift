import RecallConfinement
import RecallCore
import RecallFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file in an archive, which is read again to be shown: unpacked into memory, by a confined process.
enum ArchiveMember {
    /// The file at `path`: one of the disk, or one in an archive.
    ///
    /// - Parameter start: the bytes of a file in an archive that are not needed. At most `ImportLimits.originalBytes` after them are
    ///   read.
    /// - Throws: `ImportFailure`; `CancellationError`.
    static func input(at path: String, from start: Int = 0, parserExecutable: String?) async throws -> DocumentInput {
        guard FileStatus(path: path) == nil, let archive = archive(holding: path),
            let name = AbsolutePath.relative(path, below: archive)
        else { return try DocumentInput(path: path) }
        let bytes = try await bytes(
            name, in: DocumentInput(path: archive), named: AbsolutePath.name(archive), path: path, from: start,
            parserExecutable: parserExecutable)
        return try DocumentInput(data: bytes, path: path, place: nil)
    }

    /// The bytes of a file in an open archive.
    ///
    /// - Parameters:
    ///   - archive: the name of the archive.
    ///   - path: for failures.
    /// - Throws: as `input(at:from:parserExecutable:)`.
    static func bytes(
        _ name: String, in input: DocumentInput, named archive: String, path: String, from start: Int = 0,
        parserExecutable: String?
    ) async throws -> [UInt8] {
        let launcher = ParserLauncher(
            executable: parserExecutable, path: path, place: nil, confinement: .unpacking(input.file.byteCount))
        let output = try await launcher.run(
            ParserProcess.member, input, [archive, name, "\(start)"], atMost: ImportLimits.originalBytes + 64)
        guard case .bytes(let bytes) = try launcher.reply(output) else { throw launcher.crashed }
        return bytes
    }

    /// The archive that a path leads into; `nil` if it leads into none.
    static func archive(holding path: String) -> String? {
        var above = path
        while let slash = above.lastIndex(of: "/"), slash > above.startIndex {
            above = String(above[..<slash])
            guard let status = FileStatus(path: above, following: true) else { continue }
            let isArchive = ArchiveKind.extensions.contains(AbsolutePath.fileExtension(above))
            return status.type == .file && isArchive ? above : nil
        }
        return nil
    }

    /// Confines this process, and answers with a member of the archive on standard input.
    ///
    /// - Parameter arguments: the archive's name, the member's path, and the bytes of it that are not needed.
    static func main(_ arguments: [String]) -> Never {
        guard arguments.count == 3, let start = Int(arguments[2]) else { exit(ParserProcess.usage) }
        let isStore = kind(of: .descriptor(STDIN_FILENO)) == .outlookStore
        let store = isStore ? OutlookStore(onStandardInput: ()) : nil
        Confinement.unpacking(UnpackingProcess.size(of: STDIN_FILENO)).apply()
        let reply: ParserReply
        do {
            let bytes =
                isStore
                ? try store?.file(at: arguments[1], from: start)
                : try bytes(
                    of: arguments[1], in: .descriptor(STDIN_FILENO), called: arguments[0], from: start, depth: 0)
            reply =
                bytes.map { .bytes($0) }
                ?? .failure(.notFound, reason: "The file is not in that archive any more.")
        } catch {
            let failure = error as? ImportFailure
            reply = .failure(failure?.code ?? .malformed, reason: failure?.reason ?? "The archive cannot be read.")
        }
        Confinement.answer(reply.encoded())
    }

    /// The bytes of the member at `path`, which may lead into archives in the archive.
    private static func bytes(
        of path: String, in origin: ArchiveReader.Origin, called name: String, from start: Int, depth: Int
    ) throws -> [UInt8]? {
        guard depth < ImportLimits.archiveDepth else { return nil }
        let stream = try ArchiveStream(origin, kind(of: origin))
        defer { stream.close() }
        // Of several members of one path the last one counts, as when the archive is imported.
        var found: [UInt8]?
        while let header = try found == nil ? stream.next() : try? stream.next() {
            guard let entry = header.asFile else { continue }
            let member = stream.namesNothing ? ArchiveUnpacker.innerName(name) : entry.path
            if member == path {
                found = try bytes(of: entry, stream, from: start)
                continue
            }
            guard let inner = AbsolutePath.relative(path, below: member) else { continue }
            let archive = try bytes(of: entry, stream, from: 0)
            found = try bytes(of: inner, in: .bytes(archive), called: member, from: start, depth: depth + 1) ?? found
        }
        return found
    }

    private static func bytes(
        of entry: ArchiveReader.Entry, _ stream: ArchiveStream, from start: Int
    ) throws -> [UInt8] {
        struct Enough: Error {}
        var bytes: [UInt8] = []
        var position = 0
        do {
            try stream.read(entry, limits: .tree(packed: .max >> 16, room: .max), atMost: .max) { block in
                bytes.append(contentsOf: block.dropFirst(max(0, start - position)))
                position += block.count
                // Of a mailbox what follows the mail is not needed; a document that is cut off is none.
                guard bytes.count <= ImportLimits.originalBytes else { throw Enough() }
            }
        } catch is Enough {
            guard start > 0 || AbsolutePath.fileExtension(entry.path) == "mbox" else {
                throw stream.failure(.overLimit, "The file in the archive is too large to be read again: unpack it.")
            }
            return Array(bytes.prefix(ImportLimits.originalBytes))
        }
        return bytes
    }

    static func kind(of origin: ArchiveReader.Origin) -> ArchiveKind {
        let head: [UInt8] =
            switch origin {
            case .bytes(let bytes): Array(bytes.prefix(512))
            case .descriptor(let descriptor):
                Array(unsafeUninitializedCapacity: 512) { $1 = max(0, pread(descriptor, $0.baseAddress, 512, 0)) }
            case .path: []
            }
        return ArchiveKind(head: head) ?? .zip
    }
}
