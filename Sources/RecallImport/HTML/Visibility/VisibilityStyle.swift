/// The declarations of CSS that decide whether text is seen, each with its weight in the cascade.
struct VisibilityStyle {
    /// A property, or several of one effect.
    enum Property: UInt8, CaseIterable {
        // These hide an element with all in it.
        case display, contentVisibility, content, clip, clipPath, mask, motion, blend, isBehind, outlook
        // These move it, or change its size on the page.
        case left, top, right, bottom, indent, marginLeft, marginTop
        case transformScale, transformX, transformY, rotationScale, scale, translateX, translateY, zoom
        case isTurned, isRotated, isOneSided
        // These are judged together with others.
        case visibility, fontSize, textSizeAdjust, opacity, filter, recolors
        case isBox, isPlaced, isContainer, level, isFlowed, overflow, isContained
        case height, width, minimumHeight, minimumWidth, maximumHeight, maximumWidth, paddingLeft, paddingTop
        case lineHeight, lettersOverlap, wordsOverlap, isMasked, isAdjusted
        case color, link, isLink, fill, stroke, strokeWidth, shadow, background, picture, isTiny, clipsToText, isDark
        /// A colour of a rule that may hold.
        case doubtfulColor
        case animation
        case isPreformatted
    }

    enum Value {
        case flag(Bool)
        /// Pixels, a share of 1.
        case number(Double)
        /// A multiple of the parent's, or of that of the page.
        case factor(Double), rootFactor(Double)
        case color(CSSColor)
        case names([String])
    }

    /// The position of declarations in the cascade: the heaviest of a property counts.
    struct Weight {
        /// That of attributes from before CSS.
        static let attribute = Weight(value: 0)
        static let inline = Weight(value: 1 << 61)
        let value: UInt64

        /// That of a rule: of equally specific ones the later counts, and all outweigh those of a layer.
        static func rule(specificity: Int, order: Int, isLayered: Bool = false) -> Weight {
            Weight(
                value: 1 << (isLayered ? 59 : 60) | UInt64(min(specificity, 0xFF_FFFF)) << 32 | UInt64(order))
        }

        /// That of a declaration that was made.
        static func of(_ value: UInt64) -> Weight { Weight(value: value) }

        private init(value: UInt64) {
            self.value = value
        }

        fileprivate var important: Weight { Weight(value: value | 1 << 62) }
    }

    /// A declaration of a variable, or one whose value refers to variables.
    struct Deferred {
        let name: String
        let value: String
        let weight: UInt64

        fileprivate func weighted(_ more: UInt64) -> Deferred {
            Deferred(name: name, value: value, weight: weight | more)
        }
    }

    /// The properties that are declared, by the bits of their numbers.
    private var present: (UInt64, UInt64) = (0, 0)
    private(set) var declared: [(property: Property, value: Value, weight: UInt64)] = []
    /// Variables (`--x`) in the order of their declaration.
    private(set) var variables: [Deferred] = []
    /// Declarations that refer to variables.
    private(set) var references: [Deferred] = []

    /// Variables of a style that are kept.
    static let mostVariables = 1_000
    private static let mostReferences = 256

    var isEmpty: Bool { declared.isEmpty && variables.isEmpty && references.isEmpty }

    /// The style in the declarations of `css`, which is plain (`PlainCSS`).
    init(_ css: ArraySlice<UInt8> = [], weight: Weight = .inline) {
        for declaration in css.split(separator: UInt8(ascii: ";")) {
            guard let colon = declaration.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let name = Self.word(declaration[..<colon])
            let isVariable = name.hasPrefix("--")
            guard isVariable || VisibilityDeclaration.parser(of: name) != nil else { continue }
            let (value, isImportant) = Self.value(declaration[(colon + 1)...])
            let weight = (isImportant ? weight.important : weight).value
            if isVariable {
                guard variables.count < Self.mostVariables else { continue }
                variables.append(Deferred(name: name, value: value, weight: weight))
            } else if value.contains("var(") {
                refer(Deferred(name: name, value: value, weight: weight))
            } else {
                declare(name, value, weight)
            }
        }
    }

    /// The value, without the `!important` that may follow it.
    private static func value(_ bytes: ArraySlice<UInt8>) -> (value: String, isImportant: Bool) {
        guard let mark = bytes.lastIndex(of: UInt8(ascii: "!")), word(bytes[(mark + 1)...]) == "important" else {
            return (word(bytes), false)
        }
        return (word(bytes[..<mark]), true)
    }

    private mutating func declare(_ name: String, _ value: String, _ weight: UInt64) {
        for (property, value) in VisibilityDeclaration.parser(of: name)?(value) ?? [] { set(property, value, weight) }
    }

    /// Declares what referred to variables, with a value in which they are replaced.
    mutating func declare(_ reference: Deferred, as value: String) {
        declare(reference.name, value, reference.weight)
    }

    /// Declares a property, unless something heavier has.
    mutating func set(_ property: Property, _ value: Value, _ weight: Weight) {
        set(property, value, weight.value)
    }

    /// Adds the declarations of `other`.
    mutating func merge(_ other: VisibilityStyle) {
        for (property, value, weight) in other.declared { set(property, value, weight) }
        if variables.count < Self.mostVariables { variables += other.variables }
        for reference in other.references { refer(reference) }
    }

    /// The same declarations as those of a rule, with its weight.
    func weighted(_ weight: Weight) -> VisibilityStyle {
        var style = self
        for index in style.declared.indices { style.declared[index].weight |= weight.value }
        style.variables = variables.map { $0.weighted(weight.value) }
        style.references = references.map { $0.weighted(weight.value) }
        return style
    }

    /// The declarations of some properties.
    func filtered(_ isKept: (Property) -> Bool) -> VisibilityStyle {
        var style = VisibilityStyle()
        for (property, value, weight) in declared where isKept(property) { style.set(property, value, weight) }
        return style
    }

    /// Adds the declarations of an animation, which outweigh all but those that are important.
    mutating func merge(animation: VisibilityStyle) {
        for (property, value, _) in animation.declared { set(property, value, 1 << 62 - 1) }
    }

    private mutating func refer(_ new: Deferred) {
        guard let index = references.firstIndex(where: { $0.name == new.name }) else {
            if references.count < Self.mostReferences { references.append(new) }
            return
        }
        if new.weight >= references[index].weight { references[index] = new }
    }

    /// True if the property is declared.
    func has(_ property: Property) -> Bool {
        let bit = property.rawValue
        return (bit < 64 ? present.0 >> UInt64(bit) : present.1 >> UInt64(bit - 64)) & 1 == 1
    }

    private mutating func set(_ property: Property, _ value: Value, _ weight: UInt64) {
        guard has(property), let index = declared.firstIndex(where: { $0.property == property }) else {
            if property.rawValue < 64 {
                present.0 |= 1 << UInt64(property.rawValue)
            } else {
                present.1 |= 1 << UInt64(property.rawValue - 64)
            }
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

extension VisibilityStyle {
    subscript(property: Property) -> Value? {
        has(property) ? declared.first { $0.property == property }?.value : nil
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
}
