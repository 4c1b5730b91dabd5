import RecallText

/// Kept memories, taken apart once, to compare many new ones with.
package struct KeptStatements {
    private let statements: [MemoryStatement]
    /// The statements that have a key. Only those that share one with a new text have to do with it.
    private let places: [String: [Int]]
    private let analyzer = TermAnalyzer()

    /// Takes texts apart.
    package init(_ texts: [String]) {
        statements = texts.map { [analyzer] in MemoryStatement($0, analyzer) }
        places = statements.indices.reduce(into: [:]) { [statements] places, index in
            for key in Self.keys(of: statements[index]) { places[key, default: []].append(index) }
        }
    }

    /// The kept ones that a text repeats or contradicts, in their order.
    package func relations(of text: String) -> [(index: Int, relation: MemoryComparison.Relation)] {
        let comparison = MemoryComparison(text)
        let indices = Set(Self.keys(of: MemoryStatement(text, analyzer)).flatMap { places[$0] ?? [] })
        return indices.sorted().compactMap { index in
            let relation = comparison.relation(to: statements[index])
            return relation == .none ? nil : (index, relation)
        }
    }

    private static func keys(of statement: MemoryStatement) -> Set<String> {
        var keys = statement.facts.content.reduce(into: Set<String>()) { $0.formUnion($1) }
        if let slot = statement.slot { keys.insert(slot.joined(separator: " ")) }
        keys.formUnion(HabitStance.topics(of: statement.words))
        return keys.union([statement.words.joined(separator: " ")])
    }
}
