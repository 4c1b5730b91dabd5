/// Extended grapheme clusters (Unicode Standard Annex 29) of UTF-8 text, by the tables of `tokenizers`: the standard
/// library's follow the system.
struct GraphemeClusters: Sendable {
    /// The role of a scalar at the borders of clusters.
    enum Class: UInt8 {
        case other, control, extend, joiner, spacingMark, prepend, regional
        case leadingJamo, vowelJamo, trailingJamo, openSyllable, closedSyllable
        case pictographic, consonant, linker
        /// Extends, but does not link consonants: U+200C.
        case nonJoiner
    }

    static let shared = GraphemeClusters()

    private let pages: [UInt16]
    private let classes: [Class]

    private init() {
        var pages = [UInt16](repeating: 0, count: 0x1100)
        var classes = [Class](repeating: .other, count: 256)
        for range in UnicodeTables.graphemeClasses() {
            for scalar in range.scalars {
                let page = Int(scalar >> 8)
                if pages[page] == 0 {
                    pages[page] = UInt16(classes.count >> 8)
                    classes += repeatElement(.other, count: 256)
                }
                classes[Int(pages[page]) << 8 | Int(scalar & 0xff)] = Class(rawValue: range.value) ?? .other
            }
        }
        (self.pages, self.classes) = (pages, classes)
    }

    @inline(__always)
    func classOf(_ scalar: UInt32) -> Class {
        if 0xac00...0xd7a3 ~= scalar { return (scalar - 0xac00).isMultiple(of: 28) ? .openSyllable : .closedSyllable }
        return classes[Int(pages[Int(scalar >> 8)]) << 8 | Int(scalar & 0xff)]
    }

    /// The end of the cluster that begins with `first`, whose bytes end at `end` of `text`.
    @inline(__always)
    func end(in text: UnsafeBufferPointer<UInt8>, first: UInt32, end: Int) -> Int {
        let before = classOf(first)
        guard end < text.count else { return end }
        // Nothing of ASCII continues a cluster, apart from a line feed.
        if text[end] < 0x80, before != .prepend { return first == 0x0d && text[end] == 0x0a ? end + 1 : end }
        return longEnd(in: text, before, end)
    }

    private func longEnd(in text: UnsafeBufferPointer<UInt8>, _ first: Class, _ start: Int) -> Int {
        var state = State(first)
        var end = start
        while end < text.count {
            let (scalar, length) = UTF8Decoding.scalar(in: text, at: end, end: text.count)
            guard state.isContinued(by: classOf(scalar)) else { return end }
            end += length
        }
        return end
    }

    /// A cluster so far.
    private struct State {
        var last: Class
        /// A pictograph, perhaps extended: with a joiner behind it another one may follow.
        var isPictographic: Bool
        /// An odd number of regional indicators: a flag lacks its second half.
        var isPairOpen: Bool
        /// A consonant that has been extended at most: with a linker behind it another one may follow (rule 9c).
        var hasConsonant: Bool
        var hasLinker = false

        init(_ first: Class) {
            last = first
            isPictographic = first == .pictographic
            isPairOpen = first == .regional
            hasConsonant = first == .consonant
        }

        /// Takes the next scalar unless there is a border before it.
        mutating func isContinued(by next: Class) -> Bool {
            guard joins(next) else { return false }
            switch next {
            case .extend, .joiner: break
            case .linker: hasLinker = hasConsonant
            case .nonJoiner: hasConsonant = false
            default:
                isPictographic = next == .pictographic
                hasConsonant = next == .consonant
                hasLinker = false
            }
            isPairOpen = next == .regional && !isPairOpen
            last = next
            return true
        }

        private func joins(_ next: Class) -> Bool {
            if last == .control || next == .control { return false }
            switch (last, next) {
            case (_, .extend), (_, .joiner), (_, .spacingMark), (_, .linker), (_, .nonJoiner), (.prepend, _):
                return true
            case (.leadingJamo, .leadingJamo), (.leadingJamo, .vowelJamo), (.leadingJamo, .openSyllable),
                (.leadingJamo, .closedSyllable), (.openSyllable, .vowelJamo), (.openSyllable, .trailingJamo),
                (.vowelJamo, .vowelJamo), (.vowelJamo, .trailingJamo), (.closedSyllable, .trailingJamo),
                (.trailingJamo, .trailingJamo):
                return true
            case (.joiner, .pictographic): return isPictographic
            case (.regional, .regional): return isPairOpen
            case (_, .consonant): return hasConsonant && hasLinker
            default: return false
            }
        }
    }
}
