import Foundation
import RecallCore
import RecallStore
import RecallText

/// Reads the sentences of ranked passages, with the features that their words give.
struct SentenceReader {
    private let found: RankedSearch
    private let snapshot: SearchSnapshot
    private let limits: SearchLimits
    private let type: AnswerType
    private let asked: Set<String>
    private let asksForList: Bool
    private let asksForPast: Bool
    private let asksForThing: Bool
    /// True for a question in German, whose nouns begin with capital letters too.
    private let isGerman: Bool
    /// The names of people in the question that are not ordinary words.
    private let names: Set<String>
    /// Those of them under which somebody is saved who sent one of the passages.
    private var savedNames: Set<String> = []
    /// The words of the question that these are, or whose things it asks for.
    private let namedPeople: QuestionTerms.Words
    /// The words of the question that are a number, or have one, and are no date: "TP 677", "bay 4".
    private let codes: QuestionTerms.Words
    private let bestScore: Float
    /// Whose things it asks for.
    let possession: AskedPossession
    /// The long numbers of the question: what says others is no answer.
    private let numbers: LongNumbers
    /// The years that the question names, and the months.
    private let years: Set<Int>
    private let months: Set<Int>
    /// The days of a month that it names.
    private let days: [DateMentions.Mention]
    /// These in days since 1970; one without a year is the nearest to today.
    private let nearestDays: [Int]
    private let calendar: Calendar
    private var terms: QuestionTerms

    init(found: RankedSearch, snapshot: SearchSnapshot, limits: SearchLimits, clock: QueryClock) throws {
        (self.found, self.snapshot, self.limits) = (found, snapshot, limits)
        let words = found.query.words.map(\.folded)
        type = AnswerType(words)
        asked = Set(words)
        asksForList = QuestionType.asksForList(words)
        asksForPast = QuestionType.asksForPast(words)
        asksForThing = type.isForThing(words)
        isGerman = LanguageDetector.stemming(of: found.query.text) == .german
        names = found.query.mentions.senderNames.subtracting(found.query.lexical.ordinaryNames)
        possession = try AskedPossession(found.query, words, type, names: names, snapshot)
        numbers = LongNumbers(found.query.text)
        years = Set(words.compactMap(Self.year))
        let dates = found.query.mentions.optionalWords
        months = Set(words.filter(dates.contains).compactMap { DateMentions.months[$0] })
        days = found.query.mentions.dates.mentions.filter { $0.day != nil && $0.month != nil }
        calendar = clock.calendar
        nearestDays = days.compactMap { Self.nearest($0, to: CivilDay(of: clock.now, in: clock.calendar)) }
        bestScore = max(found.passages.first?.score ?? 1, 0.01)
        var terms = QuestionTerms(found.query)
        if terms.isWithoutCapitals, !isGerman {
            terms.addNames(try WrittenNames(&terms, of: found.query, snapshot, limits).words)
        }
        // "Monday's meeting" is of a day.
        namedPeople = terms.words(in: Array(names.union(possession.possessors.subtracting(dates))))
        // The groups of a long number may be others in what says it.
        let coded = numbers.digits.isEmpty ? words : []
        codes = terms.words(
            in: coded.filter { word in
                word.utf8.contains(where: \.isASCIIDigit) && !dates.contains(word) && Self.year(word) == nil
            })
        self.terms = terms
    }

    /// The evidence that the passage of a sentence, with the question that it replies to, is about what is asked for.
    mutating func evidence(of sentence: QuotableSentence) throws -> AnswerConfidence.Evidence {
        let words = [sentence.passage, sentence.question].compactMap(\.self).flatMap {
            found.query.analyzer.foldedWords(of: $0.text)
        }
        let said = terms.words(in: words) | named(by: sentence.passage.item)
        return AnswerConfidence.Evidence(
            partlySaid: terms.partShare(in: words), rareWordsSaid: terms.share(of: said) * terms.total / unsaidIDF,
            namesMissing: terms.missingNameShare(besides: said),
            aroundDocument: sentence.passage.item.kind == .document ? try share(around: sentence, said) : nil)
    }

