/// The size of text on the page, and how its letters are set.
struct FontVisibility {
    /// Pixels below which text cannot be read.
    static let least = 3.0
    /// Pixels below which text cannot be read that has shrunk little by little, as quotes within quotes do.
    private static let leastOfQuotes = 0.7
    /// The factor below which an element does not shrink its text little by little.
    private static let littleByLittle = 0.75

    private var size = 16.0
    private var pageSize = 16.0
    /// The factor by which transforms and zoom have changed it.
    private var scale = 1.0
    private var isOfQuotes = false
    private var isOverlapping = false, wordsOverlap = false, isMasked = false, isAdjusted = false

    /// True if the text cannot be read.
    var isUnreadable: Bool {
        isOverlapping || wordsOverlap || isMasked || isAdjusted || scale < 0.1
            || size * min(scale, 1) < (isOfQuotes ? Self.leastOfQuotes : Self.least)
    }

    /// Enters an element.
    ///
    /// - Parameters:
    ///   - style: all that is declared for it.
    ///   - isPage: true for `html`.
    ///   - isBox: true if a transform counts.
    mutating func enter(_ style: VisibilityStyle, isPage: Bool, isBox: Bool) {
        resize(style[.fontSize])
        if isPage { pageSize = size }
        scale *= style.number(.zoom).map { $0 > 0 ? $0 : 0 } ?? 1
        if isBox {
            for property in [VisibilityStyle.Property.transformScale, .rotationScale, .scale] {
                scale *= style.number(property) ?? 1
            }
        }
        if let factor = style.number(.textSizeAdjust), factor < 0.2 { scale = 0 }
        isOverlapping = style.flag(.lettersOverlap) ?? isOverlapping
        wordsOverlap = style.flag(.wordsOverlap) ?? wordsOverlap
        isMasked = style.flag(.isMasked) ?? isMasked
        isAdjusted = style.flag(.isAdjusted) ?? isAdjusted
    }

    private mutating func resize(_ new: VisibilityStyle.Value?) {
        switch new {
        case .number(let pixels): (size, isOfQuotes) = (pixels, false)
        case .rootFactor(let factor): (size, isOfQuotes) = (pageSize * factor, false)
        case .factor(let factor):
            size *= factor
            if factor < Self.littleByLittle { isOfQuotes = false }
            if factor >= Self.littleByLittle, factor < 1, size > Self.least { isOfQuotes = true }
        default: break
        }
    }
}
