/// Properties of colours, pictures and effects.
extension VisibilityDeclaration {
    static let paints: [String: Parser] = [
        "opacity": number(.opacity, .share, doubt: 0, reset: 1),
        "filter": filter,
        "mix-blend-mode": hides(.blend, unless: ["normal"]),
        "color": { CSSColor($0).map { [(.color, .color($0))] } ?? [] },
        "-webkit-text-fill-color": { CSSColor($0).map { [(.fill, .color($0))] } ?? [] },
        "-webkit-text-stroke": stroke, "-webkit-text-stroke-width": stroke, "-webkit-text-stroke-color": stroke,
        "text-shadow": shadow,
        "background": background, "background-color": backgroundColor, "background-image": backgroundImage,
        "background-size": size,
        "background-clip": { [(.clipsToText, .flag($0.contains("text")))] },
        "color-scheme": { value in
            let words = value.split(separator: " ")
            return [(.isDark, .flag(words.contains("dark") && !words.contains("light")))]
        },
    ]

    // MARK: Filters

    /// Opacity is computed. Effects that leave nothing in certain cases hide; others may make two colours one.
    private static let filter: Parser = { value in
        if (["none"] + resets).contains(value) { return [(.filter, .number(1)), (.recolors, .flag(false))] }
        let functions = CSSWords.functions(in: value)
        guard !functions.isEmpty, !functions.contains(where: { $0.arguments == nil }) else { return [] }
        var (opacity, recolors) = (1.0, false)
        for (name, arguments) in functions {
            let share = CSSQuantity(arguments ?? "", .share) ?? (arguments == "" ? .number(1) : .doubtful)
            switch name {
            case "opacity": opacity *= share.number ?? 0
            case "grayscale", "sepia", "saturate", "hue-rotate": recolors = true
            case "drop-shadow": break
            case "brightness", "contrast": if !(0.3...3).contains(share.number ?? 0) { opacity = 0 }
            case "invert": if share.number ?? 1 > 0.3 { opacity = 0 }
            case "blur":
                let radius = CSSQuantity(arguments ?? "", .length(percent: 0)) ?? .number(0)
                if radius.number ?? 9 >= 3 { opacity = 0 }
            // What old versions of Internet Explorer read is dropped by browsers.
            case "alpha": return []
            case _ where name.hasPrefix("progid"): return []
            default: opacity = 0
            }
        }
        return [(.filter, .number(opacity)), (.recolors, .flag(recolors))]
    }

    // MARK: Backgrounds

    private static func ownColor(_ value: some StringProtocol) -> CSSColor? {
        resets.contains(String(value)) && value != "inherit" ? .transparent : CSSColor(value)
    }

    private static let backgroundColor: Parser = { value in
        ownColor(value).map { [(.background, .color($0))] } ?? []
    }

    private static let backgroundImage: Parser = { value in
        if (["none"] + resets).contains(value) { return [(.picture, .flag(false))] }
        guard let color = colorOfGradient(value) else { return [(.picture, .flag(value.contains("(")))] }
        return [(.picture, .color(color))]
    }

    /// The colour and the picture of `#fff url(…) no-repeat`.
    private static let background: Parser = { value in
        let words = CSSWords.split(value) { $0 == 0x20 || $0 == UInt8(ascii: ",") }
        let pictures = words.filter(isPicture)
        let color = words.lazy.filter { !isPicture($0) }.compactMap { ownColor($0) }.first ?? .transparent
        let gradient = pictures.count == 1 ? colorOfGradient(pictures[0]) : nil
        let rest = CSSWords.split(value) { $0 == UInt8(ascii: "/") }.dropFirst().first
        return [
            (.background, .color(color)), rest.flatMap { size(String($0)).first } ?? (.isTiny, .flag(false)),
            (.picture, gradient.map { .color($0) } ?? .flag(!pictures.isEmpty)),
            (.clipsToText, .flag(words.contains("text"))),
        ]
    }

    /// A picture that is not to be seen is none.
    private static let size: Parser = { value in
        let sizes = CSSQuantity.all(in: value, .length(percent: 16))
        return [(.isTiny, .flag(sizes.contains { $0.number ?? 0 < 3 }))]
    }

    private static func isPicture(_ word: Substring) -> Bool {
        guard let open = word.utf8.firstIndex(of: UInt8(ascii: "(")) else { return false }
        let name = word[..<open]
        return name == "url" || name.hasSuffix("gradient") || name.contains("image") || name.hasSuffix("element")
            || name == "cross-fade" || name == "paint"
    }

    /// The only colour of a gradient, such as that from white to white; `nil` if it has several.
    private static func colorOfGradient(_ value: some StringProtocol) -> CSSColor? {
        guard let (name, arguments) = CSSWords.functions(in: value).first, name.hasSuffix("gradient"), let arguments
        else { return nil }
        let colors = CSSWords.split(arguments) { $0 == 0x20 || $0 == UInt8(ascii: ",") }.compactMap { CSSColor($0) }
        guard let color = colors.first, case .rgb = color else { return nil }
        return colors.allSatisfy { $0.isOpaque && $0.isNear(color) } ? color : nil
    }

    // MARK: Text

    /// The colour of a shadow that lies near its text; of several it is not known.
    private static let shadow: Parser = { value in
        if (["none"] + resets).contains(value) { return [(.shadow, .color(.transparent))] }
        let words = CSSWords.split(value) { $0 == 0x20 || $0 == UInt8(ascii: ",") }
        let colors = words.compactMap { CSSColor($0) }.filter { $0.isNear(.transparent) == false }
        let lengths = words.compactMap { CSSQuantity($0, .length(percent: 0)) }
        guard lengths.count >= 2 else { return [] }
        let isNear = lengths.prefix(3).allSatisfy { abs($0.number ?? .infinity) <= 30 }
        let isOne = colors.allSatisfy { $0.isNear(colors[0]) }
        return [(.shadow, .color(!isNear ? .transparent : isOne ? colors.first ?? .current : .unknown))]
    }

    /// A stroke as wide as glyphs are covers them.
    private static let stroke: Parser = { value in
        let words = CSSWords.split(value, isSeparator: CSSWords.isSpace)
        let width = words.lazy.compactMap { CSSQuantity($0, .length(percent: 0)) }.first
        let color = words.lazy.filter { CSSNumber($0) == nil }.compactMap { CSSColor($0) }.first
        return (width.map { [(.strokeWidth, .number($0.number ?? 9))] } ?? [])
            + (color.map { [(.stroke, .color($0))] } ?? [])
    }
}
