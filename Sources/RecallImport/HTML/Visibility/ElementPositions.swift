/// The places of a page's elements among those around them, which selectors such as `:last-child` ask for.
struct ElementPositions {
    /// Places from 1 on.
    struct Position {
        var index: Int32, indexOfType: Int32
        var indexFromEnd: Int32 = 1, indexOfTypeFromEnd: Int32 = 1
    }

    private struct Open: OpenHTMLElement {
        let element: HTMLElement
        let key: UInt64
        var children: [Int] = []
        var childrenOfType: [UInt64: Int32] = [:]
    }

    /// Those of all start tags, in their order.
    private(set) var all: [Position] = []
    private var keys: [UInt64] = []
    private var open: [Open] = [Open(element: .line, key: 0)]

    /// The places of the elements of `page`, whose tags open and close elements as in `HTMLTextParser`.
    ///
    /// - Complexity: O(*n*).
    init(page: UnsafeBufferPointer<UInt8>) {
        var tokens = HTMLTokenizer(page)
        while let token = tokens.next() {
            switch token {
            case .text: break
            case .start(let tag): start(tag, &tokens)
            case .end(let tag):
                let element = HTMLElement(key: tag.key)
                let isPage = tag.key == HTMLTag.key("body") || tag.key == HTMLTag.key("html")
                if !isPage, element != .lineBreak { close(from: open.index(closing: element) { $0.key == tag.key }) }
            }
        }
        close(from: 0)
    }

    private mutating func start(_ tag: HTMLTag, _ tokens: inout HTMLTokenizer) {
        let element = HTMLElement(key: tag.key)
        close(from: open.indexEndedByNext(element))
        close(from: open.indexOfParagraph(endedBy: element))
        add(tag.key)
        if element == .raw || element == .title {
            let isToEnd = tag.key == HTMLTag.key("script") || tag.key == HTMLTag.key("style")
            if tokens.rawText(of: tag) == nil, isToEnd { tokens.skipRest() }
        } else if !element.isVoid, !tag.isSelfClosing || !tag.name.contains(0x3A),
            open.count < ImportLimits.htmlDepth
        {
            open.append(Open(element: element, key: tag.key))
        }
    }

    private mutating func add(_ key: UInt64) {
        let last = open.count - 1
        let ofType = open[last].childrenOfType[key, default: 0] + 1
        open[last].childrenOfType[key] = ofType
        open[last].children.append(all.count)
        all.append(Position(index: Int32(open[last].children.count), indexOfType: ofType))
        keys.append(key)
    }

    private mutating func close(from index: Int?) {
        guard let index else { return }
        while open.count > max(index, 0) {
            let closed = open.removeLast()
            for child in closed.children {
                all[child].indexFromEnd = Int32(closed.children.count) - all[child].index + 1
                all[child].indexOfTypeFromEnd =
                    (closed.childrenOfType[keys[child]] ?? 1) - all[child].indexOfType + 1
            }
        }
    }
}
