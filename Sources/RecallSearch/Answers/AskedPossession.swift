import RecallCore
import RecallStore
import RecallText

/// Whose things a question asks for: who asks, or somebody whom it names. What others call theirs is no answer.
struct AskedPossession {
    private let snapshot: SearchSnapshot
    private let analyzer: QueryAnalyzer
    /// The words of the question, folded.
    private let words: [String]
    private let asked: Set<String>
    /// The names of people in the question that are not ordinary words.
    private let names: Set<String>
    /// True if the question is about who asks.
    private let asksOfOwner: Bool
    /// The one who asks; `nil` if it does not depend on them what answers, or if nobody knows.
    private let owner: LibraryOwner?
    /// Whose what the question asks for: "Elena's number".
    private let possessions: [Possession]
    /// The words for whom it asks, as senders or by what is theirs.
    private let askedPeople: Set<String>
    /// Those of them whose things it asks for: "Callum's pay". What does not speak of them says nothing of it.
    let possessors: Set<String>
    /// True if it asks for what a contact says of who asks, and for nobody else.
    private let asksForOwnDetail: Bool
    /// True if it asks what the one who asks has.
    private let asksWhatOwnerHas: Bool
    /// True if it asks for the number or the password of somebody: what strangers like to tell.
    private let asksForNumberOfPerson: Bool

    init(
        _ query: PreparedQuery, _ words: [String], _ type: AnswerType, names: Set<String>, _ snapshot: SearchSnapshot
    ) throws {
        (self.snapshot, self.words, self.names) = (snapshot, words, names)
        (analyzer, asked) = (query.analyzer, Set(words))
        asksOfOwner = FirstPerson.asks(words)
        possessions = Possession.all(in: query.text).filter { $0.possessor != .addressee }
        possessors = Set(possessions.filter(\.isGenitive).compactMap(\.name))
        askedPeople = names.union(possessions.compactMap(\.name))
        asksForOwnDetail = askedPeople.isEmpty && asksOfOwner && FirstPerson.asksForOwnDetail(words)
        asksWhatOwnerHas = askedPeople.isEmpty && FirstPerson.asksWhatOneHas(words)
        asksForNumberOfPerson = !askedPeople.isEmpty && [.identifier, .password].contains(type)
        owner = asksOfOwner || !askedPeople.isEmpty ? try LibraryOwner(snapshot) : nil
    }

    /// True if what the question is about is called "my" by somebody who is not asked about: "my IBAN" of a stranger.
    func isOfAnotherOne(
        _ sentence: QuotableSentence, _ isByPersonNamed: Bool?, _ terms: inout QuestionTerms
    ) throws -> Bool {
        if try isSomebodyElses(sentence, &terms) { return true }
        if isByPersonNamed != true, try isNumberFromStranger(sentence.passage.item) { return true }
        var own = FirstPerson.possessions(in: sentence.words)
        if asksWhatOwnerHas { own += FirstPerson.had(by: .writer, in: sentence.words) }
        guard isByPersonNamed != true, terms.words(in: own) != 0 else { return false }
        if asksOfOwner, names.isEmpty {
            let author = try Authorship(of: sentence.passage.item, snapshot.library)
            return owner.map { !$0.mayBeAuthor(author) } ?? author.isDelivered
        }
        guard let sender = sentence.passage.item.author else { return false }
        if sentence.passage.item.quoted != nil, try isFromStranger(sentence.passage.item) { return true }
        // "Mamas" is the genitive of who writes "my".
        let name = analyzer.foldedWords(of: sender.displayName)
        return !name.contains { asked.contains($0) || asked.contains($0 + "s") }
    }

    /// True for the number of somebody in a mail of another one to whom the owner has never written, "Mum's new number is ...",
    /// and in a quotation, in which anybody may have written it.
    private func isNumberFromStranger(_ item: ItemSummary) throws -> Bool {
        try asksForNumberOfPerson && (item.quoted != nil || isFromStranger(item))
    }

    /// True for what somebody sent to whom the owner has never written.
    private func isFromStranger(_ item: ItemSummary) throws -> Bool {
        let author = try Authorship(of: item, snapshot.library)
        guard author.isDelivered, let owner else { return false }
        return try author.sender.map { try !owner.hasWritten(to: $0.address, snapshot) } ?? true
    }

