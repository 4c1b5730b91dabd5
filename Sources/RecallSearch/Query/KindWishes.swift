import RecallCore
import RecallText

/// The words of a query that name a kind of item beside its topic: "emails from Anna", "notes about bees", "photos of the
/// cat", "Mira's messages".
struct KindWishes {
    /// A word that names a kind.
    struct Wish {
        /// Its position in the query.
        var position: Int
        /// The kinds that it may be; none for pictures.
        var kinds: Set<ItemKind>
        var filter: SearchFilter

        /// The filter that all pass which rank higher.
        var ranked: SearchFilter { kinds.count == 1 ? kinds.first.map(SearchFilter.kind) ?? filter : filter }
    }

    let wishes: [Wish]

    /// The wishes in words: a kind followed by a preposition, by a date or by what it says, or preceded by a name.
    init(_ words: [QueryWord], _ people: NamedPeople, _ dates: DateMentions) {
        wishes = words.indices.compactMap { position in
            guard let kind = Self.kinds[words[position].folded], Self.isWish(position, words, people, dates) else {
                return nil
            }
            return Wish(position: position, kinds: kind.kinds, filter: kind.filter)
        }
    }

    /// True if a word is one for a kind of item, whatever it means in its query.
    static func isKind(_ word: QueryWord) -> Bool { kinds[word.folded] != nil }

    /// No wishes.
    init() {
        wishes = []
    }

    private static func isWish(
        _ position: Int, _ words: [QueryWord], _ people: NamedPeople, _ dates: DateMentions
    ) -> Bool {
        if position + 1 < words.count, links.contains(words[position + 1].folded) { return true }
        if dates.phrases.contains(where: { $0.words.lowerBound == position + 1 }) { return true }
        let before = words[..<position].last { $0.folded != "s" }
        guard let before, let index = words[..<position].lastIndex(of: before) else { return false }
        return people.names.contains { $0.words.contains(index) }
    }

    private static let links: Set<String> = [
        "from", "to", "about", "of", "on", "with", "by", "in", "between", "regarding", "for", "say", "mention", "von",
        "vom", "an", "uber", "mit", "zu", "de", "sobre", "sur",
    ]

    private static let kinds: [String: (kinds: Set<ItemKind>, filter: SearchFilter)] = {
        let names: [(words: String, kinds: Set<ItemKind>, filter: SearchFilter)] = [
            ("email emails mail mails courriel courriels correo correos", [.email], .kind(.email)),
            ("chat chats whatsapp", [.message], .kind(.message)),
            // A message may be a mail as well.
            (
                "message messages nachricht nachrichten mensaje mensajes", [.email, .message],
                .kinds([.email, .message])
            ),
            ("document documents dokument dokumente documento documentos", [.document], .kind(.document)),
            ("note notes notiz notizen nota notas", [.note], .kind(.note)),
            ("pdf pdfs", [.document], .format("pdf")),
            ("photo photos picture pictures foto fotos", [], .hasPicture),
        ]
        return names.reduce(into: [:]) { kinds, name in
            for word in name.words.split(separator: " ") { kinds[String(word)] = (name.kinds, name.filter) }
        }
    }()

    /// The weight of a wished-for kind in the score. With more, what the query is about is found later: of the 30 queries of the
    /// sample archive with their kind before them, 29 find it first at .5, 27 at 0 and 28 from .75 on.
    private static let weight: Float = 0.5

    /// The same for a picture: few items have one, and what it shows they seldom say.
    private static let pictureWeight: Float = 1

    /// The part of a passage's score for being of a kind that is wished for, or for a picture where one is; 0 for all else.
    ///
    /// - Parameter hasPicture: asked only where pictures are wished for.
    func bonus(for item: ItemSummary, hasPicture: () throws -> Bool) rethrows -> Float {
        if wishes.contains(where: { $0.filter == .hasPicture }), try hasPicture() { return Self.pictureWeight }
        return wishes.contains { $0.kinds.contains(item.kind) } ? Self.weight : 0
    }
}
