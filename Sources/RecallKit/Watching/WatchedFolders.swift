public import Foundation
public import RecallCore
import RecallFiles

/// The folders whose changes a library's server imports, and when it last looked at them.
public struct WatchedFolders: Sendable {
    private struct Settings: Codable {
        var watchedFolders: [String]
        /// Those in which the text of scanned pages and images is recognised.
        var recognisedFolders: [String]?
        var quietHours: String?
    }

    private struct State: Codable {
        var looks: [String: WatchedFolder.Look] = [:]
        var waiting: Date?
    }

    /// The library.
    package let location: LibraryLocation
    private let settings: LibraryFile
    private let state: LibraryFile

    /// Those of the library at `location`.
    public init(of location: LibraryLocation) {
        self.location = location
        settings = LibraryFile(path: location.folder + "/server.json", isShared: true)
        state = LibraryFile(path: location.folder + "/watching.json")
    }

    /// Their paths; none if the list cannot be read.
    public var paths: [String] { readSettings().watchedFolders }

    /// The paths of those in which the text of scanned pages and images is recognised.
    public var recognisedPaths: [String] { readSettings().recognisedFolders ?? [] }

    private func readSettings() -> Settings {
        let data = try? settings.read()
        return data.flatMap { try? JSONDecoder().decode(Settings.self, from: $0) } ?? Settings(watchedFolders: [])
    }

    /// All of them, with their states.
    public var entries: [WatchedFolder] {
        let (state, recognised) = (readState(), recognisedPaths)
        return paths.map { path in
            WatchedFolder(
                path: path, look: state.looks[path], waiting: state.waiting, isMissing: !Folder.isTaken(path),
                recognisesText: recognised.contains(path))
        }
    }

    /// Replaces the list.
    ///
    /// - Throws: `StoreError` if it cannot be written.
    public func set(_ paths: [String]) throws {
        try set(paths, recognised: recognisedPaths)
    }

    private func set(_ paths: [String], recognised: [String]) throws {
        let recognised = paths.filter(recognised.contains)
        var settings = readSettings()
        settings.watchedFolders = paths
        settings.recognisedFolders = recognised.isEmpty ? nil : recognised
        try write(settings)
    }

    private func write(_ settings: Settings) throws {
        try self.settings.write(JSONEncoder().encode(settings))
    }

    /// The hours in which they are left alone; `nil` if they never are.
    public var quietHours: QuietHours? { readSettings().quietHours.flatMap(QuietHours.init) }

    /// True if they are left alone now.
    public var areQuiet: Bool { quietHours?.contains(Date()) ?? false }

    /// Sets the hours in which they are left alone.
    ///
    /// - Throws: `StoreError` if they cannot be written.
    public func setQuietHours(_ hours: QuietHours?) throws {
        var settings = readSettings()
        settings.quietHours = hours?.description
        try write(settings)
    }

    /// Adds folders to the list.
    ///
    /// - Parameter recognisesText: true to recognise the text of scanned pages and images in them.
    /// - Throws: `WatchError` if one is no folder; as `set`.
    public func add(_ folders: [String], recognisesText: Bool = false) throws {
        var (paths, recognised) = (paths, recognisedPaths)
        for folder in folders {
            let path = Self.standardized(folder)
            guard Folder.exists(path) else { throw WatchError.noFolder(path) }
            if !paths.contains(path) { paths.append(path) }
            if recognisesText { recognised.append(path) }
        }
        try set(paths, recognised: recognised)
    }

    /// Takes folders from the list.
    ///
    /// - Throws: `WatchError` if one is not in it; as `set`.
    public func remove(_ folders: [String]) throws {
        var paths = paths
        for folder in folders {
            let path = Self.standardized(folder)
            guard let index = paths.firstIndex(of: path) else { throw WatchError.notWatched(path) }
            paths.remove(at: index)
        }
        try set(paths)
    }

    private static func standardized(_ path: String) -> String {
        let path = URL(filePath: (path as NSString).expandingTildeInPath).standardizedFileURL.path
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// Notes that a change waits to be imported, or that none does any more.
    package func note(waitingSince date: Date?) {
        var state = readState()
        state.waiting = date
        write(state)
    }

    /// Notes a look at some of the folders.
    package func note(_ look: WatchedFolder.Look, at paths: [String]) {
        var state = readState()
        state.looks = state.looks.filter { self.paths.contains($0.key) }
        for path in paths { state.looks[path] = look }
        state.waiting = nil
        write(state)
    }

    private func readState() -> State {
        (try? state.read()).flatMap { try? JSONDecoder().decode(State.self, from: $0) } ?? State()
    }

    /// A state that cannot be written is not shown; nothing else is lost.
    private func write(_ state: State) {
        try? self.state.write((try? JSONEncoder().encode(state)) ?? Data())
    }
}

/// A folder that cannot be watched, or is not.
public enum WatchError: Error, Hashable, CustomStringConvertible {
    /// There is no folder at the path.
    case noFolder(String)
    /// The folder is not in the list.
    case notWatched(String)

    /// The problem, and a remedy.
    public var description: String {
        switch self {
        case .noFolder(let path): "\(path) is no folder. Name one; a file is watched with the folder it is in."
        case .notWatched(let path): "\(path) is not watched. Those that are: recall watch list"
        }
    }
}
