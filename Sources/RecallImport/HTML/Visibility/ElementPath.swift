/// The open elements of a page with what selectors ask for: the names of each, its attributes and its place.
struct ElementPath {
    struct Element {
        var names: [UInt64]
        /// Attributes by name with plain values; empty if no selector asks for them.
        var attributes: [(name: UInt64, value: [UInt8])] = []
        /// `nil` if no selector asks for it.
        var position: ElementPositions.Position?
    }

    private struct Open {
        var element: Element
        /// Its children so far, if a selector asks for them.
        var children: [Element] = []
        /// True if there were more than are kept.
        var hasMore = false
    }

    /// Bytes of an attribute's value that are compared.
    static let longestValue = 4_096
    /// Children that are kept of an element.
    private static let mostChildren = 256

    private var open: [Open] = []
    /// Steps of matching that are left for the page: a selector can ask for a search through all elements.
    private var steps = 8_000_000
    private let keepsChildren: Bool

    /// An empty path.
    ///
    /// - Parameter keepsChildren: true if a selector asks for the elements before one.
    init(keepsChildren: Bool) {
        self.keepsChildren = keepsChildren
    }

    var isEmpty: Bool { open.isEmpty }

    /// Enters an element.
    mutating func enter(_ element: Element) {
        addChild(element)
        open.append(Open(element: element))
    }

    /// Leaves the innermost element.
    mutating func leave() {
        open.removeLast()
    }

    /// True if the element around has that name.
    func isWithin(_ name: UInt64) -> Bool {
        open.last?.element.names.contains(name) ?? false
    }

    /// Adds names and attributes to the element at a depth: those of a tag for an element that is there without one.
    mutating func add(_ element: Element, at depth: Int) {
        guard depth < open.count else { return }
        open[depth].element.names += element.names
        open[depth].element.attributes += element.attributes
    }

    /// Counts an element that has no content as a child of the innermost one.
    mutating func addChild(_ element: Element) {
        guard keepsChildren, !open.isEmpty else { return }
        let last = open.count - 1
        if open[last].children.count >= Self.mostChildren {
            open[last].children.removeFirst(Self.mostChildren / 2)
            open[last].hasMore = true
        }
        open[last].children.append(element)
    }

    // MARK: Matching

    /// An element of the path, or one of the children before it.
    private struct Place {
        /// The index of the open element, or of where it was.
        let depth: Int
        /// The index in the children of the element around; `nil` if it is not known.
        let child: Int?
        let element: Element
    }

    /// Matches the selector with the innermost element, or that at a depth.
    mutating func matches(_ selector: VisibilitySelector, at depth: Int?) -> SelectorMatch {
        guard let place = place(depth ?? open.count - 1) else { return .no }
        return matches(selector, at: place)
    }

    private func place(_ depth: Int) -> Place? {
        guard depth >= 0 else { return nil }
        let children = depth > 0 ? open[depth - 1].children.count : 0
        return Place(depth: depth, child: children > 0 ? children - 1 : nil, element: open[depth].element)
    }

    private mutating func matches(_ selector: VisibilitySelector, at place: Place) -> SelectorMatch {
        matches(selector.compounds[...], at: place)
    }

    private mutating func matches(
        _ compounds: ArraySlice<VisibilitySelector.Compound>, at place: Place
    ) -> SelectorMatch {
        guard let compound = compounds.last else { return .yes }
        steps -= 1
        guard steps > 0 else { return .perhaps }
        var match = SelectorMatch.yes
        for part in compound.parts where match != .no { match = min(match, matches(part, at: place)) }
        guard match != .no, let combinator = compound.combinator else { return match }
        return min(match, matches(compounds.dropLast(), from: place, combinator))
    }

    private mutating func matches(
        _ compounds: ArraySlice<VisibilitySelector.Compound>, from place: Place,
        _ combinator: VisibilitySelector.Combinator
    ) -> SelectorMatch {
        var best = SelectorMatch.no
        switch combinator {
        case .child:
            return self.place(place.depth - 1).map { matches(compounds, at: $0) } ?? .no
        case .descendant:
            var depth = place.depth - 1
            while best != .yes, let outer = self.place(depth) {
                best = max(best, matches(compounds, at: outer))
                depth -= 1
            }
        case .next, .later:
            guard let child = place.child, place.depth > 0 else { return .no }
            let least = combinator == .next ? child - 1 : 0
            var index = child - 1
            while best != .yes, index >= least, index >= 0 {
                let before = Place(
                    depth: place.depth, child: index, element: open[place.depth - 1].children[index])
                best = max(best, matches(compounds, at: before))
                index -= 1
            }
            if combinator == .later, best == .no, open[place.depth - 1].hasMore { best = .perhaps }
        }
        return best
    }

    private mutating func matches(_ part: VisibilitySelector.Part, at place: Place) -> SelectorMatch {
        switch part {
        case .name(let name): return SelectorMatch(place.element.names.contains(name))
        case .constant(let match): return match
        case .position(let position):
            return place.element.position.map { SelectorMatch(position.holds($0)) } ?? .perhaps
        case .attribute(let name, let sign, let value):
            let attributes = place.element.attributes
            if attributes.contains(where: { $0.name == name && AttributeTest.holds($0.value, sign, value) }) {
                return .yes
            }
            // One that is cut off, or among more than are kept, may hold.
            let isCut = attributes.contains { $0.name == name && $0.value.count >= Self.longestValue }
            return isCut || attributes.count >= HTMLTokenizer.mostAttributes ? .perhaps : .no
        case .any(let selectors):
            var best = SelectorMatch.no
            for selector in selectors where best != .yes { best = max(best, matches(selector, at: place)) }
            return best
        case .not(let selectors):
            var best = SelectorMatch.no
            for selector in selectors where best != .yes { best = max(best, matches(selector, at: place)) }
            return !best
        }
    }
}

/// The tests that selectors make of the values of attributes, which are plain (`PlainCSS`).
enum AttributeTest {
    /// True if the value passes: `=`, `~`, `|`, `^`, `$` or `*`; any value for zero.
    static func holds(_ value: [UInt8], _ sign: UInt8, _ wanted: [UInt8]) -> Bool {
        switch sign {
        case 0: return true
        case UInt8(ascii: "="): return value == wanted
        case UInt8(ascii: "~"):
            return value.split(separator: PlainCSS.placeholder).contains { $0.elementsEqual(wanted) }
        case UInt8(ascii: "|"):
            return value == wanted || value.starts(with: wanted + [UInt8(ascii: "-")])
        case UInt8(ascii: "^"): return !wanted.isEmpty && value.starts(with: wanted)
        case UInt8(ascii: "$"): return !wanted.isEmpty && value.reversed().starts(with: wanted.reversed())
        case UInt8(ascii: "*"): return !wanted.isEmpty && contains(value, wanted)
        default: return false
        }
    }

    private static func contains(_ value: [UInt8], _ wanted: [UInt8]) -> Bool {
        guard value.count >= wanted.count else { return false }
        return (0...(value.count - wanted.count)).contains { value[$0...].starts(with: wanted) }
    }
}
