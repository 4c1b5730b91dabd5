#if canImport(CLibArchive)
    import RecallCore
    import RecallFiles

    /// A backup that was read from its beginning to its end.
    struct BackupContents {
        /// The files that were read, in order, without the manifest.
        private(set) var files: [BackupManifest.File] = []
        /// The manifest; `nil` if there is none, as in a backup that is cut off.
        private(set) var manifest: BackupManifest?
        private let path: String

        /// Reads all of it. `body` gets each file's path piece by piece, at least one piece each.
        init(_ file: OpenFile, _ body: (String, UnsafeRawBufferPointer) throws -> Void) throws {
            path = file.path
            let reader = try BackupReader(file)
            var names: Set<String> = []
            while let entry = try reader.next() {
                guard names.insert(entry.path).inserted else {
                    throw BackupError.damaged(path, "it holds a file twice, so that it does not say which is meant")
                }
                guard manifest == nil else { throw BackupError.noBackup(path) }
                if entry.path == BackupManifest.name {
                    manifest = try Self.manifest(reader, entry, path)
                } else {
                    files.append(try Self.read(reader, entry, body))
                }
            }
        }

        private static func read(
            _ reader: BackupReader, _ entry: BackupReader.Entry,
            _ body: (String, UnsafeRawBufferPointer) throws -> Void
        ) throws -> BackupManifest.File {
            var (hash, size) = (SHA256(), 0)
            try body(entry.path, UnsafeRawBufferPointer(start: nil, count: 0))
            try reader.forEachPiece { piece in
                hash.update(piece)
                size += piece.count
                try body(entry.path, piece)
            }
            return BackupManifest.File(
                path: entry.path, bytes: size, sha256: FileDigest.hexadecimal(hash.finalize()))
        }

        private static func manifest(
            _ reader: BackupReader, _ entry: BackupReader.Entry, _ path: String
        ) throws -> BackupManifest {
            guard entry.byteCount <= mostManifestBytes else { throw BackupError.noBackup(path) }
            var data: [UInt8] = []
            try reader.forEachPiece { data += $0 }
            guard let manifest = BackupManifest(data) else {
                throw BackupError(
                    .noBackup,
                    "\(path) was not written by recall backup, or by a newer version of it. Use that version.")
            }
            return manifest
        }

        /// Enough for a million uploaded files.
        private static let mostManifestBytes = 256 << 20

        /// True if all files are there, and as they were written.
        var isComplete: Bool { manifest?.files == files }
    }
#endif
