/// Reads the values of properties. A value that is not understood declares nothing, as in a browser; one that could
/// be anything, such as a variable, shows the text.
enum VisibilityDeclaration {
    typealias Declared = [(VisibilityStyle.Property, VisibilityStyle.Value)]
    typealias Parser = @Sendable (String) -> Declared

    /// The parser of the values of the property; `nil` if it does not matter.
    static func parser(of name: String) -> Parser? { parsers[name] }

    private static let parsers: [String: Parser] = [
        "display": display,
        "visibility": words(.visibility, true: ["hidden", "collapse"], false: ["visible", "initial"]),
        "content-visibility": words(.contentVisibility, true: ["hidden"], false: ["visible", "auto"] + resets),
        "mso-hide": words(.outlook, true: ["all"], false: ["none", "screen"]),
        "position": words(.isBox, true: ["absolute", "fixed"], false: []),
        "float": words(.isBox, true: ["left", "right"], false: []),
        "overflow": overflow, "overflow-x": overflow, "overflow-y": overflow,
        "white-space": words(
            .isPreformatted, true: ["pre", "pre-wrap", "break-spaces"], false: ["normal", "nowrap", "pre-line"]),
        "font-size": { fontSize($0).map { [(.fontSize, $0)] } ?? [] },
        "font": font,
        "opacity": { CSSNumber($0)?.share.map { [(.opacity, .number($0))] } ?? reset($0, .opacity, to: 1) },
        "filter": filter,
        "color": { color($0).map { [(.color, .color($0))] } ?? [] },
        "-webkit-text-fill-color": { color($0).map { [(.fill, .color($0))] } ?? [] },
        "text-shadow": shadow,
        "background": background,
        "background-color": { color($0).map { [(.background, .color($0))] } ?? [] },
        "background-image": { [(.picture, .flag(!(["none"] + resets).contains($0)))] },
        "background-clip": { [(.clipsToText, .flag($0 == "text"))] },
        "-webkit-background-clip": { [(.clipsToText, .flag($0 == "text"))] },
        "height": length(.height), "width": length(.width),
        "max-height": length(.maximumHeight), "max-width": length(.maximumWidth),
        "min-height": length(.minimumHeight), "min-width": length(.minimumWidth),
        "padding": padding, "padding-left": length(.paddingLeft), "padding-right": length(.paddingLeft),
        "padding-top": length(.paddingTop), "padding-bottom": length(.paddingTop),
        "left": offset(.left), "top": offset(.top), "right": offset(.right), "bottom": offset(.bottom),
        "text-indent": offset(.indent), "margin-left": offset(.marginLeft), "margin-top": offset(.marginTop),
        "margin": margin, "clip": clip, "clip-path": clipPath, "-webkit-clip-path": clipPath,
        "transform": transform, "-webkit-transform": transform,
        "scale": { [(.scale, .flag(CSSNumber.all(in: $0).contains(where: isTiny)))] },
        "translate": { [(.translate, .flag(CSSNumber.all(in: $0).contains(where: isFar)))] },
    ]

    private static let resets = ["initial", "inherit", "unset", "revert"]

    private static func words(_ property: VisibilityStyle.Property, true: [String], false: [String]) -> Parser {
        { value in
            if `true`.contains(value) { return [(property, .flag(true))] }
            return `false`.contains(value) ? [(property, .flag(false))] : []
        }
    }

    private static func reset(_ value: String, _ property: VisibilityStyle.Property, to number: Double) -> Declared {
        resets.contains(value) ? [(property, .number(number))] : []
    }

    private static let overflow = words(
        .overflow, true: ["hidden", "clip", "auto", "scroll"], false: ["visible"] + resets)

    // MARK: Boxes

    @Sendable private static func display(_ value: String) -> Declared {
        if value == "none" { return [(.display, .flag(true))] }
        if value == "inline" || value == "contents" { return [(.display, .flag(false)), (.isFlowed, .flag(true))] }
        let first = value.prefix { $0.isLetter }
        let isKnown = ["block", "flex", "grid", "inline", "table", "list", "flow", "ruby"].contains(String(first))
        let isOfBrowser = value.hasPrefix("-webkit-") || value.hasPrefix("-ms-")
        guard isKnown || isOfBrowser || resets.contains(value) else { return [] }
        return [(.display, .flag(false)), (.isFlowed, .flag(resets.contains(value) || first == "table"))]
    }

    /// A length of a box; what is none, such as `auto`, leaves room.
    private static func length(_ property: VisibilityStyle.Property) -> Parser {
        { [(property, .number(CSSNumber($0)?.pixels(percent: 16) ?? .infinity))] }
    }

    @Sendable private static func padding(_ value: String) -> Declared {
        let sides = CSSNumber.all(in: value).map { $0.pixels(percent: 16) ?? 0 }
        guard let first = sides.first else { return [] }
        let across = max(sides.count > 1 ? sides[1] : first, sides.count > 3 ? sides[3] : 0)
        return [(.paddingTop, .number(max(first, sides.count > 2 ? sides[2] : 0))), (.paddingLeft, .number(across))]
    }

    // MARK: Places

    private static func offset(_ property: VisibilityStyle.Property) -> Parser {
        { value in
            if let number = CSSNumber(value) { return [(property, .flag(isFar(number)))] }
            return (["auto"] + resets).contains(value) || value.contains("(") ? [(property, .flag(false))] : []
        }
    }

    /// True for what lies far out of a page to its left or top, or out of any page to its right.
    @Sendable private static func isFar(_ number: CSSNumber) -> Bool {
        guard let pixels = number.pixels(percent: 2) else { return false }
        return pixels < -500 || pixels > 5_000
    }

