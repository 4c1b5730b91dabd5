import Foundation
public import RecallCore
import RecallFiles
import RecallStore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

#if canImport(CLibArchive)
    extension RecallLibrary {
        /// Makes a library from a backup. It takes its place in one step once it was read, checked and opened; a process that is
        /// killed before leaves everything as it was.
        ///
        /// - Parameters:
        ///   - path: the file that `backUp(_:to:)` wrote.
        ///   - location: the folder of the library.
        ///   - replacing: true to put the library that is there aside, whatever its state. It is kept, under another name.
        ///   - progress: called now and then. What it throws ends the work, and nothing is left of it.
        /// - Throws: `BackupError`; `StoreError` with the code `busy` if a process uses the library that is there.
        public static func restore(
            from path: String, to location: LibraryLocation, replacing: Bool = false,
            progress: (BackupProgress) throws -> Void = { _ in }
        ) throws -> LibraryRestore {
            let path = NSString(string: path).expandingTildeInPath
            do {
                return try RestoreRun(path: path, location: location, replacing: replacing).restore(progress)
            } catch let error as FileError {
                throw BackupError.unwritable(error.path, error.summary)
            }
        }
    }

    /// One restoring, while it goes on.
    private struct RestoreRun {
        private var marker: String { new.folder + "/" + BackupFiles.restoringMark }

        private let path: String
        /// The library as it is named, and its folder without links: one may lead to another disk.
        private let location: LibraryLocation, place: LibraryLocation
        /// The folder beside the library that becomes it.
        private let new: LibraryLocation

        init(path: String, location: LibraryLocation, replacing: Bool) throws {
            (self.path, self.location) = (path, location)
            place = RealPath.of(location.folder).map { LibraryLocation(path: $0) } ?? location
            new = LibraryLocation(path: place.folder + ".restoring")
            guard try !Self.isFree(place.folder) else { return }
            guard Folder.isTaken(place.database) else {
                throw BackupError(
                    .libraryExists,
                    "\(location.folder) holds something that is no library. Name another folder with --library.")
            }
            guard replacing else {
                throw BackupError(
                    .libraryExists,
                    "\(location.folder) is there already. --replace puts it aside and keeps it, or name another folder with "
                        + "--library.")
            }
        }

        /// True if there is nothing at a path, or a folder without anything in it.
        private static func isFree(_ path: String) throws -> Bool {
            guard Folder.isTaken(path) else { return true }
            return try Folder.names(in: path).isEmpty
        }

        func restore(_ progress: (BackupProgress) throws -> Void) throws -> LibraryRestore {
            let file = try open()
            // Said before the work, not after it.
            if try !Self.isFree(place.folder) { try LibraryStore.whileUnused(at: place) {} }
            try removeUnfinished()
            do {
                try begin()
                let manifest = try extract(file, progress)
                let items = try check(manifest)
                let replaced = try takePlace()
                return LibraryRestore(
                    location: location, items: items, created: manifest.created, replaced: replaced)
            } catch {
                try? removeUnfinished()
                throw error
            }
        }

        private func begin() throws {
            umask(0o077)
            try Folder.create(new.folder)
            try mark()
        }

        private func mark() throws {
            let file = try NewFile(marker)
            try file.synchronize()
        }

        private func open() throws -> OpenFile {
            do {
                return try OpenFile(path)
            } catch {
                throw BackupError(.unreadable, "\(path) cannot be read: \(error.summary). Check the path.")
            }
        }

        /// Removes what a restoring left that was killed before its end. Without the mark it may be a library of somebody.
        private func removeUnfinished() throws {
            guard Folder.isTaken(new.folder) else { return }
            let names = try Folder.names(in: new.folder)
            guard names.isEmpty || FileState.exists(marker) else {
                throw BackupError(
                    .libraryExists,
                    "\(new.folder) is in the way: a restore ended in its last step. It is a whole library, the restored one or the "
                        + "one that was there. Move it away.")
            }
            try Folder.remove(new.folder)
        }

        private func extract(
            _ file: OpenFile, _ progress: (BackupProgress) throws -> Void
        ) throws -> BackupManifest {
            let output = RestoredFiles(in: new.folder)
            let contents = try BackupContents(file) { name, piece in
                let isDatabase = name == BackupFiles.database
                guard isDatabase || !BackupFiles.isNeverKept(name) else { throw BackupError.noBackup(path) }
                if isDatabase || BackupFiles.isOwn(name, of: new) { try output.append(piece, to: name) }
                let read = lseek(file.descriptor, 0, SEEK_CUR)
                try progress(
                    BackupProgress(step: .reading, share: min(1, Double(read) / Double(max(1, file.byteCount)))))
            }
            try output.end()
            guard let manifest = contents.manifest else {
                throw BackupError.damaged(path, "its end is missing")
            }
            guard contents.isComplete else { throw BackupError.damaged(path, "a file in it is not as it was written") }
            guard contents.files.contains(where: { $0.path == BackupFiles.database }) else {
                throw BackupError.noBackup(path)
            }
            return manifest
        }

        /// Opens the new library, which brings it up to this version.
        ///
        /// - Returns: the number of its items.
        private func check(_ manifest: BackupManifest) throws -> Int {
            do {
                return try opened(manifest)
            } catch let error as StoreError {
                // It would name the folder that is about to be removed.
                switch error.code {
                case .damaged:
                    throw BackupError.damaged(path, "the database in it is no library of Recall, or is damaged")
                case .tooNew:
                    throw BackupError(
                        .noBackup,
                        "\(path) was written by a newer version of Recall. Nothing was restored. Use that version.")
                case .diskFull: throw error
                default:
                    throw BackupError(
                        .unwritable,
                        "\(path): what it holds could not be opened in \(place.folder). Nothing was restored. Check the "
                            + "folder, its permissions and the space on its disk.")
                }
            }
        }

        private func opened(_ manifest: BackupManifest) throws -> Int {
            // An opening for writing would make a library of an empty file.
            let held = try LibraryStore.itemsOfCopy(at: new)
            guard held == manifest.items else {
                throw BackupError.damaged(
                    path, "it says that it has \(manifest.items) items, and the database in it has \(held)")
            }
            let store = try LibraryStore(at: new, for: .write)
            guard try store.isUndamaged() else {
                throw BackupError.damaged(path, "the database in it was damaged before it was copied")
            }
            let before = LibraryLocation(path: manifest.folder)
            if before != location {
                try store.write { try $0.moveSources(below: before.uploads, to: location.uploads) }
            }
            return try store.read { try $0.counts() }.items.values.reduce(0, +)
        }

        /// Moves the new library to its place in one step, and what was there aside.
        ///
        /// - Returns: where the library that was there is now.
        private func takePlace() throws -> String? {
            try Folder.synchronize(new.folder)
            guard let parent = Folder.parent(of: place.folder) else { throw BackupError.noBackup(path) }
            defer { try? Folder.synchronize(parent) }
            guard try !Self.isFree(place.folder) else {
                try whole { try Folder.move(new.folder, to: place.folder) }
                return nil
            }
            return try LibraryStore.whileUnused(at: place) {
                try whole(exchange)
                let aside = Self.free(place.folder + ".replaced-" + Date().compactDigits)
                try Folder.move(new.folder, to: aside)
                return aside
            }
        }

        /// The path, or one with a number if there is something.
        private static func free(_ path: String) -> String {
            let numbered = (2...).lazy.map { "\(path)-\($0)" }
            return Folder.isTaken(path) ? numbered.first { !Folder.isTaken($0) } ?? path : path
        }

        /// Runs `move` while the new folder is not marked as unfinished.
        private func whole(_ move: () throws -> Void) throws {
            try Folder.remove(marker)
            do {
                try move()
            } catch {
                try? mark()
                throw error
            }
        }

        private func exchange() throws {
            do {
                try Folder.exchange(new.folder, place.folder)
            } catch {
                guard [ENOSYS, EINVAL, ENOTSUP].contains(error.code) else { throw error }
                throw BackupError(
                    .unwritable,
                    "This disk cannot exchange folders. Move \(place.folder) away yourself, and restore again.")
            }
        }
    }

    /// The files of a library while they are restored, one after the other.
    private final class RestoredFiles {
        /// The one at hand.
        private final class Output {
            let name: String
            let file: NewFile

            init(_ name: String, in folder: String) throws {
                self.name = name
                file = try NewFile(name, in: folder)
            }
        }

        private let folder: String
        private var output: Output?

        init(in folder: String) {
            self.folder = folder
        }

        func append(_ piece: UnsafeRawBufferPointer, to name: String) throws {
            if output?.name != name {
                try end()
                output = try Output(name, in: folder)
            }
            try output?.file.append(piece)
        }

        /// Syncs the last file to disk.
        func end() throws {
            try output?.file.synchronize()
        }
    }
#endif
