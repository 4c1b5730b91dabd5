/// Properties that move a box, or change its size on the page.
extension VisibilityDeclaration {
    static let places: [String: Parser] = [
        "left": offset(.left), "top": offset(.top), "right": offset(.right), "bottom": offset(.bottom),
        "inset": inset, "inset-inline": sides(.left, .right), "inset-block": sides(.top, .bottom),
        "text-indent": offset(.indent), "margin-left": offset(.marginLeft), "margin-top": offset(.marginTop),
        "margin": margin,
        "transform": transform, "rotate": rotate, "translate": translate, "scale": scale,
        "zoom": number(.zoom, .share, doubt: 0, reset: 1, words: ["normal", "reset"]),
        "backface-visibility": words(.isOneSided, true: ["hidden"], false: ["visible"] + resets),
    ]

    /// Pixels that move a box; those that cannot be computed move it off the page.
    private static func pixels(_ value: some StringProtocol) -> Double? {
        let quantity = CSSQuantity(value, .length(percent: 2))
        return quantity == .doubtful ? -.infinity : quantity?.number
    }

    private static func offset(_ property: VisibilityStyle.Property) -> Parser {
        { value in
            // Of a list, as `margin-inline` has one, the first counts.
            let first = CSSWords.split(value, isSeparator: CSSWords.isSpace).first ?? ""
            if let pixels = pixels(first) { return [(property, .number(pixels))] }
            return (["auto"] + resets).contains(String(first)) ? [(property, .number(.nan))] : []
        }
    }

    private static func sides(
        _ first: VisibilityStyle.Property, _ second: VisibilityStyle.Property
    ) -> Parser {
        { value in
            let sides = CSSWords.split(value, isSeparator: CSSWords.isSpace).map { pixels($0) ?? .nan }
            guard let start = sides.first else { return [] }
            return [(first, .number(start)), (second, .number(sides.count > 1 ? sides[1] : start))]
        }
    }

    private static let inset: Parser = { value in
        let sides = CSSWords.split(value, isSeparator: CSSWords.isSpace).map { pixels($0) ?? .nan }
        guard let first = sides.first else { return [] }
        let right = sides.count > 1 ? sides[1] : first
        return [
            (.top, .number(first)), (.right, .number(right)), (.bottom, .number(sides.count > 2 ? sides[2] : first)),
            (.left, .number(sides.count > 3 ? sides[3] : right)),
        ]
    }

    private static let margin: Parser = { value in
        let sides = CSSWords.split(value, isSeparator: CSSWords.isSpace).map { pixels($0) ?? 0 }
        guard let first = sides.first else { return [] }
        let left = sides.count > 3 ? sides[3] : sides.count > 1 ? sides[1] : first
        return [(.marginTop, .number(first)), (.marginLeft, .number(left))]
    }

    private static let transform: Parser = { value in
        let isReset = (["none"] + resets).contains(value)
        guard isReset || !CSSWords.functions(in: value).contains(where: { $0.arguments == nil }) else { return [] }
        let effect = isReset ? CSSTransform.Effect() : CSSTransform.effect(of: value)
        return [
            (.transformScale, .number(effect?.scale ?? 0)), (.transformX, .number(effect?.x ?? 0)),
            (.transformY, .number(effect?.y ?? 0)), (.isTurned, .flag(effect?.isTurned ?? false)),
        ]
    }

    private static let rotate: Parser = { value in
        let effect = CSSTransform.effect(ofRotation: value)
        return [(.rotationScale, .number(effect?.scale ?? 0)), (.isRotated, .flag(effect?.isTurned ?? false))]
    }

    private static let translate: Parser = { value in
        let lengths = CSSQuantity.all(in: value, .length(percent: 2)).map { $0.number ?? -.infinity }
        return [(.translateX, .number(lengths.first ?? 0)), (.translateY, .number(lengths.dropFirst().first ?? 0))]
    }

    /// The smaller side counts.
    private static let scale: Parser = { value in
        let shares = CSSQuantity.all(in: value, .share).prefix(2).map { abs($0.number ?? 0) }
        return [(.scale, .number(shares.min() ?? 1))]
    }
}
