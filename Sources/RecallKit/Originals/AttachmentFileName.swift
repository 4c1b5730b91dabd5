/// The name under which an attachment is saved. What a sender calls it is never a path, never hidden, and never steers what shows it.
public enum AttachmentFileName {
    private static let longest = 150
    private static let reserved: Set<String> = Set(
        ["con", "prn", "aux", "nul"] + (1...9).flatMap { ["com\($0)", "lpt\($0)"] })

    /// A file name like `name`: one part of a path, without control characters, characters that turn the writing direction, and
    /// those that some system forbids; at most 150 bytes with its extension kept. `attachment` and a number where nothing is left.
    ///
    /// - Parameter index: the attachment's, from 0.
    public static func safe(_ name: String, index: Int) -> String {
        let last = name.split { $0 == "/" || $0 == "\\" }.last ?? ""
        var scalars = String.UnicodeScalarView()
        for scalar in last.unicodeScalars where isVisible(scalar) {
            scalars.append("\"*:<>?|".unicodeScalars.contains(scalar) ? "_" : scalar)
        }
        let text = trimmed(String(scalars))
        guard !text.isEmpty else { return "attachment-\(index + 1)" }
        let stem = text.prefix { $0 != "." }.lowercased()
        return shortened(reserved.contains(stem) ? "_" + text : text)
    }

    /// Without dots at its start, which hide a file, and dots and spaces at its end, which Windows drops.
    private static func trimmed(_ text: String) -> String {
        let start = text.drop { $0 == "." || $0.isWhitespace }
        let end = start.lastIndex { $0 != "." && !$0.isWhitespace }
        return end.map { String(start[...$0]) } ?? ""
    }

    private static func shortened(_ text: String) -> String {
        guard text.utf8.count > longest else { return text }
        let dot = text.lastIndex(of: ".")
        let ending = dot.map { text[$0...] }.flatMap { $0.utf8.count <= 16 ? $0 : nil } ?? ""
        var stem = text.dropLast(ending.count)
        while stem.utf8.count + ending.utf8.count > longest { stem = stem.dropLast() }
        return String(stem + ending)
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }
}
