/// The visibility of text at a place of a page, as the elements around it leave it. In doubt text is seen.
struct TextVisibility {
    /// True if a reader does not see the text.
    private(set) var isHidden = false

    /// True if nothing within can be seen, whatever its own style.
    private var isGone = false
    private var isInvisible = false
    private var fontSize = 16.0
    private var opacity = 1.0
    private var color = CSSColor.unknown
    private var background = CSSColor.white
    private var shadow = CSSColor.transparent
    /// True if the text is cut out of the background, and shows that.
    private var isCutOut = false

    /// Pixels below which neither text nor a box can be read.
    private static let least = 3.0
    /// The opacity below which nothing is seen.
    private static let leastOpacity = 0.1
    /// The difference of a channel, of 255, up to which two colours look the same.
    private static let sameColor = 8.0

    /// Enters an element.
    ///
    /// - Parameters:
    ///   - style: all that is declared for it.
    ///   - element: its role.
    ///   - mayHaveBackground: true if a sheet that is not known may give it one.
    mutating func enter(_ style: VisibilityStyle, _ element: HTMLElement, mayHaveBackground: Bool) {
        if !style.isEmpty {
            isGone = isGone || Self.isGone(style, element)
            isInvisible = style.flag(.visibility) ?? isInvisible
            opacity *= (style.number(.opacity) ?? 1) * (style.number(.filter) ?? 1)
            resize(style[.fontSize])
        }
        recolor(style, mayHaveBackground: mayHaveBackground)
        isHidden =
            isGone || isInvisible || fontSize < Self.least || opacity < Self.leastOpacity || hasColorOfBackground
    }

    // MARK: Boxes

    private static func isGone(_ style: VisibilityStyle, _ element: HTMLElement) -> Bool {
        let hiding: [VisibilityStyle.Property] = [.display, .contentVisibility, .clip]
        return hiding.contains { style.flag($0) == true } || isFarOff(style)
            || isBox(style, element) && isShrunk(style)
            // Buttons of mails are links that Outlook hides, because it draws its own; others show them.
            || element != .link && style.flag(.outlook) == true
    }

    /// True unless the element flows in a line or is part of a table, where neither its size nor a transform counts.
    private static func isBox(_ style: VisibilityStyle, _ element: HTMLElement) -> Bool {
        if style.flag(.isBox) == true { return true }
        if let isFlowed = style.flag(.isFlowed) { return !isFlowed }
        switch element {
        case .inline, .link, .table, .rowGroup, .row, .cell: return false
        default: return true
        }
    }

    /// True if the box has no size and cuts off what is larger, or nothing is left by a transform or clip path.
    private static func isShrunk(_ style: VisibilityStyle) -> Bool {
        let shrinking: [VisibilityStyle.Property] = [.clipPath, .transform, .scale, .translate]
        if shrinking.contains(where: { style.flag($0) == true }) { return true }
        guard style.flag(.overflow) == true else { return false }
        return isShort(style, [.height, .maximumHeight], unless: [.minimumHeight, .paddingTop])
            || isShort(style, [.width, .maximumWidth], unless: [.minimumWidth, .paddingLeft])
    }

    private static func isShort(
        _ style: VisibilityStyle, _ sizes: [VisibilityStyle.Property], unless others: [VisibilityStyle.Property]
    ) -> Bool {
        sizes.contains { style.number($0) ?? least < least } && others.allSatisfy { style.number($0) ?? 0 < least }
    }

    /// True if the element is moved off the page. A padding as wide brings back what a margin moves.
    private static func isFarOff(_ style: VisibilityStyle) -> Bool {
        let moving: [VisibilityStyle.Property] = [.left, .top, .right, .bottom, .indent]
        if moving.contains(where: { style.flag($0) == true }) { return true }
        return style.flag(.marginLeft) == true && style.number(.paddingLeft) ?? 0 < 500
            || style.flag(.marginTop) == true && style.number(.paddingTop) ?? 0 < 500
    }

    // MARK: Text

    /// Sets the size of the font. Quotes within quotes shrink little by little, and stay text.
    private mutating func resize(_ size: VisibilityStyle.Value?) {
        switch size {
        case .number(let pixels): fontSize = pixels
        case .factor(let factor) where factor >= 0.5 && fontSize >= Self.least:
            fontSize = max(fontSize * factor, Self.least)
        case .factor(let factor): fontSize *= factor
        default: break
        }
    }

    private mutating func recolor(_ style: VisibilityStyle, mayHaveBackground: Bool) {
        if let own = style.color(.fill) ?? style.color(.color), own != .inherited, own != .current { color = own }
        if let own = style.color(.background), own != .inherited {
            background = (own == .current ? color : own).over(background)
        } else if mayHaveBackground {
            background = .unknown
        }
        if style.flag(.picture) == true { background = .unknown }
        shadow = style.color(.shadow) ?? shadow
        isCutOut = isCutOut || style.flag(.clipsToText) == true
    }

    private var hasColorOfBackground: Bool {
        !isCutOut && isLost(color) && (shadow == .current || isLost(shadow))
    }

    /// True if nothing of that colour stands out from the background.
    private func isLost(_ color: CSSColor) -> Bool {
        guard case .rgb(let color, let alpha) = color else { return false }
        if alpha < Self.leastOpacity { return true }
        guard case .rgb(let under, _) = background else { return false }
        let (difference, opposite) = ((color - under) * alpha, (under - color) * alpha)
        return max(difference.max(), opposite.max()) <= Self.sameColor
    }
}
