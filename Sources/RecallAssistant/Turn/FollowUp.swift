import RecallCore
import RecallKit

/// The questions that are searched for a question: its parts, each with what it is about.
///
/// "And when was that?" is about what the conversation is about; in "Who paid, and when?" the second part is about the
/// first.
enum FollowUp {
    /// The parts of a question as queries, in order. One that names too little by itself carries over what the part or the
    /// question before it named.
    static func queries(for question: Question) -> [SearchQuery] {
        let earlier = earlierParts(question)
        let parts = RecallLibrary.parts(ofQuestion: question.asked)
        let carried = carrying(earlier + parts, partsFrom: earlier.count + 1).suffix(parts.count)
        return zip(parts, carried).map { part, query in
            SearchQuery(
                withPeople(query, part, question), syntax: .words, filter: question.scope, clock: question.clock)
        }
    }

    private static func earlierParts(_ question: Question) -> [String] {
        question.earlier.suffix(turns).flatMap {
            RecallLibrary.parts(ofQuestion: RecallLibrary.askedQuestion(in: $0.question))
        }
    }

    /// A query with the names of whom "he" or "her" in a part means.
    private static func withPeople(_ query: String, _ part: String, _ question: Question) -> String {
        let isAboutThem = RecallLibrary.words(of: part).contains(where: personalPronouns.contains)
        return isAboutThem ? ([query] + peopleFound(before: question)).joined(separator: " ") : query
    }

    /// The readings of a short question of one part that is not the first of its conversation; none for others.
    static func readings(of question: Question) -> [Reading] {
        let parts = RecallLibrary.parts(ofQuestion: question.asked)
        guard parts.count == 1, let asked = parts.first, let last = question.earlier.last else { return [] }
        let own = own(asked).count
        guard own <= shortest else { return [] }
        let refersBack = refersBack(asked, isPart: false)
        // "What's Leila's birthday?" is short, and complete.
        guard refersBack || people(in: asked).isEmpty else { return [] }
        func reading(_ kind: Reading.Kind, _ text: String, _ scope: SearchFilter) -> Reading {
            Reading(
                kind: kind, query: SearchQuery(text, syntax: .words, filter: scope, clock: question.clock),
                own: own, refersBack: refersBack)
        }
        let nearby = cited(by: last).prefix(threads).enumerated().map { place, item in
            reading(.nearby(place: place), asked, question.scope.and(.thread(prefix: item.description)))
        }
        return [reading(.alone, asked, question.scope), reading(.carried, carried(asked, question), question.scope)]
            + nearby
    }

    /// The items that an answer cites, in the order of its sentences.
    private static func cited(by answer: Answer) -> [ItemID] {
        answer.sentences.flatMap(\.citations).reduce(into: []) { items, number in
            guard let item = answer.citations.first(where: { $0.number == number })?.item.id, !items.contains(item)
            else { return }
            items.append(item)
        }
    }

    /// A question with what the conversation is about, whether its form asks for that or not.
    private static func carried(_ asked: String, _ question: Question) -> String {
        let earlier = earlierParts(question)
        let about = carrying(earlier, partsFrom: earlier.count + 1).last
        return withPeople(about.map { joined(asked, to: $0) } ?? asked, asked, question)
    }

    /// The names in what answered the question before this one, if that asked who somebody is: whom "he" means.
    private static func peopleFound(before question: Question) -> [String] {
        guard let last = question.earlier.last, last.isFound, let sentence = last.sentences.first(where: \.isQuotation),
            RecallLibrary.words(of: last.question).prefix(2).contains(where: personQuestions.contains)
        else { return [] }
        let names = RecallLibrary.contentWords(of: sentence.text).filter { $0.first?.isUppercase == true }
        return Array(names.prefix(people))
    }

    /// The names that a person is known by from an answer, at most.
    private static let people = 3

    /// The questions before this one that it may be about.
    private static let turns = 6
    /// The own words of a question that may be read in several ways, at most, and the threads in which it is.
    private static let (shortest, threads) = (2, 2)
    /// The words that one question hands on to the next, at most.
    private static let words = 12

    /// Each question with what it carries over from those before it.
    ///
    /// - Parameter parts: the place of the second part of the last question.
    private static func carrying(_ questions: [String], partsFrom parts: Int) -> [String] {
        var (carried, subject): ([String], String?) = ([], nil)
        for (place, question) in questions.enumerated() {
            guard let about = subject, refersBack(question, isPart: place >= parts) else {
                carried.append(question)
                subject = question
                continue
            }
            let joined = joined(question, to: about)
            carried.append(joined)
            // "Why was it moved?" is still about what was asked about before.
            let isOfAnother = isElliptic(question) && !people(in: question).isEmpty
            if own(question).count > leastWords || isOfAnother { subject = joined }
        }
        return carried
    }