    /// The share of the question's idf that a sentence, its passage, what stands beside it, title and sender say.
    private mutating func share(around sentence: QuotableSentence, _ said: QuestionTerms.Words) throws -> Float {
        guard let passage = try snapshot.passage(sentence.passage.id) else { return 0 }
        return terms.share(of: said | words(around: passage, try neighbours(of: passage.stored.id)))
    }

    /// The words of the question that an item says by what it is, whatever its sentences are: those of a title that the question
    /// names, and then also its sender. "What did Ada write about “Keys handed over”?"
    private mutating func named(by item: ItemSummary) -> QuestionTerms.Words {
        let title = item.kind == .message ? 0 : terms.words(naming: item.title)
        guard title != 0 else { return 0 }
        let sender = found.query.analyzer.foldedWords(of: item.author?.displayName ?? "")
        return title | terms.words(in: sender)
    }

    /// The idf of a word that no passage says.
    private var unsaidIDF: Float { log(2 * Float(snapshot.index.contexts.liveCount) + 2) }

    /// The sentences of all passages, as far as there is time.
    mutating func sentences() throws -> [QuotableSentence] {
        var sentences: [QuotableSentence] = []
        let numbers = Set(found.passages.flatMap { $0.id.index - 1...$0.id.index + 1 })
        let known = numbers.filter((0..<snapshot.index.layout.count).contains).map(PassageID.init(index:))
        try snapshot.readAhead(known, limits)
        if !names.isEmpty { savedNames = try namesSaved() }
        for (rank, ranked) in found.passages.enumerated() {
            try limits.checkTask()
            if limits.isOver { break }
            guard let passage = try snapshot.passage(ranked.id) else { continue }
            sentences += try self.sentences(of: passage, ranked, rank)
        }
        return sentences
    }

    private func namesSaved() throws -> Set<String> {
        try found.passages.reduce(into: []) { saved, ranked in
            guard let sender = try snapshot.passage(ranked.id)?.stored.item.author,
                !sender.isSelfNamed
            else { return }
            saved.formUnion(names.intersection(found.query.analyzer.foldedWords(of: sender.displayName)))
        }
    }

    private mutating func sentences(
        of passage: PassageText, _ ranked: RankedPassage, _ rank: Int
    ) throws -> [QuotableSentence] {
        let neighbours = try neighbours(of: passage.stored.id)
        let context = context(of: passage, neighbours)
        let language = LanguageDetector.stemming(of: passage.stored.text)
        var sentences = try QuotableText.ranges(in: passage.stored, joiningLists: asksForList).map { range in
            var sentence = sentence(range, of: passage.stored, rank, language)
            sentence.features = try features(of: sentence, ranked, context)
            return sentence
        }
        let most = sentences.lazy.map(\.features.said).max() ?? 0
        // "The flue is old. We will charge £90": only against others that may answer does an answer say less.
        let mostOfAnswers = sentences.lazy.map(\.features).filter(\.mayAnswer).map(\.said).max() ?? most
        let follows =
            passage.stored.item.kind == .message && QuestionType.endsInQuestion(neighbours.before?.stored.text ?? "")
        for index in sentences.indices {
            let features = sentences[index].features
            sentences[index].features.saidLess = (features.mayAnswer ? mostOfAnswers : most) - features.said
            sentences[index].features.followsQuestion = follows
        }
        if passage.stored.item.kind == .message, sentences.count == 1, let reply = try reply(to: sentences[0], ranked) {
            sentences.append(reply)
        }
        return sentences
    }

    private func sentence(
        _ range: Range<Int>, of passage: StoredPassage, _ rank: Int, _ language: Language?
    ) -> QuotableSentence {
        let text = passage.text.utf8Slice(range)
        return QuotableSentence(
            rank: rank, passage: passage, range: range, text: text,
            words: found.query.analyzer.foldedWords(of: text), language: language)
    }

    // MARK: Replies

