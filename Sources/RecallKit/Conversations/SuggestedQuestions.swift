import Foundation
import RecallCore
import RecallStore
import RecallText
import Synchronization

extension RecallLibrary {
    /// At most four questions that the library answers, about people, subjects and notes of its newest items. Each was asked
    /// without a model, and the answer is from the thread that the question is about.
    ///
    /// - Complexity: reads the newest 600 items and searches at most 24 times, once for each state of the library.
    public func suggestedQuestions() throws -> [String] { try suggestedQuestions(within: SuggestionLimits.time) }

    /// The same, with as much time as it may take.
    package func suggestedQuestions(within time: Duration) throws -> [String] {
        let revision = try store.read { try $0.revision() }
        if let known = suggestions.questions(at: revision) { return known }
        let items = try store.read { try $0.recentItems(until: Date(), limit: SuggestionLimits.items) }
        let titles = items.map { DisplayText.safe($0.item.title) }.joined(separator: "\n")
        let questions = try answered(SuggestionCandidates(items).all, titles, within: time)
        suggestions.store(questions, at: revision)
        return questions
    }

    /// The first of the candidates that are answered from their thread, none about the same person or thread as another.
    private func answered(
        _ candidates: [SuggestedQuestion], _ titles: String, within time: Duration
    ) throws -> [String] {
        var chosen: [SuggestedQuestion] = []
        let end = ContinuousClock.now + time
        var searches = 0
        for candidate in candidates where chosen.count < SuggestionLimits.questions {
            guard ContinuousClock.now < end, searches < SuggestionLimits.searches else { break }
            guard !chosen.contains(where: { $0.isLike(candidate) }) else { continue }
            var candidate = candidate
            guard try candidate.ask(writtenIn: store, titles: titles),
                !chosen.contains(where: { $0.text == candidate.text })
            else { continue }
            searches += 1
            let query = SearchQuery(candidate.text, syntax: .words, limit: SuggestionLimits.quotations)
            let answer = try quotations(for: query, limit: SuggestionLimits.quotations, deadline: end)
            let isAnswered = answer.isAnswer && answer.quotations.contains { candidate.items.contains($0.item.id) }
            if isAnswered { chosen.append(candidate) }
        }
        return chosen.map(\.text)
    }
}

/// The limits of suggested questions.
private enum SuggestionLimits {
    static let (items, candidates, searches, quotations, questions) = (600, 60, 24, 3, 4)
    static let time = Duration.seconds(2)
    /// With less than this since it was written about, an appointment may still come.
    static let coming = TimeInterval(30 * 86_400)
    /// Of the threads of several people, the share that only the library's owner is in.
    static let ownersShare = 0.6
}

/// The last suggestions, and the state of the library that they are of.
final class SuggestionCache: Sendable {
    private let state = Mutex<(revision: LibraryRevision, questions: [String])?>(nil)

    func questions(at revision: LibraryRevision) -> [String]? {
        state.withLock { $0.flatMap { $0.revision == revision ? $0.questions : nil } }
    }

    func store(_ questions: [String], at revision: LibraryRevision) {
        state.withLock { $0 = (revision, questions) }
    }
}

/// A question, and the items that answer it.
private struct SuggestedQuestion {
    private let topic: SuggestedTopic
    /// The question, with a line for the topic: "When is _?"
    private let form: String
    let person: String?
    let thread: ThreadRow
    let items: Set<ItemID>
    /// The question; empty before it is asked.
    private(set) var text = ""

    init(_ form: String, _ topic: SuggestedTopic, person: String? = nil, thread: ThreadRow, items: [ItemSummary]) {
        (self.form, self.topic, self.person, self.thread) = (form, topic, person, thread)
        self.items = Set(items.map(\.id))
    }

    /// Words the question as what was written does.
    ///
    /// - Returns: false if that does not tell how.
    ///
    /// - Parameter titles: other titles of the library, which tell what its owner writes small.
    mutating func ask(writtenIn store: LibraryStore, titles: String) throws -> Bool {
        let texts = try items.sorted().prefix(Self.texts).compactMap { id in try store.read { try $0.item(id)?.text } }
        let written = texts.map { $0.prefix(Self.characters) }.joined(separator: "\n")
        guard let phrase = topic.phrase(in: written, titles: titles) else { return false }
        text = form.replacing("_", with: phrase)
        return true
    }

    /// The items that are read for the wording, and the characters of each, at most.
    private static let (texts, characters) = (8, 10_000)

    func isLike(_ other: SuggestedQuestion) -> Bool {
        thread == other.thread || (person != nil && person == other.person)
    }
}

