#if canImport(CLibArchive)
    import CLibArchive
    import RecallCore
    import RecallFiles
    import RecallImport

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Darwin)
        import Darwin
    #endif

    /// A tar archive (POSIX.1-2001 pax) that is written file by file, compressed as its name says.
    final class BackupWriter {
        private let archive: OpaquePointer
        private let path: String
        private(set) var files: [BackupManifest.File] = []

        /// Begins an archive in the file open as `descriptor`. `path` is its name when it is complete: `.tar.gz` and `.tgz`
        /// are compressed with gzip, `.tar.zst` with Zstandard, others not.
        init(descriptor: Int32, path: String) throws {
            guard let archive = archive_write_new() else { fatalError("out of memory") }
            (self.archive, self.path) = (archive, path)
            var status = archive_write_set_format_pax_restricted(archive)
            let path = path.lowercased()
            if path.hasSuffix(".gz") || path.hasSuffix(".tgz") {
                status = min(status, archive_write_add_filter_gzip(archive))
            } else if path.hasSuffix(".zst") {
                status = min(status, archive_write_add_filter_zstd(archive))
            }
            guard status == ARCHIVE_OK, archive_write_open_fd(archive, descriptor) == ARCHIVE_OK else { throw failure }
        }

        deinit {
            archive_write_free(archive)
        }

        private var failure: BackupError {
            let reason = archive_error_string(archive).map { String(cString: $0) } ?? "writing failed"
            guard archive_errno(archive) != ENOSPC else {
                return BackupError(
                    .diskFull, "The disk of \(path) is full. Free some space, or write the backup elsewhere.")
            }
            return .unwritable(path, reason)
        }

        /// Adds a file as long as it was when it was opened.
        ///
        /// - Parameter progress: called with the share that is written after each piece. What it throws ends the writing.
        func add(_ file: OpenFile, as name: String, progress: (Double) throws -> Void) throws {
            try begin(name, byteCount: file.byteCount)
            var (hash, offset) = (SHA256(), 0)
            while offset < file.byteCount {
                let piece = try file.bytes(from: offset, limit: FileDigest.pieceSize)
                guard !piece.isEmpty else { throw FileError(path: file.path, .differs) }
                hash.update(piece)
                try write(piece)
                offset += piece.count
                try progress(Double(offset) / Double(file.byteCount))
            }
            files.append(
                BackupManifest.File(
                    path: name, bytes: offset, sha256: FileDigest.hexadecimal(hash.finalize())))
        }

        /// Adds the manifest and completes the archive.
        func end(with manifest: BackupManifest) throws {
            let data = try manifest.data
            try begin(BackupManifest.name, byteCount: data.count)
            try write(data)
            guard archive_write_close(archive) == ARCHIVE_OK else { throw failure }
        }

        private func begin(_ name: String, byteCount: Int) throws {
            let entry = archive_entry_new()
            defer { archive_entry_free(entry) }
            archive_entry_set_pathname_utf8(entry, name)
            archive_entry_set_size(entry, Int64(byteCount))
            archive_entry_set_filetype(entry, BackupFiles.regularType)
            archive_entry_set_perm(entry, 0o600)
            archive_entry_set_mtime(entry, time_t(time(nil)), 0)
            guard ArchiveLocale.whileUTF8({ archive_write_header(archive, entry) }) == ARCHIVE_OK else { throw failure }
        }

        private func write(_ bytes: [UInt8]) throws {
            let written = bytes.withUnsafeBytes { archive_write_data(archive, $0.baseAddress, $0.count) }
            guard written == bytes.count else { throw failure }
        }
    }

    /// A tar archive that is read entry by entry.
    final class BackupReader {
        /// An entry that is a file with a plain relative path.
        struct Entry {
            let path: String
            let byteCount: Int
        }

        private let archive: OpaquePointer
        private let path: String
        private var piece = [UInt8](repeating: 0, count: FileDigest.pieceSize)

        /// Begins to read a backup.
        init(_ file: OpenFile) throws {
            guard let archive = archive_read_new() else { fatalError("out of memory") }
            (self.archive, path) = (archive, file.path)
            archive_read_support_format_tar(archive)
            archive_read_support_filter_gzip(archive)
            archive_read_support_filter_zstd(archive)
            lseek(file.descriptor, 0, SEEK_SET)
            guard archive_read_open_fd(archive, file.descriptor, 1 << 20) == ARCHIVE_OK else {
                throw BackupError.noBackup(path)
            }
        }

        deinit {
            archive_read_free(archive)
        }

        /// The next file; `nil` at the end.
        ///
        /// - Throws: `BackupError` for anything but a file that `recall backup` could have written.
        func next() throws -> Entry? {
            try ArchiveLocale.whileUTF8(nextFile)
        }

        private func nextFile() throws -> Entry? {
            var entry: OpaquePointer?
            switch archive_read_next_header(archive, &entry) {
            case ARCHIVE_OK: break
            case ARCHIVE_EOF: return nil
            default: throw BackupError.damaged(path, "it cannot be read to its end")
            }
            let size = archive_entry_size(entry)
            guard let name = archive_entry_pathname_utf8(entry).map({ String(cString: $0) }),
                name.isPlainPath, archive_entry_filetype(entry) == BackupFiles.regularType,
                archive_entry_hardlink(entry) == nil, archive_entry_size_is_set(entry) != 0, size >= 0
            else { throw BackupError.noBackup(path) }
            return Entry(path: name, byteCount: Int(size))
        }

        /// Hands over the bytes of the current entry piece by piece.
        func forEachPiece(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
            while true {
                let count = piece.withUnsafeMutableBytes { archive_read_data(archive, $0.baseAddress, $0.count) }
                guard count >= 0 else { throw BackupError.damaged(path, "it cannot be read to its end") }
                guard count > 0 else { return }
                try piece.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            }
        }
    }
#endif