    /// The words of the next one to write in a chat after a message that is about what is asked: "What colour is she wearing?"
    /// "Dark green." They count as saying what that one says.
    private mutating func reply(to message: QuotableSentence, _ ranked: RankedPassage) throws -> QuotableSentence? {
        let asked = terms.words(in: message.words)
        guard message.features.said >= Self.leastAsked, let passage = try nextOfAnother(after: message.passage),
            let range = QuotableText.ranges(in: passage.stored).first
        else { return nil }
        var reply = sentence(
            range, of: passage.stored, message.rank, LanguageDetector.stemming(of: passage.stored.text))
        reply.question = message.passage
        var context = context(of: passage, (nil, nil))
        context.around |= asked
        reply.features = try features(of: reply, ranked, context)
        reply.features.said = terms.share(of: asked | terms.words(in: reply.words))
        reply.features.isReply = true
        reply.features.followsQuestion = asksItself(message, asked)
        return reply
    }

    /// The share of the question's idf that a message has to ask.
    private static let leastAsked: Float = 0.4

    /// The first of the next few messages that somebody else wrote.
    private func nextOfAnother(after passage: StoredPassage) throws -> PassageText? {
        let layout = snapshot.index.layout
        for index in passage.id.index + 1..<min(layout.count, passage.id.index + 1 + Self.messagesAfter) {
            guard !layout.beginsThread[index], let next = try neighbour(PassageID(index: index)) else { return nil }
            if next.stored.item.kind == .message, next.stored.item.sender != passage.item.sender { return next }
        }
        return nil
    }

    private static let messagesAfter = 3

    private mutating func features(
        of sentence: QuotableSentence, _ ranked: RankedPassage, _ context: Context
    ) throws -> SentenceFeatures {
        let item = sentence.passage.item
        let said = terms.words(in: sentence.words) | context.named
        let isGerman = sentence.language == .german
        let hasType = type.isAnswered(by: sentence.text, sentence.words, besides: asked, isGerman: isGerman)
        let isLacking = type.isLacking(
            in: sentence.text, sentence.words, besides: asked, isGerman: isGerman, isAnswered: hasType)
        var features = SentenceFeatures(
            said: terms.share(of: said), coverage: min(1, ranked.scored.coverage * terms.askedShare),
            rankScore: ranked.score / bestScore, hasAnswerType: hasType, isQuestion: isQuestion(sentence),
            isByPersonNamed: isByPersonNamed(sentence), isByNamesake: isByNamesake(item.author))
        // Articles and papers say "the chairman"; people who write to each other name them.
        let mayLack = type == .person && item.kind == .document
        let around = self.around(sentence) ?? context.around
        // The date of what was sent is that of what it says, if it says what is asked about.
        let isDate = type == .time && item.kind.isSent && asksForPast && features.said >= Self.leastSaid
        features.isNoAnswer =
            try context.isOfAnother || possession.isOfAnotherOne(sentence, features.isByPersonNamed, &terms)
            || isLacking && !isDate && !mayLack || isOfOthers(said | around)
            || codes & ~(said | around) != 0 || asksForThing && Self.saysWhen(sentence)
            || (item.kind == .message ? asksItself(sentence, said) : QuotableText.isOnlyQuestion(sentence.text))
        return features
    }