/// Questions about recent items, the most promising first.
private struct SuggestionCandidates {
    private struct Thread {
        let row: ThreadRow
        let topic: SuggestedTopic
        let items: [ItemSummary]
        /// The items of each person, by name.
        let people: [String: Int]
    }

    private let mail: [Thread]
    private let notes: [Thread]

    init(_ recent: [RecentItem]) {
        let threads = Dictionary(grouping: recent, by: \.thread)
        let order = recent.map(\.thread).uniqued
        func made(_ kinds: Set<ItemKind>) -> [Thread] {
            order.compactMap { row in Self.thread(row, threads[row, default: []].map(\.item), kinds) }
        }
        mail = made([.email])
        notes = made([.note])
    }

    private static func thread(_ row: ThreadRow, _ items: [ItemSummary], _ kinds: Set<ItemKind>) -> Thread? {
        guard let first = items.last, kinds.contains(first.kind), let topic = SuggestedTopic(first.title) else {
            return nil
        }
        let names = items.compactMap { $0.sender.flatMap(SuggestedPerson.name) }
        return Thread(
            row: row, topic: topic, items: items, people: Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +))
    }

    /// People, appointments and notes in turn, so that the four are of different kinds.
    var all: [SuggestedQuestion] {
        let kinds = [aboutPeople, aboutDates, aboutNotes].map { $0.prefix(SuggestionLimits.candidates) }
        return (0..<SuggestionLimits.candidates).flatMap { place in
            kinds.compactMap { $0.dropFirst(place).first }
        }
    }

    /// The threads with most items first.
    private var aboutPeople: [SuggestedQuestion] {
        let owner = self.owner
        let ranked = mail.enumerated().sorted {
            ($1.element.items.count, $0.offset) < ($0.element.items.count, $1.offset)
        }
        return ranked.compactMap { _, thread in
            let others = thread.people.filter { $0.key != owner }
            guard let person = others.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key,
                isPlain(thread)
            else { return nil }
            let said = thread.items.filter { $0.sender.flatMap(SuggestedPerson.name) == person }
            return SuggestedQuestion(
                "What did \(person) write about _?", thread.topic, person: person, thread: thread.row, items: said)
        }
    }

    /// False if "your" in the title means somebody else than the owner.
    private func isPlain(_ thread: Thread) -> Bool {
        let starter = thread.items.last?.sender.flatMap(SuggestedPerson.name)
        return !thread.topic.isOwners || starter == nil || starter != owner
    }

    /// The person who is in most threads of several people: asking oneself what one wrote is no beginning.
    private var owner: String? {
        let shared = mail.filter { $0.people.count > 1 }
        let counts = Dictionary(shared.flatMap(\.people.keys).map { ($0, 1) }, uniquingKeysWith: +)
        let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
        return most.flatMap { Double($0.value) > SuggestionLimits.ownersShare * Double(shared.count) ? $0.key : nil }
    }

    /// Appointments and the like.
    private var aboutDates: [SuggestedQuestion] {
        mail.compactMap { thread in
            // A subject with figures mostly says itself when it is.
            let saysWhen = thread.items.contains { $0.title.contains(where: \.isNumber) }
            guard thread.topic.isAppointment, !saysWhen, isPlain(thread) else { return nil }
            let mayCome = thread.items.contains { ($0.date ?? .distantPast) > Date() - SuggestionLimits.coming }
            return SuggestedQuestion(
                mayCome ? "When is _?" : "When was _?", thread.topic, thread: thread.row, items: thread.items)
        }
    }

    private var aboutNotes: [SuggestedQuestion] {
        notes.map { thread in
            SuggestedQuestion("What do my notes say about _?", thread.topic, thread: thread.row, items: thread.items)
        }
    }
}

/// A person as a question names them.
private enum SuggestedPerson {
    /// The name; `nil` for addresses, and for senders that are programs.
    static func name(_ person: Participant) -> String? {
        let name = DisplayText.safe(person.name).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let words = Set(RecallLibrary.words(of: name + " " + person.address))
        let isPerson = 2...40 ~= name.count && name.contains(where: \.isLetter) && words.isDisjoint(with: programs)
        return isPerson && !name.contains { "@“”\"<>{}".contains($0) } ? name : nil
    }

    private static let programs: Set<String> = Set.words(
        """
        noreply reply donotreply newsletter newsletters notifications notification mailer daemon postmaster info news list
        support team service billing orders updates alerts
        """)
}

extension [ThreadRow] {
    /// Each once, in the order in which they come first.
    fileprivate var uniqued: [ThreadRow] {
        var seen: Set<ThreadRow> = []
        return filter { seen.insert($0).inserted }
    }
}
