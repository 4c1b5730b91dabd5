import Foundation
import HTTPTypes
import RecallCore
import RecallKit
import RecallWire

/// Files that a page sends piece by piece, before they are imported from the library's folder.
actor Uploads {
    struct Upload: Sendable {
        let id: String
        /// Safe parts of a path.
        let name: [String]
        let bytes: Int
        var received = 0

        var payload: UploadPayload {
            UploadPayload(id: id, name: name.joined(separator: "/"), bytes: bytes, received: received)
        }
    }

    private let folder: UploadFolder
    private var uploads: [String: Upload] = [:]

    /// No uploads into the library at `location`. What an earlier server did not get to its end is removed.
    init(in location: LibraryLocation) {
        folder = UploadFolder(of: location)
        folder.removeIncoming()
    }

    /// Begins an upload of `bytes` bytes.
    ///
    /// - Throws: `APIError` if the limits or the disk do not allow it.
    func begin(_ name: [String], bytes: Int) throws -> Upload {
        try checkRoom(for: bytes)
        let upload = Upload(id: Secret().text, name: name, bytes: bytes)
        try onDisk { try folder.begin(upload.id) }
        uploads[upload.id] = upload
        return upload
    }

    private func checkRoom(for bytes: Int) throws {
        let open = uploads.values.reduce(0) { $0 + $1.bytes }
        guard uploads.count < ServerLimits.uploads, bytes <= ServerLimits.uploadBytes - open else {
            throw APIError(
                .contentTooLarge, "too-much",
                "At most \(ServerLimits.uploads) files and \(ServerLimits.uploadBytes >> 30) GB can be on their way. "
                    + "Import from a path of this machine instead, or in parts.")
        }
        let coming = uploads.values.reduce(bytes) { $0 + $1.bytes - $1.received }
        if let free = folder.freeBytes, free - coming < ServerLimits.freeBytes { throw Self.diskFull }
    }

    /// Stores the next bytes of an upload.
    ///
    /// - Throws: `APIError` if they are not those that follow, or are more than was said.
    func append(_ data: Data, at offset: Int, to id: String) throws -> Upload {
        var upload = try upload(id)
        guard offset == upload.received, data.count <= upload.bytes - offset else {
            throw APIError(.conflict, "wrong-place", "These bytes do not follow the \(upload.received) that are there.")
        }
        try onDisk { try data.withUnsafeBytes { try folder.write($0, at: offset, of: id) } }
        upload.received += data.count
        uploads[id] = upload
        return upload
    }

    /// Gives up an upload.
    func cancel(_ id: String) throws {
        _ = try upload(id)
        uploads[id] = nil
        folder.cancel(id)
    }

    /// Moves complete uploads to their place in the library's folder, and returns the paths to import: files, or the folders they
    /// were dropped in.
    func finish(_ ids: [String]) throws -> [String] {
        let finished = try ids.map(upload)
        guard finished.allSatisfy({ $0.received == $0.bytes }), Set(ids).count == ids.count else {
            throw APIError(.conflict, "not-complete", "Not all bytes of these files have come.")
        }
        let tops = try onDisk { try folder.keep(finished.map { ($0.id, $0.name) }) }
        for id in ids { uploads[id] = nil }
        return tops
    }

    private func upload(_ id: String) throws -> Upload {
        guard let upload = uploads[id] else { throw APIError.notFound("There is no such upload.") }
        return upload
    }

    private func onDisk<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            if let free = folder.freeBytes, free < ServerLimits.freeBytes { throw Self.diskFull }
            throw APIError(.serviceUnavailable, "not-stored", "The file could not be stored in the library's folder.")
        }
    }

    private static let diskFull = APIError(
        .init(code: 507, reasonPhrase: "Insufficient Storage"), "disk-full",
        "There is not enough space on the disk for a copy. Import the file from where it is, by its path.")
}
