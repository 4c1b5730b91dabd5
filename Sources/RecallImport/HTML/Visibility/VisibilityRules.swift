import RecallText

/// The rules of a page's style sheets that decide whether text is seen, found by the names of an element.
struct VisibilityRules {
    private struct Rule {
        let selector: VisibilitySelector
        let style: VisibilityStyle
    }

    /// Rules for all elements with one name, made one.
    private var styles: [UInt64: VisibilityStyle] = [:]
    /// Rules that ask for more, by one of the names.
    private var rules: [UInt64: [Rule]] = [:]
    /// The names that rules ask for in the elements around.
    private(set) var outerNames: Set<UInt64> = []
    /// False if there are rules that are not known: of a sheet that is not in the page, or over a limit.
    private(set) var isWhole = true
    private var order = 0

    /// Rules of one sheet that are read.
    private static let most = 500
    /// Rules with one name that ask for more, which bounds the work for an element.
    private static let mostOfName = 16
    /// `@media` within each other.
    private static let deepest = 3

    var isEmpty: Bool { styles.isEmpty && rules.isEmpty }

    /// Adds the rules of a `style` element.
    ///
    /// - Complexity: O(bytes of `css`), at most `PlainCSS.longest`.
    mutating func add(sheet css: some Collection<UInt8>) {
        if css.count > PlainCSS.longest { isWhole = false }
        var left = Self.most
        add(StyleRules(PlainCSS.bytes(of: css)[...]), depth: 0, left: &left)
    }

    /// The declarations for an element with `names`, in elements with the names `outer`.
    func style(for names: [UInt64], in outer: [UInt64: Int]) -> VisibilityStyle {
        var style = VisibilityStyle()
        for name in names {
            if let plain = styles[name] { style.merge(plain) }
            for rule in rules[name] ?? [] where matches(rule.selector, names, outer) { style.merge(rule.style) }
        }
        return style
    }

    private func matches(_ selector: VisibilitySelector, _ names: [UInt64], _ outer: [UInt64: Int]) -> Bool {
        selector.names.allSatisfy(names.contains) && selector.outerNames.allSatisfy { outer[$0] ?? 0 > 0 }
    }

    // MARK: Sheets

    private mutating func add(_ sheet: StyleRules, depth: Int, left: inout Int) {
        for rule in sheet {
            guard left > 0 else {
                isWhole = false
                return
            }
            left -= 1
            if rule.prelude.first != UInt8(ascii: "@") {
                add(rule)
            } else if depth < Self.deepest, Self.isForScreens(rule.prelude) {
                add(StyleRules(rule.block), depth: depth + 1, left: &left)
            }
        }
    }

    /// True for `@media` that holds on all screens.
    private static func isForScreens(_ prelude: ArraySlice<UInt8>) -> Bool {
        guard prelude.starts(with: "@media".utf8) else { return false }
        return isForScreens(media: prelude.dropFirst(6))
    }

    /// True if a list of media names all screens.
    static func isForScreens(media: some Collection<UInt8>) -> Bool {
        let media = String(decoding: media.map(\.asciiLowercase), as: UTF8.self)
            .split(separator: ",").map { $0.split { $0.isWhitespace } }
        return media.isEmpty || media.contains { [[], ["all"], ["screen"], ["only", "screen"]].contains($0) }
    }

    private mutating func add(_ rule: StyleRules.Rule) {
        order += 1
        for css in rule.prelude.split(separator: UInt8(ascii: ",")) {
            guard let selector = VisibilitySelector(css) else { continue }
            let style = VisibilityStyle(
                Self.declarations(of: rule.block), weight: .rule(specificity: selector.specificity, order: order))
            if !style.isEmpty { add(Rule(selector: selector, style: style)) }
        }
    }

    /// The block up to the first rule within it.
    private static func declarations(of block: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let nested = block.firstIndex(of: UInt8(ascii: "{")) else { return block }
        let end = block[..<nested].lastIndex(of: UInt8(ascii: ";")) ?? block.startIndex
        return block[..<end]
    }

    private mutating func add(_ rule: Rule) {
        let (names, outer) = (rule.selector.names, rule.selector.outerNames)
        guard let name = names.max(by: { rules[$0]?.count ?? 0 > rules[$1]?.count ?? 0 }) else { return }
        if names.count == 1, outer.isEmpty {
            styles[name, default: VisibilityStyle()].merge(rule.style)
        } else if rules[name]?.count ?? 0 < Self.mostOfName {
            rules[name, default: []].append(rule)
            outerNames.formUnion(outer)
        } else {
            isWhole = false
        }
    }
}

extension VisibilityRules {
    /// The rules of all `style` elements of a page, those after the text too.
    ///
    /// - Complexity: O(bytes up to the last `style` or `link` element).
    init(page: UnsafeBufferPointer<UInt8>) {
        let end = Self.endOfSheets(page)
        guard end > 0 else { return }
        var tokens = HTMLTokenizer(page, keepingAttributes: true)
        var template = 0
        while tokens.position < end, let token = tokens.next() {
            switch token {
            case .start(let tag) where tag.key == HTMLTag.key("template"): template += 1
            case .end(let tag) where tag.key == HTMLTag.key("template"): template = max(0, template - 1)
            case .start(let tag) where HTMLElement(key: tag.key) == .raw || HTMLElement(key: tag.key) == .title:
                let isSheet = tag.key == HTMLTag.key("style") && template == 0 && Self.isForScreens(tokens.attributes)
                guard let text = tokens.rawText(of: tag) else { continue }
                if isSheet { add(sheet: text) }
            case .start(let tag) where tag.key == HTMLTag.key("link") && Self.isSheet(tokens.attributes):
                isWhole = false
            default: break
            }
        }
    }

    private typealias Attributes = [(name: HTMLTag.Bytes, value: HTMLTag.Bytes)]

    private static func isForScreens(_ attributes: Attributes) -> Bool {
        let media = value("media", attributes) ?? []
        let type = value("type", attributes) ?? []
        return isForScreens(media: media) && (type.isEmpty || type.elementsEqual("text/css".utf8))
    }

    private static func isSheet(_ attributes: Attributes) -> Bool {
        String(decoding: value("rel", attributes) ?? [], as: UTF8.self).contains("stylesheet")
    }

    /// The value of the attribute in lower case.
    private static func value(_ name: StaticString, _ attributes: Attributes) -> [UInt8]? {
        attributes.first { HTMLTag.key($0.name) == HTMLTag.key(name) }?.value.prefix(200).map(\.asciiLowercase)
    }

    /// The offset after the last `<style` or `<link`; 0 if there is none.
    private static func endOfSheets(_ page: UnsafeBufferPointer<UInt8>) -> Int {
        var at = page.count
        while let open = page[..<at].lastIndex(of: UInt8(ascii: "<")) {
            let key = HTMLTag.key(page[open...].dropFirst().prefix(5))
            if key == HTMLTag.key("style") || key >> 8 == HTMLTag.key("link") { return open + 1 }
            at = open
        }
        return 0
    }
}
