/// The colours of text and of what is behind it.
struct TextColors {
    private var color = CSSColor.black
    /// That of links, unless it is another one.
    private var link = CSSColor.rgb([0, 0, 238], alpha: 1)
    /// A colour that a rule which may hold gives the text.
    private var doubtful: CSSColor?
    /// The colour of a font that may go on: text that is seen in it is seen.
    private var carried: CSSColor?
    private var background = CSSColor.white
    private var shadow = CSSColor.transparent
    private var stroke = CSSColor.transparent
    private var strokeWidth = 0.0
    /// True if an effect changes colours, which may make two of them one.
    private var areChanged = false

    /// The difference of a channel, of 255, up to which two colours look the same.
    private static let sameColor = 12.0
    /// The opacity below which nothing is seen.
    private static let leastOpacity = 0.1

    /// Enters an element, as `TextVisibility` does.
    mutating func enter(_ style: VisibilityStyle, isPage: Bool, mayHaveBackground: Bool) {
        guard !style.declared.isEmpty else {
            if mayHaveBackground { background = .unknown }
            return
        }
        if isPage, style.flag(.isDark) == true {
            background = .rgb([18, 18, 18], alpha: 1)
            color = .white
        }
        link = style.color(.link) ?? link
        if style.flag(.isLink) == true, style.color(.color) == nil { color = link }
        if let own = style.color(.fill) ?? style.color(.color), own != .inherited, own != .current { color = own }
        if style.color(.fill) ?? style.color(.color) != nil { carried = nil }
        doubtful = style.color(.doubtfulColor) ?? (style.color(.color) == nil ? doubtful : nil)
        shadow = style.color(.shadow) ?? shadow
        strokeWidth = style.number(.strokeWidth) ?? strokeWidth
        stroke = style.color(.stroke) ?? (style.number(.strokeWidth) == nil ? stroke : color)
        areChanged = style.flag(.recolors) ?? areChanged
        let behind = background
        paint(style, mayHaveBackground: mayHaveBackground)
        if style.flag(.clipsToText) == true {
            // The background is seen through the text alone.
            if !color.isOpaque { color = background }
            background = behind
        }
    }

    /// Takes the colour of text before for a possible one.
    mutating func mayHaveColor(of other: TextColors) {
        carried = other.color
    }

    private mutating func paint(_ style: VisibilityStyle, mayHaveBackground: Bool) {
        if let own = style.color(.background), own != .inherited {
            background = (own == .current ? color : own == .doubtful ? .unknown : own).over(background)
        } else if mayHaveBackground {
            background = .unknown
        }
        guard style.flag(.isTiny) != true else { return }
        if style.flag(.picture) == true { background = .unknown }
        if let own = style.color(.picture) { background = own.over(background) }
    }

    /// True if the text has the colour of what is behind it, or may have.
    ///
    /// - Parameter opacity: that of the text.
    func areOne(opacity: Double) -> Bool {
        let isStroked = strokeWidth >= 2
        let isLost = isLost(isStroked ? stroke : color, opacity) && carried.map { self.isLost($0, opacity) } ?? true
        let mayBeLost = doubtful.map { self.isLost($0, opacity) } ?? false
        return (isLost || mayBeLost) && (shadow == .current || self.isLost(shadow, opacity))
    }

    /// True if nothing of that colour is known to stand out from the background.
    private func isLost(_ color: CSSColor, _ opacity: Double) -> Bool {
        if color == .doubtful { return true }
        guard case .rgb(let color, let alpha) = color else { return false }
        if alpha < Self.leastOpacity { return true }
        guard case .rgb(let under, _) = background else { return false }
        let difference = (color - under) * alpha * min(opacity, 1)
        if areChanged, abs((difference * [0.3, 0.6, 0.1]).sum()) <= 2 * Self.sameColor { return true }
        return max(difference.max(), -difference.min()) <= Self.sameColor
    }
}
