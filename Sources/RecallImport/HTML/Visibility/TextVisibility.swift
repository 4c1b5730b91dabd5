/// The visibility of text at a place of a page, as the elements around it leave it.
struct TextVisibility {
    /// True if a reader does not see the text, or may not.
    private(set) var isHidden = false

    /// True if nothing within can be seen, whatever its own style.
    private var isGone = false
    private var isInvisible = false
    /// True if an element around has a background.
    private var isPainted = false
    private var font = FontVisibility()
    private var opacity = 1.0
    private var colors = TextColors()
    /// Pixels by which the elements around are moved to the left and up, each at most zero.
    private var left = 0.0, up = 0.0

    /// The level (`z-index`) of what covers the element around.
    private var coverLevel: Double?

    /// Pixels below which a box cannot be read.
    private static let least = FontVisibility.least
    /// The opacity below which nothing is seen.
    private static let leastOpacity = 0.1
    /// Pixels to the left or up that are off a page.
    private static let farthest = -500.0

    /// Enters an element.
    ///
    /// - Parameters:
    ///   - style: all that is declared for it.
    ///   - element: its role.
    ///   - isPage: true for `html`, whose font others refer to.
    ///   - isBody: true for `body`, whose background is that of the page.
    ///   - mayHaveBackground: true if a sheet that is not known may give it one.
    mutating func enter(
        _ style: VisibilityStyle, _ element: HTMLElement, isPage: Bool = false, isBody: Bool = false,
        mayHaveBackground: Bool
    ) {
        if !style.declared.isEmpty {
            // What is behind the elements around is behind their backgrounds, but not behind that of the page.
            isGone = isGone || Self.isGone(style, element) || isPainted && style.flag(.isBehind) == true
            isPainted = isPainted || !isPage && !isBody && (style.has(.background) || style.has(.picture))
            move(style)
            isInvisible = style.flag(.visibility) ?? isInvisible
            opacity *= (style.number(.opacity) ?? 1) * (style.number(.filter) ?? 1)
            font.enter(style, isPage: isPage, isBox: Self.isBox(style, element))
            // What is placed itself comes before what was placed earlier.
            if let cover = coverLevel, style.flag(.isContainer) == true, style.number(.level) ?? 0 >= cover {
                coverLevel = nil
            }
        }
        colors.enter(style, isPage: isPage, mayHaveBackground: mayHaveBackground)
        judge()
    }

    /// Puts something before all that is in the element around and has no higher level.
    mutating func cover(level: Double) {
        coverLevel = level
        judge()
    }

    /// Takes the text for seen if it is in the colour of text before.
    mutating func mayHaveColor(of other: TextVisibility) {
        colors.mayHaveColor(of: other.colors)
        judge()
    }

    private mutating func judge() {
        isHidden =
            isGone || coverLevel != nil || isInvisible || font.isUnreadable || opacity < Self.leastOpacity
            || left < Self.farthest || up < Self.farthest || colors.areOne(opacity: opacity)
    }

    /// True if an element may lie on all of the one around, and covers it.
    static func isCover(_ style: VisibilityStyle) -> Bool {
        guard style.flag(.isPlaced) == true, style.flag(.display) != true, style.number(.opacity) ?? 1 > 0.8 else {
            return false
        }
        let isPainted =
            style.color(.background)?.isOpaque == true || style.flag(.picture) == true
            || style.color(.picture)?.isOpaque == true
        let isAcross = reaches(style, .left, .right, .width)
        return isPainted && isAcross && reaches(style, .top, .bottom, .height) && style.flag(.isBehind) != true
    }

    /// True if the element begins at a side of the one around and goes on to the other.
    private static func reaches(
        _ style: VisibilityStyle, _ start: VisibilityStyle.Property, _ end: VisibilityStyle.Property,
        _ size: VisibilityStyle.Property
    ) -> Bool {
        let isAtStart = style.number(start) ?? .nan <= 8, isAtEnd = style.number(end) ?? .nan <= 8
        return isAtStart && isAtEnd || (isAtStart || isAtEnd) && style.number(size) ?? 0 >= 100
    }

    // MARK: Boxes

    private static let hiding: [VisibilityStyle.Property] = [
        .display, .contentVisibility, .content, .clip, .mask, .motion, .blend,
    ]

    private static func isGone(_ style: VisibilityStyle, _ element: HTMLElement) -> Bool {
        hiding.contains { style.flag($0) == true } || isOffRight(style)
            || isBox(style, element) && (isShrunk(style) || showsBack(style))
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

    /// True if the box has no size and cuts off what is larger, or nothing is left by a clip path.
    private static func isShrunk(_ style: VisibilityStyle) -> Bool {
        if style.flag(.clipPath) == true { return true }
        // What is contained takes no room in its box.
        let isContained = style.flag(.isContained) == true && style.flag(.isBox) != true
        guard style.flag(.overflow) == true || isContained else { return false }
        let isEmpty = isContained && style.number(.height) == nil && style.number(.minimumHeight) == nil
        // A line without a height makes no box of any.
        let isFlat = style.number(.lineHeight) ?? least < 1 && style.number(.height) == nil
        let isIndented = style.number(.indent) ?? 0 >= 180
        return isEmpty || isFlat && style.number(.minimumHeight) == nil && style.number(.paddingTop) ?? 0 < least
            || isIndented || isShort(style, [.height, .maximumHeight], unless: [.minimumHeight, .paddingTop])
            || isShort(style, [.width, .maximumWidth], unless: [.minimumWidth, .paddingLeft])
    }

    private static func isShort(
        _ style: VisibilityStyle, _ sizes: [VisibilityStyle.Property], unless others: [VisibilityStyle.Property]
    ) -> Bool {
        sizes.contains { style.number($0) ?? least < least } && others.allSatisfy { style.number($0) ?? 0 < least }
    }

    /// True if the box is turned round and has nothing on its back.
    private static func showsBack(_ style: VisibilityStyle) -> Bool {
        guard style.flag(.isOneSided) == true else { return false }
        return (style.flag(.isTurned) == true) != (style.flag(.isRotated) == true)
    }

    // MARK: Places

    /// True if a side of the element is out of any page.
    private static func isOffRight(_ style: VisibilityStyle) -> Bool {
        let right = style.number(.right) ?? 0, bottom = style.number(.bottom) ?? 0
        let moving: [VisibilityStyle.Property] = [
            .left, .top, .indent, .marginLeft, .marginTop, .transformX, .transformY, .translateX, .translateY,
        ]
        return right < farthest || right > 1_500 || bottom < farthest || bottom > 3_000
            || moving.contains { style.number($0) ?? 0 > 5_000 }
            || style.number(.paddingLeft) ?? 0 > 3_000 && style.number(.marginLeft) ?? 0 >= farthest
            || style.number(.indent) ?? 0 < farthest
    }

    /// Adds up how far elements within each other are moved. A padding as wide brings back what a margin moves.
    private mutating func move(_ style: VisibilityStyle) {
        func moved(_ properties: VisibilityStyle.Property...) -> Double {
            properties.reduce(0) { sum, property in
                let number = style.number(property) ?? 0
                return number < 0 ? sum + number : sum
            }
        }
        left += moved(.left, .transformX, .translateX)
        up += moved(.top, .transformY, .translateY)
        if style.number(.paddingLeft) ?? 0 < -Self.farthest { left += moved(.marginLeft) }
        if style.number(.paddingTop) ?? 0 < -Self.farthest { up += moved(.marginTop) }
    }
}
