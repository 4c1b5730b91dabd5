import Foundation
import Hummingbird
import RecallCore
import RecallKit
import RecallWire

/// `/settings`: the settings that the user can change.
struct SettingsRoutes {
    let resources: ServerResources

    func add(to group: RouterGroup<ServerContext>) {
        group.get("settings") { request, _ in
            _ = try QueryParameters(request)
            return try await answer()
        }
        group.put("settings", use: change)
    }

    private func answer() async throws -> Response {
        try Response.json(
            SettingsPayload(
                watched: resources.watched.entries, quietHours: resources.watched.quietHours,
                precision: try await resources.library.opened.model?.precision.rawValue ?? "",
                maintenance: maintenance.state.isOn))
    }

    private var maintenance: MaintenanceRecord { MaintenanceRecord(of: resources.library.location) }

    @Sendable private func change(_ request: Request, _ context: ServerContext) async throws -> Response {
        var request = request
        let wanted = try await SettingsRequest.read(&request)
        try check(wanted.watchedFolders)
        // Before the folders, so that none is looked at in between.
        if let hours = wanted.quietHours { try resources.watched.setQuietHours(hours) }
        try resources.watched.set(wanted.watchedFolders)
        if let isOn = wanted.maintenance { try maintenance.set(isOn: isOn) }
        return try await answer()
    }

    private func check(_ folders: [String]) throws {
        let known = resources.watched.paths
        // One that is watched may be on a disk that is not connected.
        for folder in folders where !known.contains(folder) {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
                throw APIError.badRequest("watchedFolders names what is no folder.")
            }
        }
    }
}