    /// True for the title of an event, with the line that says when it is.
    private static func saysWhen(_ sentence: QuotableSentence) -> Bool {
        sentence.passage.item.kind == .document && sentence.text.contains(#/\bWhen: \d{4}-\d{2}-\d{2}/#)
    }

    /// True if the question names a year, and neither the passage nor its item is of that year.
    private func isOfAnotherYear(_ passage: PassageText) -> Bool {
        guard !years.isEmpty else { return false }
        let said = Set(passage.words.compactMap(Self.year))
        guard said.isDisjoint(with: years) else { return false }
        guard let date = passage.stored.item.date else { return !said.isEmpty }
        return !years.contains(calendar.component(.year, from: date))
    }

    /// True if the question has a long number that neither the passage nor what is beside it has.
    private func hasOtherNumbers(
        _ passage: PassageText, _ neighbours: (before: PassageText?, after: PassageText?)
    ) -> Bool {
        guard !numbers.digits.isEmpty else { return false }
        let item = passage.stored.item
        let texts = [passage, neighbours.before, neighbours.after].compactMap { $0?.stored.text }
        return !numbers.areAll(
            among: LongNumbers(([item.title, item.conversationTitle] + texts).joined(separator: "\n")))
    }

    /// True if the question names months, and the passage says none of them, nor is its item of one.
    private func isOfAnotherMonth(_ passage: PassageText) -> Bool {
        guard !months.isEmpty else { return false }
        let date = passage.stored.item.date.map { calendar.component(.month, from: $0) }
        if date.map(months.contains) == true { return false }
        let numeric = NumericMentions(passage.stored.text).mentions.compactMap(\.month)
        return passage.words.allSatisfy { word in MonthNames.number(of: word).map { !months.contains($0) } ?? true }
            && numeric.allSatisfy { !months.contains($0) }
    }

    /// True if the question names days, and the passage says others and none of them, nor is its item of one.
    private func isOfAnotherDay(_ passage: PassageText) -> Bool {
        guard !days.isEmpty else { return false }
        func isAsked(_ month: Int?, _ day: Int?) -> Bool { days.contains { $0.month == month && $0.day == day } }
        if let date = passage.stored.item.date {
            let parts = calendar.dateComponents([.month, .day], from: date)
            if isAsked(parts.month, parts.day) { return false }
        }
        let said = DateMentions(passage.words, in: passage.stored.text).mentions.filter { $0.day != nil }
        return !said.isEmpty && !said.contains { isAsked($0.month, $0.day) }
    }

    /// False for an event that recurs, or goes on, on a day that the question names, whatever days it says, and true for one that
    /// recurs and is on none of them; `nil` where its days do not tell.
    private func isOffOnDayAsked(_ passage: PassageText) -> Bool? {
        guard !days.isEmpty, passage.stored.item.kind == .document, let event = EventDays(passage.stored.text) else {
            return nil
        }
        let isOn = nearestDays.contains { event.first(in: $0...$0) != nil }
        return isOn ? false : event.recurrence == nil ? nil : true
    }

    private static func nearest(_ asked: DateMentions.Mention, to today: CivilDay?) -> Int? {
        guard let today else { return nil }
        return (asked.year.map { $0...$0 } ?? today.year - 1...today.year + 1)
            .compactMap { CivilDay(year: $0, month: asked.month ?? 0, day: asked.day ?? 0)?.daysSince1970 }
            .min { abs($0 - today.daysSince1970) < abs($1 - today.daysSince1970) }
    }

    private static func year(_ word: String) -> Int? { Int(word).flatMap { (1900...2100).contains($0) ? $0 : nil } }

    /// True if what a message says of the question, it asks itself: "Hm, what is he called? I forgot."
    private mutating func asksItself(_ sentence: QuotableSentence, _ said: QuestionTerms.Words) -> Bool {
        let parts = SentenceSplitter.sentences(of: sentence.text).map { sentence.text.utf8Slice($0) }
        let told = parts.filter {
            let words = found.query.analyzer.foldedWords(of: $0)
            return !(QuestionType.endsInQuestion($0) || QuestionType.beginsAsQuestion(words))
        }
        guard told.count < parts.count else { return false }
        let toldWords = terms.words(in: told.flatMap { found.query.analyzer.foldedWords(of: $0) })
        return told.isEmpty || 2 * terms.share(of: toldWords) < terms.share(of: said)
    }

    /// The least share of a question for a time that a mail or message without one has to say.
    private static let leastSaid: Float = 0.6

    /// True if what is said, and what is around it, does not have the people that the question names, or what else it names.
    private func isOfOthers(_ found: QuestionTerms.Words) -> Bool {
        namedPeople & ~found != 0 || !isGerman && terms.missingCapitalShare(besides: found) > Self.mostCapitalsMissing
    }

    /// The share of the question's idf in names that may be missing.
    private static let mostCapitalsMissing: Float = 0.3

    /// True for a question, in a chat also without its mark: "what did you delete".
    private func isQuestion(_ sentence: QuotableSentence) -> Bool {
        if QuestionType.endsInQuestion(sentence.text) { return true }
        guard sentence.passage.item.kind == .message, let last = sentence.text.last(where: { !$0.isWhitespace }),
            !".!…:".contains(last)
        else { return false }
        return QuestionType.beginsAsQuestion(sentence.words)
    }

    /// True if the question names the sender of a message, false if it names somebody else of whom the message does not
    /// speak.
    private func isByPersonNamed(_ sentence: QuotableSentence) -> Bool? {
        // Whom a quotation is by is only said.
        guard !names.isEmpty, let sender = sentence.passage.item.sender, sentence.passage.item.quoted == nil else {
            return nil
        }
        let own = found.query.analyzer.foldedWords(of: sender.displayName)
        if !names.isDisjoint(with: own) { return true }
        return sentence.passage.item.kind == .message && !speaksOfPersonNamed(sentence.text) ? false : nil
    }

    /// True if somebody gave themselves a name under which the question may mean somebody whom the owner saved.
    private func isByNamesake(_ sender: Participant?) -> Bool {
        guard !savedNames.isEmpty, let sender, sender.isSelfNamed else { return false }
        return !savedNames.isDisjoint(with: found.query.analyzer.foldedWords(of: sender.displayName))
    }

    /// True if a text speaks of somebody whom the question names. "Thanks, Ada!" only speaks to her.
    private func speaksOfPersonNamed(_ text: String) -> Bool {
        var isAddress = true
        for word in text.split(whereSeparator: \.isWhitespace) {
            let name = word.prefix { $0.isLetter }
            if !isAddress, word.last.map({ $0.isLetter }) == true, names.contains(WordFolding.fold(String(name))) {
                return true
            }
            isAddress = word.last.map { !$0.isLetter && !$0.isNumber } ?? true
        }
        return false
    }

    // MARK: Around a passage

    /// The facts that all sentences of a passage share.
    private struct Context {
        /// The words of the question in the passage, its title, its sender and its neighbours.
        var around: QuestionTerms.Words
        /// Those that its item says by what it is.
        let named: QuestionTerms.Words
        /// True if it is of another year or month, or has other numbers, than the question.
        let isOfAnother: Bool
    }

    private mutating func context(
        of passage: PassageText, _ neighbours: (before: PassageText?, after: PassageText?)
    ) -> Context {
        Context(
            around: words(around: passage, neighbours), named: named(by: passage.stored.item),
            isOfAnother: isOffOnDayAsked(passage)
                ?? (isOfAnotherYear(passage) || isOfAnotherMonth(passage) || isOfAnotherDay(passage))
                || hasOtherNumbers(passage, neighbours))
    }

    /// The passages before and after one in its thread that pass the filter.
    private func neighbours(of passage: PassageID) throws -> (before: PassageText?, after: PassageText?) {
        let (layout, index) = (snapshot.index.layout, passage.index)
        let hasBefore = index > 0 && !layout.beginsThread[index]
        let hasAfter = index + 1 < layout.count && !layout.beginsThread[index + 1]
        return (
            hasBefore ? try neighbour(PassageID(index: index - 1)) : nil,
            hasAfter ? try neighbour(PassageID(index: index + 1)) : nil
        )
    }

    private func neighbour(_ passage: PassageID) throws -> PassageText? {
        found.query.matches.contains(passage) ? try snapshot.passage(passage) : nil
    }

    /// The words of the question in a passage, its title, its sender and its neighbours.
    private mutating func words(
        around passage: PassageText, _ neighbours: (before: PassageText?, after: PassageText?)
    ) -> QuestionTerms.Words {
        let texts = [passage, neighbours.before, neighbours.after].compactMap { $0?.words }
        return texts.reduce(words(naming: passage.stored.item)) { words, text in words | terms.words(in: text) }
    }

    /// The words of the question around a point of a list, without those of other points; `nil` of what is no such point.
    private mutating func around(_ sentence: QuotableSentence) -> QuestionTerms.Words? {
        guard let lines = QuotableText.lines(over: sentence.text, in: sentence.passage.text) else { return nil }
        return words(naming: sentence.passage.item) | terms.words(in: found.query.analyzer.foldedWords(of: lines))
    }

    private mutating func words(naming item: ItemSummary) -> QuestionTerms.Words {
        let names = [item.title, item.conversationTitle, item.author?.name ?? ""].joined(separator: "\n")
        return terms.words(in: found.query.analyzer.foldedWords(of: names))
    }
}
