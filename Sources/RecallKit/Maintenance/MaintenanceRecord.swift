public import Foundation
public import RecallCore

/// The switch of a library's automatic maintenance and its last run: `maintenance.json` in the library's folder.
public struct MaintenanceRecord: Sendable {
    private struct Contents: Codable {
        var isOff: Bool?
        var last: Date?
    }

    private let file: LibraryFile

    /// That of the library at `location`.
    public init(of location: LibraryLocation) {
        file = LibraryFile(path: location.folder + "/maintenance.json", isShared: true)
    }

    /// The state that the file has; off if it cannot be read, since it may say so.
    public var state: LibraryMaintenance {
        guard let contents = try? read() else { return LibraryMaintenance(isOn: false) }
        return LibraryMaintenance(isOn: contents.isOff != true, last: contents.last)
    }

    /// Switches maintenance on or off.
    ///
    /// - Throws: `StoreError` if it cannot be written.
    public func set(isOn: Bool) throws {
        var contents = (try? read()) ?? Contents()
        contents.isOff = isOn ? nil : true
        try file.write(JSONEncoder().encode(contents))
    }

    /// Notes a run that did something. What cannot be written is not shown; nothing else is lost.
    package func note(_ date: Date) {
        guard var contents = try? read() else { return }
        contents.last = date
        try? file.write(JSONEncoder().encode(contents))
    }

    private func read() throws -> Contents {
        guard let data = try file.read() else { return Contents() }
        return try JSONDecoder().decode(Contents.self, from: data)
    }
}
