import RecallCore

/// The name of a file in an upload, with the folders it was dropped in. What a browser sends is never used as a path: every part
/// is made safe on its own, so that none can lead out of the folder or be hidden.
package enum UploadName {
    /// The safe parts of `name`; `nil` if it is empty, or has more than `folders` folders.
    package static func parts(_ name: String, folders: Int) -> [String]? {
        let parts = name.pathParts()
        guard !parts.isEmpty, parts.count <= folders + 1 else { return nil }
        return parts.map { AttachmentFileName.safe($0, index: 0) }
    }
}
