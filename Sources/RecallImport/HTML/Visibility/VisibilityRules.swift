import RecallText

/// The rules of a page's style sheets that decide whether text is seen, found by the names of an element.
struct VisibilityRules {
    private struct Rule {
        let selector: VisibilitySelector
        let style: VisibilityStyle
        /// The part that counts where it holds perhaps.
        let doubt: VisibilityStyle
        let outerNames: [UInt64]
    }

    /// Rules for all elements with one name, made one.
    private var styles: [UInt64: VisibilityStyle] = [:]
    /// Rules that ask for more, by one of the names.
    private var rules: [UInt64: [Rule]] = [:]
    private(set) var animations: [String: VisibilitySheet.Animation] = [:]
    /// False if there are rules that are not known: of a sheet that is not in the page, or over a limit.
    private(set) var isWhole = true
    /// True if selectors ask for these.
    private(set) var attributeNames: Set<UInt64> = [], needsSiblings = false, needsPositions = false
    /// The names that rules ask for around their elements.
    private(set) var outerNames: Set<UInt64> = []
    private var order = 0

    /// Rules with one name that ask for more, which bounds the work for an element.
    private static let mostOfName = 64

    var isEmpty: Bool { styles.isEmpty && rules.isEmpty }

    /// Adds the rules of a `style` element.
    ///
    /// - Complexity: O(bytes of `css`), at most `PlainCSS.longestSheet`.
    mutating func add(sheet css: some Collection<UInt8>) {
        let sheet = VisibilitySheet(css, after: order)
        order += 1 << 16
        if !sheet.isWhole { isWhole = false }
        animations.merge(sheet.animations) { $1 }
        for rule in sheet.rules { add(rule) }
    }

    private mutating func add(_ rule: VisibilitySheet.Rule) {
        if let name = rule.selector.onlyName {
            styles[name, default: VisibilityStyle()].merge(rule.style)
            return
        }
        let names = rule.selector.names
        guard let name = names.min(by: { rules[$0]?.count ?? 0 < rules[$1]?.count ?? 0 }) else { return }
        guard rules[name]?.count ?? 0 < Self.mostOfName else {
            // One too many holds perhaps, for all elements of the name.
            isWhole = false
            styles[name, default: VisibilityStyle()].merge(rule.style.inDoubt)
            return
        }
        rules[name, default: []].append(
            Rule(
                selector: rule.selector, style: rule.style, doubt: rule.style.inDoubt,
                outerNames: rule.selector.outerNames))
        outerNames.formUnion(rule.selector.outerNames)
        needsSiblings = needsSiblings || rule.selector.needsSiblings
        for part in rule.selector.parts {
            switch part {
            case .attribute(let name, _, _): attributeNames.insert(name)
            case .position: needsPositions = true
            case .name, .any, .not, .constant: break
            }
        }
    }

    /// The declarations for the innermost element of a path, or that at a depth.
    func style(for names: [UInt64], in path: inout ElementPath, at depth: Int? = nil) -> VisibilityStyle {
        var style = VisibilityStyle()
        for name in names {
            if let plain = styles[name] { style.merge(plain) }
            guard let rules = rules[name] else { continue }
            for index in rules.indices where path.mayHold(rules[index].outerNames) {
                switch path.matches(rules[index].selector, at: depth) {
                case .no: break
                case .perhaps: style.merge(rules[index].doubt)
                case .yes: style.merge(rules[index].style)
                }
            }
        }
        return style
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
        return MediaQuery.match(media) != .no && (type.isEmpty || type.elementsEqual("text/css".utf8))
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
