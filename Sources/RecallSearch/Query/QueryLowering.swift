import RecallCore
import RecallStore
import RecallText

/// Turns a query's tree into a filter, and gathers the words to rank by on the way.
struct QueryLowering {
    let bytes: QueryBytes
    /// The byte ranges of the words to rank by, ascending.
    private var kept: [Range<Int>] = []

    init(_ bytes: QueryBytes) {
        self.bytes = bytes
    }

    /// The words to rank by: those kept, with what parts them, or a blank where signs stood between.
    var freeText: String {
        var text: [UInt8] = []
        var end = kept.first?.lowerBound ?? 0
        for range in kept {
            let gap = end..<max(end, range.lowerBound)
            let isBlank = isBlank(gap)
            text += isBlank ? Array(bytes.bytes[gap]) : [0x20]
            text += bytes.bytes[range]
            end = range.upperBound
        }
        return String(decoding: text, as: UTF8.self)
    }

    private func isBlank(_ range: Range<Int>) -> Bool {
        var position = range.lowerBound
        while position < range.upperBound {
            let blank = bytes.blank(at: position)
            guard blank > 0 else { return false }
            position += blank
        }
        return true
    }

    /// The filter that `node` requires; `nil` if nothing, or if it holds no word at all.
    mutating func filter(_ node: QueryNode, isRequired: Bool, isPositive: Bool) -> SearchFilter? {
        switch node {
        case .text(let words, let meaning, let content):
            if isPositive, meaning != .prefix { kept.append(content) }
            return isRequired || meaning != .word ? required(words) : nil
        case .field(let filter): return filter
        case .near(let a, let b, let distance):
            if isPositive { [a, b].forEach { keep($0) } }
            return near(a.words, b.words, distance)
        case .not(let part):
            return filter(part, isRequired: true, isPositive: !isPositive).map(SearchFilter.not)
        case .any(let parts):
            return Self.joined(
                parts.compactMap { filter($0, isRequired: true, isPositive: isPositive) }, SearchFilter.any)
        case .both(let parts):
            return Self.joined(
                parts.compactMap { filter($0, isRequired: true, isPositive: isPositive) }, SearchFilter.all)
        case .sequence(let parts):
            return Self.joined(
                parts.compactMap { filter($0, isRequired: isRequired, isPositive: isPositive) }, SearchFilter.all)
        }
    }

    /// Keeps an operand of NEAR; the middle of a chain is part of two pairs.
    private mutating func keep(_ operand: QueryNode.Operand) {
        guard !operand.words.isPrefix, operand.content.lowerBound >= kept.last?.upperBound ?? 0 else { return }
        kept.append(operand.content)
    }

    private func required(_ words: WordSequence) -> SearchFilter? {
        words.hasWords ? .words(words) : nil
    }

    private func near(_ a: WordSequence, _ b: WordSequence, _ distance: Int) -> SearchFilter? {
        guard a.hasWords else { return required(b) }
        return b.hasWords ? .near(a, b, distance: distance) : .words(a)
    }

    private static func joined(_ parts: [SearchFilter], _ join: ([SearchFilter]) -> SearchFilter) -> SearchFilter? {
        parts.count > 1 ? join(parts) : parts.first
    }
}
