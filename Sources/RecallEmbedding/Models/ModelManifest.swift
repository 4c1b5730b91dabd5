import RecallFiles
import RecallText

/// The files of an installed model with their digests: `recall-model.json` in its folder, written at install.
public struct ModelManifest: Sendable, Hashable {
    /// One file.
    public struct File: Sendable, Hashable {
        /// Relative to the model's folder.
        public var path: String
        /// Bytes.
        public var size: Int
        /// SHA-256 in hexadecimal.
        public var sha256: String
    }

    /// The model's name.
    public var name: String
    /// Its files, sorted by path.
    public var files: [File]

    static let fileName = "recall-model.json"

    /// The SHA-256 of the weights, in hexadecimal.
    var weightsDigest: String { files.first { $0.path == ModelFolder.weights }?.sha256 ?? "" }

    init(name: String, files: [File]) {
        (self.name, self.files) = (name, files)
    }

    /// Reads the manifest of the model in `folder`.
    init(folder: String) throws(ModelError) {
        let path = folder + "/" + Self.fileName
        let bytes: [UInt8]
        do {
            bytes = try OpenFile.contents(of: path)
        } catch {
            throw error.isMissing ? .missingFile(folder: folder, file: Self.fileName) : ModelError(error)
        }
        guard let json = try? JSONValue(parsing: bytes), json["format"]?.int == 1, let name = json["name"]?.string,
            let files = json["files"]?.elements?.map(Self.file), !files.contains(nil)
        else { throw .damagedFile(path: path, reason: "not a manifest") }
        self.init(name: name, files: files.compactMap(\.self))
        guard self.files.contains(where: { $0.path == ModelFolder.weights }) else {
            throw .damagedFile(path: path, reason: "no weights")
        }
    }

    private static func file(_ json: JSONValue) -> File? {
        guard let path = json["path"]?.string, ModelName.isSafePath(path), let size = json["size"]?.int,
            let digest = json["sha256"]?.string, digest.utf8.count == 64
        else { return nil }
        return File(path: path, size: size, sha256: digest)
    }

    /// Names and digests need no escapes: their characters are checked before.
    var json: String {
        let lines = files.map { #"    {"path": "\#($0.path)", "size": \#($0.size), "sha256": "\#($0.sha256)"}"# }
        return """
            {
              "format": 1,
              "name": "\(name)",
              "files": [
            \(lines.joined(separator: ",\n"))
              ]
            }

            """
    }
}
