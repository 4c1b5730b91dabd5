/// Properties of what box an element makes, and of its size.
extension VisibilityDeclaration {
    static let boxes: [String: Parser] = [
        "display": display,
        "visibility": words(.visibility, true: ["hidden", "collapse"], false: ["visible", "initial"]),
        "content-visibility": words(.contentVisibility, true: ["hidden"], false: ["visible", "auto"] + resets),
        "mso-hide": words(.outlook, true: ["all"], false: ["none", "screen"]),
        "position": position,
        "float": words(.isBox, true: ["left", "right", "inline-start", "inline-end"], false: []),
        "overflow": overflow,
        "contain": { value in
            [(.isContained, .flag(value.split(separator: " ").contains { $0 == "strict" || $0 == "size" }))]
        },
        "content": { [(.content, .flag($0.contains("url(") || $0.contains("image") || $0.contains("gradient")))] },
        "height": length(.height), "width": length(.width),
        "max-height": length(.maximumHeight), "max-width": length(.maximumWidth),
        "min-height": length(.minimumHeight), "min-width": length(.minimumWidth),
        "padding": padding, "padding-left": length(.paddingLeft), "padding-right": length(.paddingLeft),
        "padding-top": length(.paddingTop), "padding-bottom": length(.paddingTop),
        "clip": clip, "clip-path": clipPath,
        "mask": hides(.mask, unless: ["none", ""]), "mask-image": hides(.mask, unless: ["none", ""]),
        "offset-path": hides(.motion, unless: ["none", "auto"]), "offset": hides(.motion, unless: ["none", "auto"]),
        "z-index": { value in
            let level = CSSQuantity(value, .share).map { $0.number ?? -1 } ?? 0
            return [(.isBehind, .flag(level < 0)), (.level, .number(level))]
        },
    ]

    private static let overflow: Parser = { value in
        let words = CSSWords.split(value, isSeparator: CSSWords.isSpace)
        if words.contains(where: { ["hidden", "clip", "auto", "scroll", "overlay"].contains($0) }) {
            return [(.overflow, .flag(true))]
        }
        return (["visible"] + resets).contains(value) ? [(.overflow, .flag(false))] : []
    }

    private static let display: Parser = { value in
        if value == "none" { return [(.display, .flag(true))] }
        if value == "inline" || value == "contents" { return [(.display, .flag(false)), (.isFlowed, .flag(true))] }
        if value.contains("(") { return [(.display, .flag(true))] }
        let first = value.prefix { $0.isLetter }
        let known = ["block", "flex", "grid", "inline", "table", "list", "flow", "ruby", "math"]
        let isKnown = known.contains(String(first))
        let isOfBrowser = value.hasPrefix("-webkit-") || value.hasPrefix("-ms-") || value.hasPrefix("-moz-")
        guard isKnown || isOfBrowser || resets.contains(value) else { return [] }
        return [(.display, .flag(false)), (.isFlowed, .flag(resets.contains(value) || first == "table"))]
    }

    private static let position: Parser = { value in
        switch value {
        case "absolute": [(.isBox, .flag(true)), (.isPlaced, .flag(true)), (.isContainer, .flag(true))]
        case "fixed": [(.isBox, .flag(true)), (.isPlaced, .flag(false)), (.isContainer, .flag(true))]
        case "relative", "sticky", "-webkit-sticky": [(.isPlaced, .flag(false)), (.isContainer, .flag(true))]
        case "static": [(.isPlaced, .flag(false)), (.isContainer, .flag(false))]
        default: []
        }
    }

    /// A length of a box; what is none, such as `auto`, leaves room.
    private static func length(_ property: VisibilityStyle.Property) -> Parser {
        { value in
            switch CSSQuantity(value, .length(percent: 16)) {
            case .number(let pixels): [(property, .number(pixels))]
            case .doubtful where !value.hasPrefix("fit-content") && !value.hasPrefix("-"): [(property, .number(0))]
            case .doubtful, nil: [(property, .number(.infinity))]
            }
        }
    }

