/// The version of the JSON that Recall sends: `version` in every document of `--format json`, `v1` in `/api/v1`.
///
/// Adding a key never raises it, so a reader passes over keys that it does not know. Removing, renaming or changing the type
/// or the meaning of a key raises it by one.
///
/// The shape is the same everywhere: keys are camelCase; ids are strings; dates are RFC 3339 in UTC; byte ranges are
/// `[start, end]`; a name in the plural is a number in a summary and a list where the things themselves are sent; a key
/// without a value is absent, never null.
public enum WireVersion {
    /// The version that this program sends.
    public static let current = 1
}

/// A whole document for programs: the keys of its content, and `version` beside them.
public struct VersionedPayload<Content: Encodable>: Encodable {
    private let content: Content

    /// A document of `content`, which must be encoded as an object.
    public init(_ content: Content) {
        self.content = content
    }

    private enum Key: String, CodingKey {
        case version
    }

    /// Encodes the content's keys, then the version.
    public func encode(to encoder: any Encoder) throws {
        try content.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(WireVersion.current, forKey: .version)
    }
}
