import RecallCore

/// Rewrites the harmless part of a style sheet: rules with plain selectors and the declarations allowed in a `style`
/// attribute, restricted to a part of the page. Nothing of the source is copied verbatim.
///
/// Parsing is lenient (CSS Syntax 3, 5.4, without escapes): text mistaken for a rule is still checked piece by piece,
/// and the output only contains bytes of names and numbers, and the braces and commas written here.
struct StyleSheet {
    /// The selector of the part of the page that it is for.
    let scope: String
    private var written: [UInt8] = []

    /// Bytes that are read of one sheet.
    private static let longest = 512 << 10
    /// Bytes of one rule's selectors.
    private static let longestPrelude = 8 << 10

    /// The allowed rules of `css`, restricted to elements that `scope` selects; empty if there are none.
    ///
    /// - Complexity: O(bytes of `css`).
    static func allowed(in css: some Collection<UInt8>, scope: String) -> [UInt8] {
        var sheet = StyleSheet(scope: scope)
        sheet.addRules(of: StyleRules(withoutComments(css.prefix(longest))[...]))
        return sheet.written
    }

    private init(scope: String) {
        self.scope = scope
    }

    private mutating func addRules(of rules: StyleRules) {
        for rule in rules {
            if rule.prelude.first == UInt8(ascii: "@") {
                addMedia(rule)
            } else {
                add(rule)
            }
        }
    }

    /// `@media` around rules. Other rules with `@` go: what they do is to load, to name or to move.
    private mutating func addMedia(_ rule: StyleRules.Rule) {
        guard let query = StyleMediaQuery.allowed(rule.prelude) else { return }
        var inner = StyleSheet(scope: scope)
        for rule in StyleRules(rule.block) where rule.prelude.first != UInt8(ascii: "@") { inner.add(rule) }
        guard !inner.written.isEmpty else { return }
        written += "@media \(query){".utf8
        written += inner.written
        written += "}\n".utf8
    }

    private mutating func add(_ rule: StyleRules.Rule) {
        guard rule.prelude.count <= Self.longestPrelude, !rule.block.contains(UInt8(ascii: "{")),
            let declarations = StyleDeclarations.allowed(in: rule.block)
        else { return }
        let selectors = rule.prelude.split(separator: UInt8(ascii: ",")).compactMap(StyleSelector.allowed)
        guard !selectors.isEmpty else { return }
        written += selectors.map { "\(scope) \($0)" }.joined(separator: ",").utf8
        written += "{".utf8
        written += declarations
        written += "}\n".utf8
    }

    /// The bytes with `/* … */`, `<!--` and `-->` made spaces.
    private static func withoutComments(_ css: some Collection<UInt8>) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(css.count)
        var rest = ArraySlice(css)
        while let byte = rest.first {
            let length = "/<-".utf8.contains(byte) ? commentLength(rest) : 0
            kept.append(length == 0 ? byte : 0x20)
            rest = rest.dropFirst(max(1, length))
        }
        return kept
    }

    /// The length in bytes of a comment, or of its delimiter, at the start.
    private static func commentLength(_ css: ArraySlice<UInt8>) -> Int {
        if css.starts(with: "<!--".utf8) { return 4 }
        if css.starts(with: "-->".utf8) { return 3 }
        guard css.starts(with: "/*".utf8) else { return 0 }
        var end = css.startIndex + 2
        while end < css.endIndex, !css[end...].starts(with: "*/".utf8) { end += 1 }
        return end + 2 - css.startIndex
    }
}