    @Sendable private static func margin(_ value: String) -> Declared {
        let sides = value.split(separator: " ").map { CSSNumber($0).map(isFar) ?? false }
        guard let first = sides.first else { return [] }
        let left = sides.count > 3 ? sides[3] : sides.count > 1 ? sides[1] : first
        return [(.marginTop, .flag(first)), (.marginLeft, .flag(left))]
    }

    @Sendable private static func transform(_ value: String) -> Declared {
        let isHidden = functions(in: value).contains { name, arguments in
            let numbers = CSSNumber.all(in: arguments)
            if name.hasPrefix("scale") { return numbers.contains(where: isTiny) }
            if name == "matrix" { return numbers.count == 6 && numbers.prefix(4).allSatisfy(isTiny) }
            return name.hasPrefix("translate") && numbers.contains(where: isFar)
        }
        return [(.transform, .flag(isHidden))]
    }

    private static func isTiny(_ number: CSSNumber) -> Bool { abs(number.share ?? 1) < 0.1 }

    /// `rect(0 0 0 0)`: nothing is left between two sides.
    @Sendable private static func clip(_ value: String) -> Declared {
        let sides = functions(in: value).filter { $0.name == "rect" }.flatMap { CSSNumber.all(in: $0.arguments) }
        guard sides.count == 4 else { return [(.clip, .flag(false))] }
        let pixels = sides.map { $0.pixels(percent: 16) ?? .infinity }
        return [(.clip, .flag(pixels[2] - pixels[0] < 3 || pixels[1] - pixels[3] < 3))]
    }

    @Sendable private static func clipPath(_ value: String) -> Declared {
        guard let (name, arguments) = functions(in: value).first else { return [(.clipPath, .flag(false))] }
        let numbers = CSSNumber.all(in: arguments.prefix { $0 != "a" })
        switch name {
        case "inset":
            let sides = numbers.map { $0.unit == "%" ? $0.value : isFar($0) ? 100 : 0 }
            guard let first = sides.first else { return [] }
            let right = sides.count > 1 ? sides[1] : first
            let height = first + (sides.count > 2 ? sides[2] : first)
            let width = right + (sides.count > 3 ? sides[3] : right)
            return [(.clipPath, .flag(height >= 100 || width >= 100))]
        case "circle", "ellipse": return [(.clipPath, .flag(numbers.contains { abs($0.pixels(percent: 1) ?? 9) < 1 }))]
        default: return [(.clipPath, .flag(!numbers.isEmpty && numbers.allSatisfy { $0.value == 0 }))]
        }
    }

    /// The functions of a list: `translate(0,0) scale(0)`.
    private static func functions(in value: String) -> [(name: Substring, arguments: Substring)] {
        value.split(separator: ")").compactMap { piece in
            guard let open = piece.firstIndex(of: "(") else { return nil }
            return (piece[..<open].trimmingPrefix { " ,".contains($0) }, piece[open...].dropFirst())
        }
    }

    // MARK: Text

    private static func fontSize(_ value: some StringProtocol) -> VisibilityStyle.Value? {
        if let number = CSSNumber(value) {
            if ["em", "%", "ex", "ch"].contains(number.unit) {
                return .factor(number.pixels(em: 1, percent: 0.01) ?? 1)
            }
            return number.pixels(percent: 0).flatMap { $0 < 0 ? nil : .number($0) }
        }
        switch value {
        case "inherit", "unset", "revert": return .factor(1)
        case "smaller": return .factor(0.8)
        case "larger": return .factor(1.2)
        case "xx-small", "x-small", "small", "medium", "large", "x-large", "xx-large", "initial": return .number(16)
        default: return value.contains("(") ? .number(16) : nil
        }
    }

    /// The size in `italic 700 12px/1.5 Arial`: the first word that can be one.
    @Sendable private static func font(_ value: String) -> Declared {
        let words = value.split(separator: " ").map { $0.prefix { $0 != "/" } }
        return words.lazy.compactMap { fontSize($0) }.first.map { [(.fontSize, $0)] } ?? []
    }

    @Sendable private static func filter(_ value: String) -> Declared {
        let share = functions(in: value).first { $0.name == "opacity" }.flatMap { CSSNumber($0.arguments)?.share }
        return [(.filter, .number(share ?? 1))]
    }

    // MARK: Colours

    private static func color(_ value: String) -> CSSColor? { CSSColor(value) }

    /// The colour and the picture of `#fff url(…) no-repeat`.
    @Sendable private static func background(_ value: String) -> Declared {
        let words = words(of: value)
        let hasPicture = words.contains { $0.hasPrefix("url(") || $0.contains("gradient(") || $0.contains("image") }
        let color = words.lazy.filter { !$0.hasPrefix("url(") }.compactMap { CSSColor($0) }.first ?? .transparent
        return [
            (.background, .color(resets.contains(value) ? .transparent : color)),
            (.picture, .flag(hasPicture || value.contains("var("))), (.clipsToText, .flag(words.contains("text"))),
        ]
    }

    /// The colour of a shadow; of several it is not known.
    @Sendable private static func shadow(_ value: String) -> Declared {
        if (["none"] + resets).contains(value) { return [(.shadow, .color(.transparent))] }
        let colors = words(of: value).compactMap { CSSColor($0) }
        return [(.shadow, .color(colors.count > 1 ? .unknown : colors.first ?? .current))]
    }

    /// The words, of which a function is one.
    private static func words(of value: String) -> [Substring] {
        var depth = 0
        return value.split { character in
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            return depth == 0 && (character == " " || character == ",")
        }
    }
}
