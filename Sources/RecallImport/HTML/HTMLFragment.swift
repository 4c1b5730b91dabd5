/// The elements of a piece of HTML that have a class, a source or an address, and quotations (`q`), for pages whose elements say
/// what they hold.
struct HTMLFragment {
    /// An element.
    struct Element {
        /// The names in its `class`.
        let classes: [String]
        /// Its other attributes, by name in lower case.
        let attributes: [String: String]
        /// True for a quotation.
        let isQuotation: Bool
        /// Its start tag.
        fileprivate let tag: Range<Int>
        /// The place of its content.
        fileprivate(set) var content: Range<Int>

        /// True if it is in another element, or if there is none to be in.
        func isWithin(_ outer: Element?) -> Bool {
            guard let outer else { return true }
            return outer.content.lowerBound <= tag.lowerBound && content.upperBound <= outer.content.upperBound
        }
    }

    /// The elements in the order in which they begin.
    private(set) var elements: [Element] = []
    private let html: [UInt8]

    /// Reads `html`, which is UTF-8.
    ///
    /// - Complexity: O(*n*).
    init(_ html: [UInt8]) {
        self.html = html
        html.withUnsafeBufferPointer { read($0) }
    }

    /// The first element of a class, within another one or anywhere.
    func first(_ name: String, in outer: Element? = nil) -> Element? {
        elements.first { $0.classes.contains(name) && $0.isWithin(outer) }
    }

    /// The elements of a class, within another one or anywhere.
    func all(_ name: String, in outer: Element? = nil) -> [Element] {
        elements.filter { $0.classes.contains(name) && $0.isWithin(outer) }
    }

    // MARK: Text

    /// The text of an element, as it is laid out.
    ///
    /// - Parameters:
    ///   - dropped: elements in it whose text is left out.
    ///   - characters: the class of pictures in it that stand for characters.
    ///   - keepingLines: true if line ends are those of the text.
    func text(
        of element: Element?, without dropped: [Element] = [], characters: String = "", keepingLines: Bool = false
    ) -> String {
        guard let element else { return "" }
        var cuts = all(characters, in: element).map { ($0.tag, Self.escaped($0.attributes["alt"] ?? "")) }
        cuts += dropped.filter { $0.isWithin(element) }.map { ($0.content, []) }
        let start = keepingLines ? Array("<pre>".utf8) : []
        return HTMLTextParser.parse(start + bytes(element.content, replacing: cuts)).text.trimmingSpace
    }

    /// The bytes of a range, with parts of it replaced.
    private func bytes(_ range: Range<Int>, replacing cuts: [(range: Range<Int>, text: [UInt8])]) -> [UInt8] {
        var (bytes, position): ([UInt8], Int) = ([], range.lowerBound)
        for cut in cuts.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
        where cut.range.lowerBound >= position {
            bytes += html[position..<cut.range.lowerBound] + cut.text
            position = cut.range.upperBound
        }
        return bytes + html[position..<max(position, range.upperBound)]
    }

    private static func escaped(_ text: String) -> [UInt8] {
        Array(text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").utf8)
    }

    // MARK: Tags

    private struct Open {
        let key: UInt64
        /// The index in `elements`; `nil` if it is not there.
        let index: Int?
    }

    private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
        var tokens = HTMLTokenizer(bytes, keepingAttributes: true)
        var open: [Open] = []
        var start = 0
        while let token = tokens.next() {
            switch token {
            case .text: break
            case .start(let tag):
                let element = HTMLElement(key: tag.key)
                if element == .raw { _ = tokens.rawText(of: tag) }
                let index = add(tokens.attributes, start..<tokens.position, isQuotation: tag.key == Self.quotation)
                guard element != .raw, !element.isVoid, !tag.isSelfClosing, open.count < ImportLimits.htmlDepth else {
                    break
                }
                open.append(Open(key: tag.key, index: index))
            case .end(let tag):
                guard let last = open.lastIndex(where: { $0.key == tag.key }) else { break }
                close(open[last...], at: start)
                open.removeSubrange(last...)
            }
            start = tokens.position
        }
        close(open[...], at: bytes.count)
    }

    private static let quotation = HTMLTag.key("q")

    /// Adds an element with a start tag, if it has a class, a source or an address, or is a quotation.
    private mutating func add(
        _ attributes: [(name: HTMLTag.Bytes, value: HTMLTag.Bytes)], _ tag: Range<Int>, isQuotation: Bool
    ) -> Int? {
        var values: [String: String] = [:]
        for (name, value) in attributes {
            values[String(decoding: name, as: UTF8.self).lowercased()] = Self.decoded(value)
        }
        let isKept = isQuotation || values["src"] != nil || values["href"] != nil
        guard let classes = values.removeValue(forKey: "class") ?? (isKept ? "" : nil) else { return nil }
        elements.append(
            Element(
                classes: classes.split { $0.isWhitespace }.map(String.init), attributes: values,
                isQuotation: isQuotation, tag: tag,
                content: tag.upperBound..<tag.upperBound))
        return elements.count - 1
    }

    private mutating func close(_ closed: ArraySlice<Open>, at end: Int) {
        for index in closed.compactMap(\.index) {
            let start = elements[index].content.lowerBound
            elements[index].content = start..<max(start, end)
        }
    }

    private static func decoded(_ value: HTMLTag.Bytes) -> String {
        var references = HTMLCharacterReferences()
        return String(decoding: references.decoded(value, inAttribute: true), as: UTF8.self)
    }
}

extension String {
    /// The text without white space at its ends.
    fileprivate var trimmingSpace: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