    private static let padding: Parser = { value in
        let sides = CSSQuantity.all(in: value, .length(percent: 16)).map { $0.number ?? 0 }
        guard let first = sides.first else { return [] }
        let across = max(sides.count > 1 ? sides[1] : first, sides.count > 3 ? sides[3] : 0)
        return [(.paddingTop, .number(max(first, sides.count > 2 ? sides[2] : 0))), (.paddingLeft, .number(across))]
    }

    // MARK: Clips

    /// `rect(0 0 0 0)`: nothing is left between two sides.
    private static let clip: Parser = { value in
        if (["auto"] + resets).contains(value) { return [(.clip, .flag(false))] }
        guard let (name, arguments) = CSSWords.functions(in: value).first, let arguments, name == "rect" else {
            return []
        }
        let sides = CSSWords.split(arguments, isSeparator: CSSWords.isListSeparator)
        guard sides.count == 4 else { return [] }
        // A side that is `auto` leaves all; one that cannot be computed leaves nothing.
        let ends = [(0, 0.0), (1, Double.infinity), (2, .infinity), (3, 0)].map { index, whole in
            let side = CSSQuantity(sides[index], .length(percent: 16))
            return side == .doubtful ? .nan : side?.number ?? whole
        }
        return [(.clip, .flag(!(ends[2] - ends[0] >= 3 && ends[1] - ends[3] >= 3)))]
    }

    private static let clipPath: Parser = { value in
        if (["none"] + resets).contains(value) { return [(.clipPath, .flag(false))] }
        let functions = CSSWords.functions(in: value)
        guard let (name, arguments) = functions.first(where: { $0.arguments != nil }), let arguments else {
            // A box of the element.
            return value.hasSuffix("-box") ? [(.clipPath, .flag(false))] : []
        }
        return [(.clipPath, .flag(!leavesMuch(name, arguments)))]
    }

    /// True for a shape that is known to leave a good part of a box.
    private static func leavesMuch(_ name: Substring, _ arguments: Substring) -> Bool {
        let words = CSSWords.split(arguments, isSeparator: CSSWords.isListSeparator)
        let shape = words.prefix { $0 != "at" && $0 != "round" }
        let quantities = shape.map { CSSQuantity($0, .length(percent: 1)) }
        guard !quantities.contains(.doubtful) else { return false }
        switch name {
        case "inset":
            let sides = quantities.enumerated().map { index, quantity in
                shape[index].hasSuffix("%") ? quantity?.number ?? 0 : abs(quantity?.number ?? 0) > 300 ? 100 : 0
            }
            guard let first = sides.first else { return false }
            let right = sides.count > 1 ? sides[1] : first
            let height = first + (sides.count > 2 ? sides[2] : first)
            return height < 95 && right + (sides.count > 3 ? sides[3] : right) < 95
        case "circle", "ellipse":
            return quantities.allSatisfy { $0?.number ?? 100 >= 3 } && isOnBox(words.drop { $0 != "at" }.dropFirst())
        case "polygon": return area(arguments) > 0.1
        default: return false
        }
    }

    /// True if the centre of a circle lies on its box or near it.
    private static func isOnBox(_ center: ArraySlice<Substring>) -> Bool {
        center.allSatisfy { (-50...150).contains(CSSQuantity($0, .length(percent: 1))?.number ?? 50) }
    }

    /// The share of its box that a polygon takes, if the box is 200 pixels wide and high.
    private static func area(_ arguments: Substring) -> Double {
        let corners = CSSWords.split(arguments, isSeparator: CSSWords.isComma).compactMap { corner in
            let place = CSSQuantity.all(in: corner, .length(percent: 2)).map { min(max($0.number ?? 0, 0), 200) }
            return place.count == 2 ? SIMD2(place[0], place[1]) : nil
        }
        guard let last = corners.last else { return 0 }
        var (area, before) = (0.0, last)
        for corner in corners {
            area += before.x * corner.y - corner.x * before.y
            before = corner
        }
        return abs(area) / 2 / 40_000
    }
}