    /// A question with what it is about: "and Bea's?" after "what is Ada's number" is "what is number and Bea's?".
    private static func joined(_ question: String, to subject: String) -> String {
        guard isElliptic(question) else {
            let handedOn = Self.words(of: subject, for: question).suffix(words)
            return question + " " + handedOn.joined(separator: " ")
        }
        let kept = withoutPeople(
            subject.split(whereSeparator: \.isWhitespace).map(String.init), of: subject, for: question)
        return (kept.prefix(2 * words).map { $0.filter { $0 != "?" } } + [question]).joined(separator: " ")
    }

    /// Words of a subject, but for its people if a question names somebody else.
    private static func withoutPeople(_ words: [String], of subject: String, for question: String) -> [String] {
        let people = people(in: question).isEmpty ? [] : people(in: subject)
        return words.filter { word in RecallLibrary.words(of: word).first.map { !people.contains($0) } ?? false }
    }

    /// True if a question asks the same as the one before it, of something or somebody else: "and the new one?"
    private static func isElliptic(_ question: String) -> Bool {
        let all = RecallLibrary.words(of: question)
        return !all.contains(where: askingWords.contains)
            && (own(question).isEmpty || !all.contains(where: whatWords.contains))
            && all.first.map { conjunctions.contains($0) || whatWords.contains($0) } == true
    }

    private static let askingWords = set(
        """
        when where who whom whose why how which wann wo wer wem wen warum wieso wie quand ou qui pourquoi comment cuando
        donde quien como
        """)
    private static let whatWords = set("what was que quoi")

    /// The words that a question hands on to another one: not the person, if that one names somebody else. "And Bea's?"
    private static func words(of subject: String, for question: String) -> [String] {
        let words = RecallLibrary.contentWords(of: subject)
        return own(question).count <= leastWords ? withoutPeople(words, of: subject, for: question) : words
    }

    /// The folded names of people that a question has, as far as its form tells: with a capital within, or with "'s"; and "mine".
    private static func people(in question: String) -> Set<String> {
        let words = question.split { $0.isWhitespace || $0 == "?" || $0 == "," }
        let named = words.indices.filter { index in
            let isPossessive = words[index].hasSuffix("'s") || words[index].hasSuffix("’s")
            return index > 0 && (words[index].first?.isUppercase == true || isPossessive)
        }
        let folded = named.compactMap { RecallLibrary.words(of: String(words[$0])).first }
        return Set(folded).union(RecallLibrary.words(of: question).filter(ownWords.contains))
    }

    /// With more words of its own, a question says itself what it is about, whatever its pronouns mean.
    private static let (fewWords, leastWords) = (3, 1)

    /// True if a question leaves out what it is about. "Who is Tariq?" is short, and complete; "what did I have to bring?" is not
    /// after another part.
    private static func refersBack(_ question: String, isPart: Bool) -> Bool {
        let all = RecallLibrary.words(of: question)
        let content = RecallLibrary.contentWords(of: question)
        let own = own(question)
        if own.isEmpty { return true }
        if isPart, own.count <= leastWords, content.allSatisfy({ $0.first?.isUppercase != true }) { return true }
        if all.contains(where: pronouns.contains) { return own.count <= fewWords }
        let isShort = own.count <= leastWords
        return isShort
            && (all.first.map(conjunctions.contains) == true || all.contains(where: pointers.contains)
                || ["what", "how"].contains(all.first) && all.dropFirst().first == "about")
    }

    /// The content words by which a question says itself what it is about, folded: not "new" and "one" of "the new one".
    private static func own(_ question: String) -> [String] {
        RecallLibrary.contentWords(of: question).flatMap(RecallLibrary.words).filter {
            !quantities.contains($0) && !comparatives.contains($0)
        }
    }

    private static let quantities = set("much many long often old far lange viel viele oft combien")
    private static let comparatives = set(
        """
        new old other others next last first second previous former current latest same one ones before now then
        neue neuen neuer neues alte alten alter altes andere anderen anderer anderes nachste letzte erste vorige jetzt
        nouveau nouvelle ancien ancienne autre prochain dernier nuevo nueva viejo vieja antiguo otro otra
        """)
    private static let ownWords = set("my mine mein meine meins moi mon mio mia")
    private static let personQuestions = set("who whose qui quien")
    private static let personalPronouns = set("he she him her his they them")
    private static let conjunctions = set("and but und aber et mais y pero also")
    /// Folded, of English, German, French and Spanish.
    private static let pronouns = set(
        """
        he she it they him them his her hers its their theirs those these
        er ihn ihm es davon dazu daruber damals
        elle ils elles lui leur cela ca
        ellos ellas ella eso esto
        """)
    /// Words that are articles or conjunctions as often.
    private static let pointers = set(
        "that this there then sie ihr ihre sein seine das dies dort il y alli ahi")

    private static func set(_ words: String) -> Set<String> {
        Set(words.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
