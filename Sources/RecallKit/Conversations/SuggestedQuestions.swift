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
        let questions = try answered(SuggestionCandidates(items).all, within: time)
        suggestions.store(questions, at: revision)
        return questions
    }

    /// The first of the candidates that are answered from their thread, none about the same person or thread as another.
    private func answered(_ candidates: [SuggestedQuestion], within time: Duration) throws -> [String] {
        var chosen: [SuggestedQuestion] = []
        let end = ContinuousClock.now + time
        for candidate in candidates.prefix(SuggestionLimits.searches) where chosen.count < SuggestionLimits.questions {
            guard ContinuousClock.now < end else { break }
            guard !chosen.contains(where: { $0.isLike(candidate) }) else { continue }
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
    static let (items, searches, quotations, questions) = (600, 24, 3, 4)
    static let time = Duration.seconds(2)
    /// The lengths of subjects that read well in a question.
    static let topic = 4...48
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
    let text: String
    let person: String?
    let thread: ThreadRow
    let items: Set<ItemID>

    func isLike(_ other: SuggestedQuestion) -> Bool {
        thread == other.thread || (person != nil && person == other.person)
    }
}

/// Questions about recent items, the most promising first.
private struct SuggestionCandidates {
    private struct Thread {
        let row: ThreadRow
        let topic: String
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
        guard let first = items.last, kinds.contains(first.kind), let topic = SuggestedTopic(first.title)?.text else {
            return nil
        }
        let names = items.compactMap { $0.sender.flatMap(SuggestedPerson.name) }
        return Thread(
            row: row, topic: topic, items: items, people: Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +))
    }

    /// People, appointments and notes in turn, so that the four are of different kinds.
    var all: [SuggestedQuestion] {
        let kinds = [aboutPeople, aboutDates, aboutNotes].map { $0.prefix(SuggestionLimits.searches) }
        return (0..<SuggestionLimits.searches).flatMap { place in
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
            guard let person = others.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key else { return nil }
            let said = thread.items.filter { $0.sender.flatMap(SuggestedPerson.name) == person }
            return SuggestedQuestion(
                text: "What did \(person) write about “\(thread.topic)”?", person: person, thread: thread.row,
                items: Set(said.map(\.id)))
        }
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
            let words = Set(RecallLibrary.words(of: thread.topic))
            // A subject with figures mostly says itself when it is.
            guard !words.isDisjoint(with: Self.appointments), !thread.topic.contains(where: \.isNumber) else {
                return nil
            }
            return SuggestedQuestion(
                text: "When is “\(thread.topic)”?", person: nil, thread: thread.row, items: Set(thread.items.map(\.id)))
        }
    }

    /// Folded words of subjects about a date.
    private static let appointments: Set<String> = Set.words(
        """
        appointment booking interview inspection invitation meeting party reservation viewing visit wedding workshop
        einladung feier hochzeit termin treffen besichtigung buchung rendez vous reunion cita reserva invitacion
        """)

    private var aboutNotes: [SuggestedQuestion] {
        // "What do my notes say about “2024-11-29 Meeting”?" is no question that a person asks.
        notes.filter { $0.topic.first?.isNumber == false }.map { thread in
            SuggestedQuestion(
                text: "What do my notes say about “\(thread.topic)”?", person: nil, thread: thread.row,
                items: Set(thread.items.map(\.id)))
        }
    }
}

/// A subject as a question names it: without `Re:` and a list's name.
private struct SuggestedTopic {
    let text: String

    init?(_ title: String) {
        let plain = DisplayText.safe(title).replacing(/^(\s*(?i:re|fwd?|aw|wg|tr|sv)\s*:|\s*\[[^\]]*\])+/, with: "")
        let line = plain.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        text = String(line.reversed().drop { "?!.,:;".contains($0) }.reversed())
        let isReadable = text.contains(where: \.isLetter) && !text.contains { "“”\"<>{}".contains($0) }
        guard SuggestionLimits.topic ~= text.count, isReadable else { return nil }
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
