/// An element that is open while a document's tags are followed.
protocol OpenHTMLElement {
    var element: HTMLElement { get }
    /// The key of its name (`HTMLTag.key`).
    var key: UInt64 { get }
}

extension Array where Element: OpenHTMLElement {
    /// The innermost open element that `isWanted`, unless it lies beyond a boundary for what ends as `element`. With it end all
    /// that are in it.
    func index(closing element: HTMLElement, where isWanted: (Element) -> Bool) -> Int? {
        var index = count - 1
        while index >= 0, !isWanted(self[index]) {
            guard !self[index].element.isBoundary(for: element) else { return nil }
            index -= 1
        }
        return index >= 0 ? index : nil
    }

    /// The element that has no end tag and ends where the next one of its kind begins.
    func indexEndedByNext(_ element: HTMLElement) -> Int? {
        switch element {
        case .listItem, .row, .cell: index(closing: element) { $0.element == element }
        case .rowGroup: index(closing: .rowGroup) { $0.element == .rowGroup || $0.element == .row }
        default: nil
        }
    }

    /// The paragraph that ends where `element` begins.
    func indexOfParagraph(endedBy element: HTMLElement) -> Int? {
        element.endsParagraph ? index(closing: .inline) { $0.element == .paragraph } : nil
    }
}
