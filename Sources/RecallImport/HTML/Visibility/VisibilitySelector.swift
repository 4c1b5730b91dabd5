import RecallText

/// A selector of elements, classes and ids: `div > p.note#first`.
struct VisibilitySelector {
    /// The names that an element must have; for `*` that of all elements.
    private(set) var names: Set<UInt64> = []
    /// The names that elements around it must have, in any order: close enough, and checked without a tree.
    private(set) var outerNames: Set<UInt64> = []
    /// Ids, classes and elements, as digits of base 256.
    private(set) var specificity = 0

    /// Bytes of a selector.
    private static let longest = 200
    /// The name of all elements.
    static let any = name(UInt8(ascii: "*"), [])

    /// The selector in plain CSS (`PlainCSS`); `nil` if it asks for siblings, attributes or states.
    init?(_ css: ArraySlice<UInt8>) {
        guard css.count <= Self.longest else { return nil }
        let compounds = css.split { $0.isASCIISpace || $0 == UInt8(ascii: ">") }
        guard !compounds.isEmpty else { return nil }
        for compound in compounds {
            outerNames.formUnion(names)
            names = []
            guard add(compound) else { return nil }
        }
        outerNames.remove(Self.any)
    }

    /// The name of an element, a class (`.`) or an id (`#`). Case does not count, as in pages without a `DOCTYPE`.
    static func name(_ sign: UInt8, _ word: some Sequence<UInt8>) -> UInt64 {
        // FNV-1a
        word.reduce((0xCBF2_9CE4_8422_2325 ^ UInt64(sign)) &* 0x100_0000_01B3) {
            ($0 ^ UInt64($1.asciiLowercase)) &* 0x100_0000_01B3
        }
    }

    /// Adds `td.price#total:link`; false if it is more than that.
    private mutating func add(_ compound: ArraySlice<UInt8>) -> Bool {
        var rest = compound
        let element = rest.prefix(while: Self.isOfName)
        rest = rest[element.endIndex...]
        if !element.isEmpty { add(Self.name(0, element), 1) }
        if element.isEmpty, rest.first == UInt8(ascii: "*") { rest = rest.dropFirst() }
        while let sign = rest.popFirst() {
            let word = rest.prefix(while: Self.isOfName)
            rest = rest[word.endIndex...]
            switch sign {
            case UInt8(ascii: ".") where !word.isEmpty: add(Self.name(sign, word), 1 << 8)
            case UInt8(ascii: "#") where !word.isEmpty: add(Self.name(sign, word), 1 << 16)
            case UInt8(ascii: ":") where word.elementsEqual("link".utf8): specificity += 1 << 8
            default: return false
            }
        }
        if names.isEmpty { names.insert(Self.any) }
        return true
    }

    private mutating func add(_ name: UInt64, _ specificity: Int) {
        names.insert(name)
        self.specificity += specificity
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte >= 0x80
    }
}
