import RecallText

/// A selector of elements: `div > p.note:not(#first) + [hidden]` (Selectors 4).
struct VisibilitySelector {
    /// A demand that a compound makes of an element.
    enum Part {
        /// A name: that of the element, a class or an id.
        case name(UInt64)
        case attribute(name: UInt64, sign: UInt8, value: [UInt8])
        case position(SelectorPosition)
        /// One of the selectors holds.
        case any([VisibilitySelector])
        case not([VisibilitySelector])
        /// Known to be so for all elements, or not known.
        case constant(SelectorMatch)

        /// The selectors within it.
        var inner: [VisibilitySelector] {
            switch self {
            case .any(let selectors), .not(let selectors): selectors
            case .name, .attribute, .position, .constant: []
            }
        }
    }

    /// The sign between a compound and the one before it.
    enum Combinator {
        case descendant, child, next, later
    }

    struct Compound {
        var parts: [Part] = []
        /// The relation to the compound before; `nil` for the first one.
        var combinator: Combinator?
    }

    var compounds: [Compound]
    /// Ids, classes and elements, as digits of base 256.
    var specificity = 0
    /// The number of its compounds, and of those of selectors within it: each rule within another one holds the selectors of that.
    var size = 1

    init(compounds: [Compound] = []) {
        self.compounds = compounds
    }

    /// The name of all elements.
    static let any = name(UInt8(ascii: "*"), [])
    /// The name of elements that lead somewhere.
    static let link = name(UInt8(ascii: ":"), "link".utf8)

    /// The name of an element, a class (`.`), an id (`#`) or an attribute (`[`). Case does not count, as in pages without
    /// a `DOCTYPE`.
    static func name(_ sign: UInt8, _ word: some Sequence<UInt8>) -> UInt64 {
        // FNV-1a
        word.reduce((0xCBF2_9CE4_8422_2325 ^ UInt64(sign)) &* 0x100_0000_01B3) {
            ($0 ^ UInt64($1.asciiLowercase)) &* 0x100_0000_01B3
        }
    }

    /// The names that the element itself must have, `any` if there is none.
    var names: [UInt64] {
        let names = (compounds.last?.parts ?? []).compactMap { part in
            if case .name(let name) = part { name } else { nil }
        }
        return names.isEmpty ? [Self.any] : names
    }

    /// The names that elements around its element must have.
    var outerNames: [UInt64] {
        compounds.indices.dropLast().flatMap { index -> [UInt64] in
            guard [.child, .descendant].contains(compounds[index + 1].combinator) else { return [] }
            return compounds[index].parts.compactMap { part in
                if case .name(let name) = part { name } else { nil }
            }
        }
    }

    /// The only name that the selector asks for, and nothing more; `nil` if there is more.
    var onlyName: UInt64? {
        guard compounds.count == 1, compounds[0].parts.count <= 1 else { return nil }
        guard let part = compounds[0].parts.first else { return Self.any }
        if case .name(let name) = part { return name }
        return nil
    }

    /// All parts, those of selectors within it too.
    var parts: [Part] {
        compounds.flatMap(\.parts).flatMap { part in [part] + part.inner.flatMap(\.parts) }
    }

    /// True if it asks for the elements before one.
    var needsSiblings: Bool {
        compounds.contains { compound in
            compound.combinator == .next || compound.combinator == .later
                || compound.parts.contains { $0.inner.contains(where: \.needsSiblings) }
        }
    }
}

/// A place among the children of an element: `:nth-child(2n + 1)`, `:last-of-type`.
struct SelectorPosition {
    /// The place is `step * n + offset` for some *n* of at least zero.
    var step = 0, offset = 1
    var isFromEnd: Bool, isOfType: Bool

    init(isFromEnd: Bool = false, isOfType: Bool = false) {
        self.isFromEnd = isFromEnd
        self.isOfType = isOfType
    }

    func holds(_ position: ElementPositions.Position) -> Bool {
        let place =
            switch (isFromEnd, isOfType) {
            case (false, false): position.index
            case (false, true): position.indexOfType
            case (true, false): position.indexFromEnd
            case (true, true): position.indexOfTypeFromEnd
            }
        let beyond = Int(place) - offset
        return step == 0 ? beyond == 0 : beyond % step == 0 && beyond / step >= 0
    }
}
