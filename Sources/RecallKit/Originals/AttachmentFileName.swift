import RecallCore

/// The file name under which an attachment is saved. A sender's name for it is never used as a path, is never hidden,
/// and cannot manipulate its display.
public enum AttachmentFileName {
    private static let longest = 150
    private static let reserved: Set<String> = Set(
        ["con", "prn", "aux", "nul"] + (1...9).flatMap { ["com\($0)", "lpt\($0)"] })

    /// A safe file name derived from `name`: one path component without control characters, bidirectional overrides
    /// and characters that some system forbids, at most 150 bytes with its extension preserved. `attachment` and a
    /// number if nothing is left.
    ///
    /// - Parameter index: the attachment's index, from 0.
    public static func safe(_ name: String, index: Int) -> String {
        let last = name.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last ?? Substring().unicodeScalars
        var scalars = String.UnicodeScalarView()
        for scalar in last where isVisible(scalar) {
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
        var room = longest - ending.utf8.count
        let stem = text.dropLast(ending.count).prefix { character in
            room -= character.utf8.count
            return room >= 0
        }
        return String(stem + ending)
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }
}
