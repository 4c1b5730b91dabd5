import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Tells when something changes in folders or below them (inotify; on other systems it tells nothing, and folders are looked at
/// from time to time alone).
package final class FolderChanges: Sendable {
    #if os(Linux)
        private struct State {
            /// The folders that are watched, by the kernel's number.
            var folders: [Int32: String] = [:]
            /// True if the system refused to watch more.
            var isIncomplete = false
        }

        private let descriptor: Int32
        private let excluded: String
        private let state = Mutex(State())

        /// A watch over `roots`, to be extended to folders that are made in them. Hidden folders are left out, but for those of
        /// Maildirs.
        ///
        /// - Parameter excluded: a folder that is left out: the library's own, in which each import changes something.
        package init(in roots: [String], besides excluded: String) {
            self.excluded = RealPath.of(excluded) ?? excluded
            descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
            for root in roots { watch(root) }
        }

        deinit {
            if descriptor >= 0 { close(descriptor) }
        }

        /// True if it may miss changes: the system refused to watch all folders.
        package var isIncomplete: Bool { descriptor < 0 || state.withLock(\.isIncomplete) }

        /// True if something changed since this was asked last.
        package func haveHappened() -> Bool {
            var hasChanged = false
            withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 8) { buffer in
                while case let count = read(descriptor, buffer.baseAddress, buffer.count), count > 0 {
                    if take(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { hasChanged = true }
                }
            }
            return hasChanged
        }

        /// Takes events; true if one of them is about what an import could read.
        private func take(_ events: UnsafeRawBufferPointer) -> Bool {
            let headSize = MemoryLayout<inotify_event>.size
            var (offset, hasChanged) = (0, false)
            while offset + headSize <= events.count {
                let event = events.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                let end = min(events.count, offset + headSize + Int(event.len))
                let name = String(decoding: events[(offset + headSize)..<end].prefix { $0 != 0 }, as: UTF8.self)
                offset = end
                if event.mask & UInt32(IN_IGNORED) != 0 {
                    state.withLock { _ = $0.folders.removeValue(forKey: event.wd) }
                    continue
                }
                if event.mask & UInt32(IN_ISDIR) != 0, event.mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0,
                    let folder = state.withLock({ $0.folders[event.wd] })
                {
                    if isWatched(name, in: folder) { self.watch(folder + "/" + name) }
                }
                hasChanged = true
            }
            return hasChanged
        }

        private func isWatched(_ name: String, in folder: String) -> Bool {
            !Folder.isHidden(name) || Folder.exists(folder + "/" + name + "/cur")
        }

        private func watch(_ folder: String) {
            guard RealPath.of(folder) != excluded else { return }
            let mask = UInt32(
                IN_CLOSE_WRITE | IN_MODIFY | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF
                    | IN_ONLYDIR)
            let watch = inotify_add_watch(descriptor, folder, mask)
            guard watch >= 0 else {
                if errno != ENOTDIR, errno != ENOENT { state.withLock { $0.isIncomplete = true } }
                return
            }
            state.withLock { $0.folders[watch] = folder }
            for name in Folder.subfolders(of: folder) where isWatched(name, in: folder) {
                self.watch(folder + "/" + name)
            }
        }
    #else
        /// A watch that tells nothing.
        package init(in roots: [String], besides excluded: String) {}

        /// True: it misses all changes.
        package var isIncomplete: Bool { true }

        /// False.
        package func haveHappened() -> Bool { false }
    #endif
}

extension Folder {
    /// The names of the folders in a folder, without links; none if it cannot be read.
    fileprivate static func subfolders(of path: String) -> [String] {
        ((try? names(in: path)) ?? []).filter { name in
            var status = stat()
            return lstat(path + "/" + name, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        }
    }
}
