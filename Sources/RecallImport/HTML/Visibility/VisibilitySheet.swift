import RecallText

/// Reads the rules of a style sheet, those within others and under conditions too.
struct VisibilitySheet {
    struct Rule {
        let selector: VisibilitySelector
        let style: VisibilityStyle
    }

    /// The frames of an animation (`@keyframes`).
    struct Animation {
        /// The last frame.
        var last = VisibilityStyle()
        /// The part that counts of all frames where one is seen for long: that it hides.
        var doubt = VisibilityStyle()
    }

    /// The circumstances of the rules at a place.
    private struct Context {
        var parents: [VisibilitySelector] = []
        var isLayered = false
        /// False where rules hold perhaps.
        var isSure = true
        var depth = 0
    }

    private(set) var rules: [Rule] = []
    private(set) var animations: [String: Animation] = [:]
    /// False if there are rules that are not read: of another file, or over a limit.
    private(set) var isWhole = true
    private var order: Int
    private var left = Self.most
    private var compoundsLeft = Self.mostCompounds

    /// Rules of one sheet that are read, rules within each other, and compounds of all selectors with those within them.
    private static let most = 10_000, deepest = 64, mostCompounds = 200_000

    /// Reads the sheet `css`; its rules come after `order` others.
    ///
    /// - Complexity: O(bytes of `css`), at most `PlainCSS.longestSheet`.
    init(_ css: some Collection<UInt8>, after order: Int) {
        self.order = order
        if css.count > PlainCSS.longestSheet { isWhole = false }
        read(PlainCSS.bytes(of: css, longest: PlainCSS.longestSheet)[...], Context())
    }

    private mutating func read(_ css: ArraySlice<UInt8>, _ context: Context) {
        guard context.depth <= Self.deepest else {
            isWhole = false
            return
        }
        guard !context.parents.isEmpty else {
            for rule in StyleRules(css) { read(rule, context) }
            return
        }
        let block = StyleBlock(css)
        add(block.declarations[...], context.parents, context)
        for rule in block.rules { read(rule, context) }
    }

    private mutating func read(_ rule: StyleRules.Rule, _ context: Context) {
        guard left > 0 else {
            isWhole = false
            return
        }
        left -= 1
        var inner = context
        inner.depth += 1
        guard rule.prelude.first != UInt8(ascii: "@") else { return readCondition(rule, inner) }
        let (selectors, isSure) = SelectorParser.selectors(rule.prelude, in: context.parents)
        guard !selectors.isEmpty else { return }
        compoundsLeft -= selectors.reduce(0) { $0 + $1.size }
        guard compoundsLeft > 0 else {
            (isWhole, left) = (false, 0)
            return
        }
        inner.isSure = context.isSure && isSure
        if rule.block.contains(UInt8(ascii: "{")) {
            inner.parents = selectors
            read(rule.block, inner)
        } else {
            add(rule.block, selectors, inner)
        }
    }

    // MARK: Rules with an @

    private static let withoutText: Set<String> = [
        "font-face", "page", "property", "counter-style", "namespace", "charset", "import", "starting-style",
        "view-transition", "position-try", "font-feature-values", "font-palette-values", "viewport", "-ms-viewport",
        "-o-viewport", "-moz-viewport", "color-profile",
    ]

    private mutating func readCondition(_ rule: StyleRules.Rule, _ context: Context) {
        let word = rule.prelude.dropFirst().prefix { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") }
        let condition = rule.prelude[word.endIndex...].trimmed
        let name = String(decoding: word, as: UTF8.self)
        var match = SelectorMatch.perhaps
        var inner = context
        switch name {
        case "media": match = MediaQuery.match(condition)
        case "supports": match = SupportsCondition.match(condition)
        case "layer": (match, inner.isLayered) = (.yes, true)
        case _ where name.hasSuffix("keyframes"): return readAnimation(rule.block, condition)
        case _ where Self.withoutText.contains(name): return
        default: break
        }
        guard match != .no else { return }
        inner.isSure = context.isSure && match == .yes
        read(rule.block, inner)
    }

    private mutating func readAnimation(_ block: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) {
        guard animations.count < 2_000 else { return }
        var (animation, all) = (Animation(), VisibilityStyle())
        for frame in StyleRules(block) {
            let style = VisibilityStyle(frame.block)
            all.merge(style)
            let places = frame.prelude.split { $0 == UInt8(ascii: ",") || $0.isASCIISpace }
            let isLast = places.contains { $0.elementsEqual("to".utf8) || $0.elementsEqual("100%".utf8) }
            if isLast { animation.last.merge(style) }
        }
        animation.doubt = all.inDoubt
        animations[String(decoding: name.filter { $0 != UInt8(ascii: "\"") }, as: UTF8.self)] = animation
    }

    private mutating func add(
        _ declarations: ArraySlice<UInt8>, _ selectors: [VisibilitySelector], _ context: Context
    ) {
        order += 1
        let style = VisibilityStyle(declarations, weight: .attribute)
        guard !style.isEmpty else { return }
        for selector in selectors {
            let weight = VisibilityStyle.Weight.rule(
                specificity: selector.specificity, order: order, isLayered: context.isLayered)
            let weighted = style.weighted(weight)
            rules.append(Rule(selector: selector, style: context.isSure ? weighted : weighted.inDoubt))
        }
    }
}

/// The content of a rule: its declarations, and rules within it.
struct StyleBlock {
    private(set) var declarations: [UInt8] = []
    private(set) var rules: [StyleRules.Rule] = []

    /// Takes apart a block of plain CSS (`PlainCSS`).
    init(_ css: ArraySlice<UInt8>) {
        var rest = css
        while let end = rest.firstIndex(where: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "{") }) {
            if rest[end] == UInt8(ascii: ";") {
                declarations += rest[...end]
                rest = rest[(end + 1)...]
            } else {
                let close = Self.closing(rest[(end + 1)...])
                rules.append(StyleRules.Rule(prelude: rest[..<end].trimmed, block: rest[(end + 1)..<close]))
                rest = rest[min(close + 1, rest.endIndex)...]
            }
        }
        declarations += rest
    }

    /// The index of the brace that closes a block, or the end.
    private static func closing(_ css: ArraySlice<UInt8>) -> Int {
        var depth = 1
        return css.firstIndex { byte in
            if byte == UInt8(ascii: "{") { depth += 1 }
            if byte == UInt8(ascii: "}") { depth -= 1 }
            return depth == 0
        } ?? css.endIndex
    }
}
