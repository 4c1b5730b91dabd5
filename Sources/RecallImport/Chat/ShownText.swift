import RecallText

/// The texts that programs show beside a message: in blocks, in fields, and as previews.
enum ShownText {
    /// The name of a field and its value, of which one may be missing.
    static func field(_ name: JSONValue?, _ value: JSONValue?) -> String {
        [name?.string, value?.string].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ": ")
    }

    /// True if a part is in what is said. In longer texts than `longest`, in bytes, which the service does not allow, nothing is looked
    /// for: each look takes the lengths of both.
    static func isSaid(_ part: String, in said: String, longest: Int) -> Bool {
        said.utf8.count <= longest && part.utf8.count <= said.utf8.count && said.contains(part)
    }
}
