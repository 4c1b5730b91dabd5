/// The open elements of a page with what selectors ask for: the names of each, its attributes and its place.
struct ElementPath {
    struct Element {
        var names: [UInt64]
        /// The attributes that selectors ask for, by name with plain values.
        var attributes: [(name: UInt64, value: [UInt8])] = []
        /// True if there may be others.
        var hasMoreAttributes = false
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
    /// The number of open elements with each name that selectors ask for around others.
    private var counts: [UInt64: Int]

    /// An empty path.
    ///
    /// - Parameters:
    ///   - keepsChildren: true if a selector asks for the elements before one.
    ///   - names: those that selectors ask for around their elements.
    init(keepsChildren: Bool, counting names: Set<UInt64>) {
        self.keepsChildren = keepsChildren
        counts = Dictionary(uniqueKeysWithValues: names.map { ($0, 0) })
    }

    private mutating func count(_ names: [UInt64], _ difference: Int) {
        for name in names {
            if let count = counts[name] { counts[name] = count + difference }
        }
    }

    /// Enters an element.
    mutating func enter(_ element: Element) {
        addChild(element)
        count(element.names, 1)
        open.append(Open(element: element))
    }

    /// Leaves the innermost element.
    mutating func leave() {
        count(open.removeLast().element.names, -1)
    }

    /// True if the element around has that name.
    func isWithin(_ name: UInt64) -> Bool {
        open.last?.element.names.contains(name) ?? false
    }

    /// Adds names and attributes to the element at a depth: those of a tag for an element that is there without one.
    mutating func add(_ element: Element, at depth: Int) {
        guard depth < open.count else { return }
        count(element.names, 1)
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

    /// False if the path lacks a name that a selector asks for around its element: most rules are passed over by that.
    func mayHold(_ outerNames: [UInt64]) -> Bool {
        for name in outerNames where counts[name] ?? 0 == 0 { return false }
        return true
    }

    /// The index of an open element, or of where one of the children before it was, and that in the children of the element
    /// around, if it is known.
    private struct Place {
        let depth: Int
        let child: Int?
        /// True for an element that is open.
        let isOpen: Bool
    }

    /// Matches the selector with the innermost element, or that at a depth.
    mutating func matches(_ selector: VisibilitySelector, at depth: Int?) -> SelectorMatch {
        guard let place = place(depth ?? open.count - 1) else { return .no }
        return matches(selector.compounds, selector.compounds.count, at: place)
    }

    private func place(_ depth: Int) -> Place? {
        guard depth >= 0 else { return nil }
        let children = depth > 0 ? open[depth - 1].children.count : 0
        return Place(depth: depth, child: children > 0 ? children - 1 : nil, isOpen: true)
    }

    /// Matches the first `count` compounds, the last of them with the element at a place.
    private mutating func matches(
        _ compounds: [VisibilitySelector.Compound], _ count: Int, at place: Place
    ) -> SelectorMatch {
        guard count > 0 else { return .yes }
        steps -= 1
        guard steps > 0 else { return .perhaps }
        var match = SelectorMatch.yes
        for index in compounds[count - 1].parts.indices where match != .no {
            match = min(match, matches(compounds[count - 1].parts[index], at: place))
        }
        guard match != .no, let combinator = compounds[count - 1].combinator else { return match }
        return min(match, matches(compounds, count - 1, from: place, combinator))
    }

    private mutating func matches(
        _ compounds: [VisibilitySelector.Compound], _ count: Int, from place: Place,
        _ combinator: VisibilitySelector.Combinator
    ) -> SelectorMatch {
        var best = SelectorMatch.no
        switch combinator {
        case .child:
            return self.place(place.depth - 1).map { matches(compounds, count, at: $0) } ?? .no
        case .descendant:
            var depth = place.depth - 1
            while best != .yes, let outer = self.place(depth) {
                best = max(best, matches(compounds, count, at: outer))
                depth -= 1
            }
        case .next, .later:
            guard let child = place.child, place.depth > 0 else { return .no }
            let least = combinator == .next ? child - 1 : 0
            var index = child - 1
            while best != .yes, index >= least, index >= 0 {
                best = max(best, matches(compounds, count, at: Place(depth: place.depth, child: index, isOpen: false)))
                index -= 1
            }
            if combinator == .later, best == .no, open[place.depth - 1].hasMore { best = .perhaps }
        }
        return best
    }

    private mutating func matches(_ part: VisibilitySelector.Part, at place: Place) -> SelectorMatch {
        switch part {
        case .name(let name): return SelectorMatch(has(name, place))
        case .constant(let match): return match
        case .position(let position):
            return element(place).position.map { SelectorMatch(position.holds($0)) } ?? .perhaps
        case .attribute(let name, let sign, let value): return matches(name, sign, value, element(place))
        case .any(let selectors): return best(of: selectors, at: place)
        case .not(let selectors): return !best(of: selectors, at: place)
        }
    }

    private mutating func best(of selectors: [VisibilitySelector], at place: Place) -> SelectorMatch {
        var best = SelectorMatch.no
        for selector in selectors where best != .yes {
            best = max(best, matches(selector.compounds, selector.compounds.count, at: place))
        }
        return best
    }

    private func has(_ name: UInt64, _ place: Place) -> Bool {
        if place.isOpen { return open[place.depth].element.names.contains(name) }
        guard let child = place.child else { return false }
        return open[place.depth - 1].children[child].names.contains(name)
    }

    private func element(_ place: Place) -> Element {
        guard !place.isOpen, let child = place.child else { return open[place.depth].element }
        return open[place.depth - 1].children[child]
    }

    private func matches(
        _ name: UInt64, _ sign: UInt8, _ value: [UInt8], _ element: Element
    ) -> SelectorMatch {
        let attributes = element.attributes
        if attributes.contains(where: { $0.name == name && AttributeTest.holds($0.value, sign, value) }) { return .yes }
        // One that is cut off, or among more than are kept, may hold.
        let isCut = attributes.contains { $0.name == name && $0.value.count >= Self.longestValue }
        return isCut || element.hasMoreAttributes ? .perhaps : .no
    }
}
