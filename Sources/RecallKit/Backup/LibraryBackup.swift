import Foundation
public import RecallCore
import RecallFiles
import RecallStore

#if canImport(CLibArchive)
    extension RecallLibrary {
        /// Writes everything that a library holds into one file: the database as it is at this moment, uploaded files, settings
        /// and saved searches. Others may read and write the library meanwhile.
        ///
        /// The file is a tar archive for the owner alone, compressed if its name ends in `.gz`, `.tgz` or `.zst`. It gets its
        /// name once it was read back and every file in it is as it was written. `restore(from:to:)` reads it.
        ///
        /// - Parameters:
        ///   - path: a file, or a folder in which one is made that is named after the date.
        ///   - replacing: true to take the place of a file of that name.
        ///   - progress: called now and then. What it throws ends the work, and nothing is left of it.
        /// - Throws: `BackupError`; `StoreError` with the code `damaged` if the library is.
        /// - Complexity: reads the library once and the backup once; needs room for the database and the backup.
        public static func backUp(
            _ location: LibraryLocation, to path: String, replacing: Bool = false,
            progress: (BackupProgress) throws -> Void = { _ in }
        ) throws -> LibraryBackup {
            try BackupRun(location, path: path, replacing: replacing).write(progress)
        }
    }

    /// One backup, while it is made.
    private struct BackupRun {
        private let location: LibraryLocation
        private let path: String
        private let created = Date()

        init(_ location: LibraryLocation, path: String, replacing: Bool) throws {
            self.location = location
            let path = URL(fileURLWithPath: NSString(string: path).expandingTildeInPath).standardizedFileURL.path
            self.path = Folder.exists(path) ? path + "/" + Self.name(created) : path
            guard !self.path.hasPrefix(location.folder + "/") else {
                throw BackupError(
                    .unwritable,
                    "\(self.path) is in the library's own folder. Write the backup elsewhere, best on another disk.")
            }
            guard replacing || !Folder.isTaken(self.path) else {
                throw BackupError.exists(self.path)
            }
        }

        /// `recall-20240317-093000.tar`
        private static func name(_ date: Date) -> String { "recall-\(date.compactDigits).tar" }

        func write(_ progress: (BackupProgress) throws -> Void) throws -> LibraryBackup {
            do {
                try refuseIfFull()
                let copy = LibraryLocation(path: path + ".copy.new")
                try Folder.remove(copy.folder)
                defer { try? Folder.remove(copy.folder) }
                try Folder.create(copy.folder)
                let items = try LibraryStore.copyDatabase(of: location, to: copy) {
                    try progress(BackupProgress(step: .copying, share: $0))
                }
                try progress(BackupProgress(step: .copying, share: 1))
                return try write(copy, items: items, progress)
            } catch let error as FileError {
                throw BackupError.unwritable(error.path, error.summary)
            }
        }

        private func refuseIfFull() throws {
            let files = try BackupFiles.list(of: location).map { location.folder + "/" + $0 }
            let others = files.compactMap { FileState($0)?.size }.reduce(0, +)
            let needed = 2 * (FileState(location.database)?.size ?? 0) + others
            guard let folder = Folder.parent(of: path), let free = DiskSpace.free(at: folder), free < needed else {
                return
            }
            throw BackupError(
                .diskFull,
                "\(path) needs \(needed >> 20) MB while it is made, and its disk has \(free >> 20) MB. Write it elsewhere."
            )
        }

        private func write(
            _ copy: LibraryLocation, items: Int, _ progress: (BackupProgress) throws -> Void
        ) throws -> LibraryBackup {
            let new = try AtomicFile(replacing: path)
            let manifest = try fill(new.file.descriptor, copy, items: items, progress)
            try new.file.synchronize()
            let size = try verify(manifest, progress)
            try new.commit()
            if let folder = Folder.parent(of: path) { try Folder.synchronize(folder) }
            return LibraryBackup(
                path: path, byteCount: size, items: items, files: manifest.files.count, created: created)
        }

        private func fill(
            _ descriptor: Int32, _ copy: LibraryLocation, items: Int, _ progress: (BackupProgress) throws -> Void
        ) throws -> BackupManifest {
            let writer = try BackupWriter(descriptor: descriptor, path: path)
            let names = try BackupFiles.list(of: location)
            try writer.add(try OpenFile(copy.database), as: BackupFiles.database) {
                try progress(BackupProgress(step: .writing, share: $0))
            }
            for name in names {
                // One that was deleted since is not missed.
                guard let file = try? OpenFile(location.folder + "/" + name, followingLinks: false) else { continue }
                try writer.add(file, as: name) { _ in try progress(BackupProgress(step: .writing, share: 1)) }
            }
            let manifest = BackupManifest(created: created, folder: location.folder, items: items, files: writer.files)
            try writer.end(with: manifest)
            return manifest
        }

        /// Reads the backup as the disk has it, and compares it with what was written.
        ///
        /// - Returns: its size in bytes.
        private func verify(_ manifest: BackupManifest, _ progress: (BackupProgress) throws -> Void) throws -> Int {
            let file = try OpenFile(AtomicFile.temporary(path))
            file.forgetCachedBytes()
            let total = max(1, manifest.files.map(\.bytes).reduce(0, +))
            var read = 0
            let contents = try BackupContents(file) { _, piece in
                read += piece.count
                try progress(BackupProgress(step: .verifying, share: min(1, Double(read) / Double(total))))
            }
            guard contents.isComplete, contents.files == manifest.files else {
                throw BackupError(
                    .damaged, "What was written to \(path) is not what is read from it. Check the disk, or use another."
                )
            }
            return file.byteCount
        }
    }

    extension Date {
        /// The time in UTC, as in names of files: `20240317-093000`.
        var compactDigits: String {
            formatted(.iso8601.year().month().day().dateSeparator(.omitted))
                + "-" + formatted(.iso8601.time(includingFractionalSeconds: false).timeSeparator(.omitted))
        }
    }
#endif
