import RecallText

/// The classes of elements in the page that is written. Those of the mail begin with a letter and a hyphen, so that none is
/// one of the page's own; ids are classes too, since an id is an address that other parts of a page can be led to.
enum SanitizedName {
    static let link = "link"
    static let body = "body"

    /// Bytes of a name, and names of an element.
    private static let longest = 80
    private static let most = 16

    /// The class for one of the mail's.
    static func ofClass(_ name: some Collection<UInt8>) -> String? { prefixed("m-", name) }

    /// The class for one of the mail's ids.
    static func ofID(_ name: some Collection<UInt8>) -> String? { prefixed("i-", name) }

    /// The classes for the values of the attributes `class` and `id`.
    static func ofElement(classes: [UInt8], id: [UInt8]) -> [String] {
        classes.split(whereSeparator: \.isASCIISpace).prefix(most).compactMap(ofClass)
            + [ofID(id)].compactMap(\.self)
    }

    /// In lower case, as mails are mostly shown: without a document type, in which case does not count.
    private static func prefixed(_ prefix: String, _ name: some Collection<UInt8>) -> String? {
        guard 1...longest ~= name.count,
            name.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || "-_".utf8.contains($0) })
        else { return nil }
        return prefix + String(decoding: name.map(\.asciiLowercase), as: UTF8.self)
    }
}
