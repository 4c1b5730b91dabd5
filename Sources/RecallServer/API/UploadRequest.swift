import RecallKit

/// A file that is about to be uploaded.
struct UploadRequest: RequestBody {
    enum Key: String, CodingKey, CaseIterable {
        case name, bytes
    }

    /// Safe parts of a path.
    let name: [String]
    let bytes: Int

    init(from container: KeyedDecodingContainer<Key>) throws {
        let name = try container.decode(String.self, forKey: .name)
        guard name.utf8.count <= ServerLimits.uploadNameBytes,
            let parts = UploadName.parts(name, folders: ServerLimits.uploadFolders)
        else {
            throw APIError.badRequest(
                "name is a file's name, with at most \(ServerLimits.uploadFolders) folders before it, separated by /.")
        }
        self.name = parts
        guard let bytes = try container.number(.bytes, in: 0...ServerLimits.uploadBytes) else {
            throw APIError.badRequest("bytes is missing: the size of the file.")
        }
        self.bytes = bytes
    }
}

/// Uploaded files to import.
struct UploadedRequest: RequestBody {
    enum Key: String, CodingKey, CaseIterable {
        case uploads
    }

    let uploads: [String]

    init(from container: KeyedDecodingContainer<Key>) throws {
        uploads = try container.decode([String].self, forKey: .uploads)
        guard 1...ServerLimits.uploads ~= uploads.count else {
            throw APIError.badRequest("uploads has 1 to \(ServerLimits.uploads) ids.")
        }
    }
}
