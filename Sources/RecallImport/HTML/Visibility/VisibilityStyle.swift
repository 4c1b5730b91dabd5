/// The declarations of CSS that decide whether text is seen, each with its weight in the cascade.
struct VisibilityStyle {
    /// A property, or several of one effect.
    enum Property: UInt8, CaseIterable {
        // These hide an element with all in it.
        case display, contentVisibility, clip, clipPath
        case transform, scale, translate, outlook
        case left, top, right, bottom, indent, marginLeft, marginTop
        // These are judged together with others.
        case visibility, fontSize, opacity, filter, isBox, isFlowed, overflow
        case height, width, minimumHeight, minimumWidth, maximumHeight, maximumWidth, paddingLeft, paddingTop
        case color, fill, shadow, background, picture, clipsToText
        case isPreformatted
    }

    enum Value {
        case flag(Bool)
        /// Pixels, a share of 1.
        case number(Double)
        /// A multiple of the parent's.
        case factor(Double)
        case color(CSSColor)
    }

    /// The position of declarations in the cascade: the heaviest of a property counts.
    struct Weight {
        /// That of attributes from before CSS.
        static let attribute = Weight(value: 0)
        static let inline = Weight(value: 1 << 61)
        let value: UInt64

        /// That of a rule: of equally specific ones the later counts.
        static func rule(specificity: Int, order: Int) -> Weight {
            Weight(value: 1 << 60 | UInt64(min(specificity, 0xFF_FFFF)) << 32 | UInt64(order))
        }

        private init(value: UInt64) {
            self.value = value
        }

        fileprivate var important: Weight { Weight(value: value | 1 << 62) }
    }

    private var declared: [(property: Property, value: Value, weight: UInt64)] = []

    var isEmpty: Bool { declared.isEmpty }

    /// The style in the declarations of `css`, which is plain (`PlainCSS`).
    init(_ css: ArraySlice<UInt8> = [], weight: Weight = .inline) {
        for declaration in css.split(separator: UInt8(ascii: ";")) {
            guard let colon = declaration.firstIndex(of: UInt8(ascii: ":")) else { continue }
            guard let parser = VisibilityDeclaration.parser(of: Self.word(declaration[..<colon])) else { continue }
            let (value, isImportant) = Self.value(declaration[(colon + 1)...])
            for (property, value) in parser(value) { set(property, value, isImportant ? weight.important : weight) }
        }
    }

    /// The value, without the `!important` that may follow it.
    private static func value(_ bytes: ArraySlice<UInt8>) -> (value: String, isImportant: Bool) {
        guard let mark = bytes.lastIndex(of: UInt8(ascii: "!")), word(bytes[(mark + 1)...]) == "important" else {
            return (word(bytes), false)
        }
        return (word(bytes[..<mark]), true)
    }

    /// Declares a property, unless something heavier has.
    mutating func set(_ property: Property, _ value: Value, _ weight: Weight) {
        set(property, value, weight.value)
    }

    /// Adds the declarations of `other`.
    mutating func merge(_ other: VisibilityStyle) {
        for (property, value, weight) in other.declared { set(property, value, weight) }
    }

    subscript(property: Property) -> Value? {
        declared.first { $0.property == property }?.value
    }

    func flag(_ property: Property) -> Bool? {
        guard case .flag(let flag)? = self[property] else { return nil }
        return flag
    }

    func number(_ property: Property) -> Double? {
        guard case .number(let number)? = self[property] else { return nil }
        return number
    }

    func color(_ property: Property) -> CSSColor? {
        guard case .color(let color)? = self[property] else { return nil }
        return color
    }

    private mutating func set(_ property: Property, _ value: Value, _ weight: UInt64) {
        guard let index = declared.firstIndex(where: { $0.property == property }) else {
            return declared.append((property, value, weight))
        }
        if weight >= declared[index].weight { declared[index] = (property, value, weight) }
    }

    /// The text without white space around it.
    private static func word(_ bytes: some BidirectionalCollection<UInt8>) -> String {
        let start = bytes.drop { $0 == 0x20 }
        let end = start.lastIndex { $0 != 0x20 }.map { start.index(after: $0) } ?? start.startIndex
        return String(decoding: start[..<end], as: UTF8.self)
    }
}
