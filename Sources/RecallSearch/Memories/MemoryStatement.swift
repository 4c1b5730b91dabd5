import RecallCore
import RecallText

/// The statement of a memory, as far as words tell: the thing that it is about, and the value it gives.
struct MemoryStatement {
    /// "my dentist", "i live in".
    let slot: [String]?
    /// "dr weber", "leeds".
    let value: [String]
    /// The kind of the value: only values of one kind exclude each other.
    let valueKind: ValueKind
    let facts: ClaimText
    /// All words, folded.
    let words: [String]

    /// True if the slot is not in the words of the text.
    let isRewritten: Bool

    /// True if it is about a thing or another person: "our bin ...".
    var isOfThing: Bool { words.first.map(Self.determiners.contains) ?? false }

    /// The kind of a value.
    enum ValueKind: Hashable {
        case name, number, description
        case place(String)
        case none
    }

    /// The statement of `text`.
    init(_ text: String, _ analyzer: TermAnalyzer) {
        facts = ClaimText(text, analyzer)
        words = facts.words
        if let (slot, value) = CommonSlot.of(words) {
            (self.slot, self.value, isRewritten) = (slot, value, true)
            valueKind = .place("in")
            return
        }
        isRewritten = false
        guard let length = Self.slotLength(words) else {
            (slot, value, valueKind) = (nil, [], .none)
            return
        }
        slot = words[..<length].filter { !Self.fillers.contains($0) }.map { Self.forms[$0] ?? $0 }
        value = Array(words[length...].drop { Self.fillers.contains($0) })
        valueKind = Self.kind(of: value, after: words[length - 1], facts)
    }

    /// True if one thing has one value of this slot.
    var hasOneValue: Bool {
        guard let slot else { return false }
        switch valueKind {
        case .name, .number, .place: return true
        case .description: return !Set(slot).isDisjoint(with: Self.singleValued)
        case .none: return false
        }
    }

    /// The number of words up to the value.
    private static func slotLength(_ words: [String]) -> Int? {
        if let phrase = phrases.first(where: { words.starts(with: $0) }), words.count > phrase.count {
            return phrase.count
        }
        guard let first = words.first, determiners.contains(first) || words.prefix(4).dropFirst().contains("s"),
            let copula = words.prefix(8).firstIndex(where: copulas.contains),
            copula >= 2 || !determiners.contains(first),
            words.count > copula + 1
        else { return nil }
        return copula + 1
    }

    private static func kind(of value: [String], after last: String, _ facts: ClaimText) -> ValueKind {
        guard let first = value.first else { return .none }
        if prepositions.contains(first) {
            return value.dropFirst().first.map(namesDate) == true ? .number : .place(first)
        }
        if prepositions.contains(last) { return .place(last) }
        if articles.contains(first) { return .description }
        if first.contains(where: \.isNumber) { return .number }
        if !facts.names.isDisjoint(with: value) || naming.contains(first) || naming.contains(last) { return .name }
        if value.contains(where: { $0.contains(where: \.isNumber) || NumberWords.values[$0] != nil }) { return .number }
        return .description
    }

    private static func namesDate(_ word: String) -> Bool {
        word.contains(where: \.isNumber) || MonthNames.number(of: word) != nil
    }

    private static let determiners = Set.words("my our the mein meine unser unsere mi mis nuestro nuestra")
    private static let copulas = Set.words(
        "is are was ist sind heisst es son called costs starts ends expires begins opens closes")
    /// Words that change nothing: "my new boss is now ...".
    private static let fillers = Set.words(
        "new now current currently still actually again jetzt neuer neue neues neu ahora")
    private static let articles = Set.words("a an ein eine einen un una not very kein keine")
    private static let prepositions = Set.words("in at on for near bei im am um en")
    private static let naming = Set.words("called named heisst llama dr mr mrs ms")
    /// Of a thing there is one of.
    private static let singleValued = Set.words(
        """
        favourite favorite preferred name size number address birthday colour color password pin code email phone age \
        lieblingsfarbe lieblingsessen name adresse geburtstag nombre cumpleanos direccion
        """)
    private static let forms = ["favorite": "favourite", "color": "colour", "m": "am", "was": "is", "are": "is"]

    private static let phrases = [
        "i live in", "i live at", "i live on", "we live in", "we live at", "i work at", "i work for", "i work as",
        "i was born in", "i was born on", "i am from", "i m from", "call me", "answer in", "answer me in",
        "reply in", "ich wohne in", "ich arbeite bei", "ich heisse", "nenn mich", "antworte auf", "vivo en",
        "trabajo en", "me llamo", "responde en",
    ].map { $0.split(separator: " ").map(String.init) }.sorted { $0.count > $1.count }
}
