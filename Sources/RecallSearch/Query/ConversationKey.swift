import Foundation

/// The key of a conversation as the value of `conversation:`, which means it exactly: what a quotation cannot hold, or what a
/// field's value is trimmed of, is written as percent-encoded UTF-8 (RFC 3986, 2.1).
struct ConversationKey {
    let key: String

    init(_ key: String) {
        self.key = key
    }

    /// The key in a field's value, which may be percent-encoded.
    init(written: String) {
        key = written.removingPercentEncoding ?? written
    }

    /// The key as written between quotation marks.
    var written: String {
        let scalars = Array(key.unicodeScalars)
        return scalars.indices.map { index in
            let isBlankWithin = scalars[index] == " " && index > 0 && index < scalars.count - 1
            return Self.isPlain(scalars[index]) || isBlankWithin
                ? String(scalars[index]) : Self.encoded(scalars[index])
        }.joined()
    }

    private static func encoded(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf8.map { String(format: "%%%02X", $0) }.joined()
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber: true
        default: "-._@/:+#".unicodeScalars.contains(scalar)
        }
    }
}
