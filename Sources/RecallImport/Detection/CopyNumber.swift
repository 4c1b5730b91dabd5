import RecallText

/// The ` (2)` that programs add to the name of a file where there is one of that name already.
enum CopyNumber {
    /// The name of the file at `path`, without its extension and its number.
    static func title(path: String) -> String { removed(from: PlainFile.title(path: path)) }

    /// A name, which has no extension, without its number.
    static func removed(from name: String) -> String {
        guard name.hasSuffix(")"), let open = name.lastIndex(of: "("), name[..<open].hasSuffix(" "),
            name[open...].dropFirst().dropLast().utf8.allSatisfy(\.isASCIIDigit)
        else { return name }
        return String(name[..<open]).trimmed
    }
}
