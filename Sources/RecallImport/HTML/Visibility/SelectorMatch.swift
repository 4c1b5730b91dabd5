/// The answer to a selector or a condition of CSS.
enum SelectorMatch: Int, Comparable {
    case no, perhaps, yes

    init(_ holds: Bool) {
        self = holds ? .yes : .no
    }

    static func < (one: SelectorMatch, other: SelectorMatch) -> Bool { one.rawValue < other.rawValue }

    static prefix func ! (match: SelectorMatch) -> SelectorMatch {
        switch match {
        case .no: .yes
        case .perhaps: .perhaps
        case .yes: .no
        }
    }

    /// The best of several: they are alternatives.
    static func any(_ matches: some Sequence<SelectorMatch>) -> SelectorMatch { matches.max() ?? .no }
    /// The worst of several: all are asked for.
    static func all(_ matches: some Sequence<SelectorMatch>) -> SelectorMatch { matches.min() ?? .yes }
}
