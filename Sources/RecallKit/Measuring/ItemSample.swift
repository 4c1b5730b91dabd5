package import RecallCore
import RecallStore
import RecallText

/// The items of one state of a library with their words, to be drawn from. Not to be shared between threads.
package struct ItemSample {
    /// A word of a text.
    package struct Word {
        /// The word as it is written.
        package let text: String
        /// The word in lower case, without accents.
        package let folded: String
        /// True if it says nothing by itself ("the", "did"), or marks a reply ("re").
        package let isFiller: Bool
        fileprivate let terms: Set<String>
    }

    private let snapshot: LibrarySnapshot
    private let analyzer: QueryAnalyzer
    private let table: ItemTable

    fileprivate init(_ snapshot: LibrarySnapshot) throws {
        self.snapshot = snapshot
        analyzer = QueryAnalyzer(for: try snapshot.passageLayout())
        table = try snapshot.itemTable()
    }

    /// The positions of all items of a kind, ascending.
    package func positions(of kind: ItemKind) throws -> [Int] {
        try snapshot.items(passing: .kinds([kind]), in: table).positions
    }

    /// The item at a position, or `nil` if it is gone.
    package func item(at position: Int) throws -> Item? {
        try snapshot.summary(at: position, of: table).flatMap { try snapshot.item($0.id) }
    }

    /// The parts of a text that sentence marks and line ends divide it into.
    package func clauses(of text: String) -> [Substring] { SentenceSplitter.clauses(of: text) }

    /// The words of a text, in order.
    package func words(of text: String) -> [Word] {
        analyzer.words(of: text).map {
            let isFiller = $0.isFunctionWord || SubjectPrefixes.words.contains($0.folded)
            return Word(text: $0.text, folded: $0.folded, isFiller: isFiller, terms: $0.terms)
        }
    }

    /// The number of passages that have a word, in any of its forms.
    package func passageCount(of word: Word) throws -> Int {
        try snapshot.postings(of: word.terms).passages.count
    }
}

extension RecallLibrary {
    /// Calls `body` with the items of the library as it is now.
    package func sampleItems<Value>(_ body: (ItemSample) throws -> Value) throws -> Value {
        try store.read { try body(ItemSample($0)) }
    }
}
