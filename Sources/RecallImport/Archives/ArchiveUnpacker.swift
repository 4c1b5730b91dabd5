import RecallConfinement
public import RecallCore
import RecallFiles

/// Unpacks archives into folders of the library, from which they are read like any other folder.
///
/// libarchive runs in a confined process, which says what it finds; only this one writes. Links, devices and names that lead
/// out of the archive are passed over, and so is what no format reads: pictures, videos, programs.
public struct ArchiveUnpacker: Sendable {
    private let folder: String
    private let parserExecutable: String?

    /// An unpacker into folders below `folder`, which is made when it is needed.
    ///
    /// - Parameter parserExecutable: as for `DocumentTextExtractor`.
    public init(into folder: String, parserExecutable: String? = nil) {
        self.folder = folder
        self.parserExecutable = parserExecutable
    }

    /// Removes what an import left behind that was cut off.
    public func removeAll() {
        try? Folder.remove(folder)
    }

    /// Unpacks the archive of a unit.
    ///
    /// - Parameter goesOn: called a few times a second.
    /// - Throws: `ImportFailure` if nothing can be unpacked, or there is no room; `CancellationError`.
    public func unpack(
        _ unit: SourceUnit, goesOn: @escaping @Sendable () -> Void = {}
    ) async throws -> UnpackedArchive {
        let input = try DocumentInput(of: unit)
        guard let kind = ArchiveKind(head: input.bytes(upTo: 512)) else {
            throw ImportFailure(.malformed, path: unit.path, reason: "This is no archive, whatever its name says.")
        }
        let tree = try UnpackedTree(below: folder, of: unit)
        let launcher = ParserLauncher(
            executable: parserExecutable, path: unit.path, place: nil, confinement: .unpacking(input.file.byteCount))
        let output = try await launcher.stream(
            ParserProcess.unpack, input, [kind.rawValue, Self.innerName(unit.path), "\(tree.room)"]
        ) { block in
            try tree.add(block)
            if tree.isTimeToTell() { goesOn() }
        }
        return try tree.finished { launcher.failed(output) }
    }

    /// True if the first members of a tar archive tell that it is an export.
    ///
    /// - Throws: `CancellationError`.
    public func isExport(_ unit: SourceUnit) async throws -> Bool {
        do {
            return try await ArchiveBeginning.isExport(unit, parserExecutable: parserExecutable)
        } catch let error as CancellationError {
            throw error
        } catch {
            return false
        }
    }

    /// The name of what a compressed file holds: `all.mbox` of `all.mbox.gz`.
    static func innerName(_ path: String) -> String {
        let name = AbsolutePath.name(path)
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
        return String(name[..<dot])
    }
}

/// An archive that was unpacked. Its folder is removed with the last reference.
public final class UnpackedArchive: Sendable {
    /// The archive.
    public let unit: SourceUnit
    /// The entries that no format reads, the first 100,000 of them.
    public let leftOut: [LeftOutFile]
    /// The number of those that are not in `leftOut`, by reason.
    public let unlisted: [SkipReason: Int]
    /// The entries that could not be unpacked.
    public let failures: [ImportFailure]
    /// The bytes that were unpacked.
    public let byteCount: Int
    private let folder: String

    init(
        _ unit: SourceUnit, in folder: String, leftOut: [LeftOutFile], unlisted: [SkipReason: Int],
        failures: [ImportFailure], byteCount: Int
    ) {
        (self.unit, self.folder, self.leftOut, self.failures) = (unit, folder, leftOut, failures)
        self.unlisted = unlisted
        self.byteCount = byteCount
    }

    deinit {
        try? Folder.remove(folder)
    }

    /// A walk through what was unpacked, under the paths that it has in the archive.
    public func entries(known: SourceWalker.KnownFormat? = nil) -> SourceWalker {
        SourceWalker(unpackedIn: folder, of: unit, known: known)
    }
}
