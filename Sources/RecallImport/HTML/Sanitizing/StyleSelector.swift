import RecallText

/// Rewrites selectors of style sheets for the sanitizer's elements, classes and ids.
enum StyleSelector {
    /// Bytes of a selector.
    private static let longest = 200

    /// The selector for the page that is written; `nil` if it has anything but elements, classes, ids, the first and the last
    /// child, and the signs between them, or selects everything.
    static func allowed(_ selector: ArraySlice<UInt8>) -> String? {
        guard selector.count <= longest else { return nil }
        var written = ""
        var rest = selector.trimmed
        while !rest.isEmpty {
            let compound = rest.prefix { !isCombinator($0) }
            guard !compound.isEmpty, let kept = self.compound(compound) else { return nil }
            written += kept
            rest = rest[compound.endIndex...]
            let combinator = rest.prefix(while: isCombinator)
            rest = rest[combinator.endIndex...]
            guard !combinator.isEmpty else { continue }
            let signs = combinator.filter { !$0.isASCIISpace }
            guard signs.count <= 1, !rest.isEmpty else { return nil }
            written += String(decoding: signs.isEmpty ? [0x20] : signs, as: UTF8.self)
        }
        return written
    }

    private static func isCombinator(_ byte: UInt8) -> Bool {
        byte.isASCIISpace || ">+~".utf8.contains(byte)
    }

    /// `td.price#total:first-child`
    private static func compound(_ compound: ArraySlice<UInt8>) -> String? {
        let name = compound.prefix { !".#:".utf8.contains($0) }
        guard var written = name.isEmpty ? "" : element(name) else { return nil }
        var rest = compound[name.endIndex...]
        while let sign = rest.popFirst() {
            let word = rest.prefix { !".#:".utf8.contains($0) }
            guard let kept = part(sign, word) else { return nil }
            written += kept
            rest = rest[word.endIndex...]
        }
        return written
    }

    private static func part(_ sign: UInt8, _ word: ArraySlice<UInt8>) -> String? {
        switch sign {
        case UInt8(ascii: "."): return SanitizedName.ofClass(word).map { ".\($0)" }
        case UInt8(ascii: "#"): return SanitizedName.ofID(word).map { ".\($0)" }
        default:
            switch String(decoding: word.map(\.asciiLowercase), as: UTF8.self) {
            case "first-child": return ":first-child"
            case "last-child": return ":last-child"
            // Links are never shown as visited.
            case "link": return whereLink
            default: return nil
            }
        }
    }

    private static let whereLink = ":where(.\(SanitizedName.link))"

    /// The name that the sanitizer writes for an element, if any. `:where` has no specificity, so a class stands in
    /// for an element without outranking one.
    private static func element(_ name: ArraySlice<UInt8>) -> String? {
        guard name.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit }) else { return nil }
        switch SanitizedElement(key: HTMLTag.key(name)) {
        case .kept(let name): return "\(name)"
        case .link: return "span" + whereLink
        case .image: return "img"
        case .body: return "div:where(.\(SanitizedName.body))"
        case .dropped, .unwrapped: return nil
        }
    }
}