    /// True if a sentence says of what the question asks for that it is another one's: "Rui's number" is not Elena's, "your
    /// salary" in what Karin wrote is not hers, and Lena's having three cats says nothing of mine.
    private func isSomebodyElses(_ sentence: QuotableSentence, _ terms: inout QuestionTerms) throws -> Bool {
        if try isContactOfAnotherOne(sentence) { return true }
        if asksWhatOwnerHas, terms.words(in: FirstPerson.had(by: .third, in: sentence.words)) != 0 { return true }
        let isOwners = possessions.isEmpty && asksOfOwner && names.isEmpty
        let things = terms.words(
            in: isOwners ? FirstPerson.possessions(in: words) : possessions.flatMap(\.things))
        guard things != 0 else { return false }
        let told = Possession.all(in: sentence.text).filter { terms.words(in: $0.things) & things != 0 }
        guard !told.isEmpty else { return false }
        let author = isOwners ? try Authorship(of: sentence.passage.item, snapshot.library) : nil
        let sender = analyzer.foldedWords(of: sentence.passage.item.author?.displayName ?? "")
        return told.allSatisfy { possession in
            switch possession.possessor {
            case .named(let name): isOwners ? owner?.isNamed(name) == false : !asked.contains(name)
            case .addressee:
                isOwners
                    ? author.map { owner?.mayBeAuthor($0) == true } == true : !asked.isDisjoint(with: sender)
            }
        }
    }

    /// True for the contact of another one than is asked about: it says that one's number and nobody else's.
    private func isContactOfAnotherOne(_ sentence: QuotableSentence) throws -> Bool {
        let item = sentence.passage.item
        guard item.kind == .document, asksForOwnDetail || !askedPeople.isEmpty,
            try snapshot.library.isContact(item.id)
        else { return false }
        let own = analyzer.foldedWords(of: item.title)
        if asksForOwnDetail { return !own.contains { owner?.isNamed($0) == true } }
        // "Tommy" may be Tom.
        return !(own + analyzer.foldedWords(of: sentence.passage.text)).contains { word in
            askedPeople.contains {
                $0 == word || word.count > 2 && $0.hasPrefix(word) || $0.count > 2 && word.hasPrefix($0)
            }
        }
    }

    /// The sentences, but where the first is of a stranger and the owner, who asks for what is theirs, says it too, what they say comes
    /// first: "Your IBAN is now ..." of somebody unknown is not to be taken for it.
    func ownersFirst(_ sentences: [QuotableSentence]) throws -> [QuotableSentence] {
        guard asksOfOwner, let owner, let first = sentences.first, try isFromStranger(first.passage.item) else {
            return sentences
        }
        let least = first.features.probability * Self.leastOfOwner
        let own = try sentences.firstIndex { sentence in
            try sentence.features.mayAnswer && sentence.features.probability >= least
                && owner.mayBeAuthor(Authorship(of: sentence.passage.item, snapshot.library))
        }
        guard let own else { return sentences }
        var ordered = sentences
        ordered.insert(ordered.remove(at: own), at: 0)
        return ordered
    }

    /// The least probability of what the owner says, as a share of that of what the stranger says.
    private static let leastOfOwner: Float = 0.3

    /// True if who wrote one item may correct what another one says: whoever wrote that one too, the owner, people whom the owner
    /// writes to or has saved, and in one chat its members; of what is the owner's only the first two. What a stranger sends takes
    /// no fact's place.
    func mayCorrect(_ newer: ItemSummary, _ older: ItemSummary) throws -> Bool {
        let (author, first) = try (Authorship(of: newer, snapshot.library), Authorship(of: older, snapshot.library))
        let owner = try owner ?? LibraryOwner(snapshot)
        if author.isSame(as: first) {
            // Of two mails from the owner's address the one that was delivered may be anybody's.
            return !author.isDelivered || first.isDelivered || owner?.mayBeAuthor(first) != true
        }
        guard let owner else {
            return !(author.isByMail && author.sender == nil || author.isDelivered && !first.isDelivered)
        }
        if owner.mayBeAuthor(author) { return true }
        if asksOfOwner, owner.mayBeAuthor(first) { return false }
        if author.isUnsaved { return author.chat == first.chat }
        guard author.isByMail || newer.kind == .document && author.sender?.mailAddress != nil else { return true }
        return try author.sender.map { try owner.hasWritten(to: $0.address, snapshot) } ?? false
    }
}
