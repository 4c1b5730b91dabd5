import RecallCore
import RecallStore
import RecallText

/// A sentence of a ranked passage that may be quoted as an answer.
struct QuotableSentence {
    /// The position of its passage among the ranked ones.
    let rank: Int
    let passage: StoredPassage
    /// The message before that this one replies to; `nil` of any other sentence.
    var question: StoredPassage?
    /// Its UTF-8 byte range in the passage's text.
    let range: Range<Int>
    let text: String
    /// Its words, folded.
    let words: [String]
    /// The language of its passage, if it can be told.
    let language: Language?
    var features = SentenceFeatures()

    /// Its UTF-8 byte range in the item's text.
    var itemRange: Range<Int> {
        range.lowerBound + passage.passage.range.lowerBound..<range.upperBound + passage.passage.range.lowerBound
    }

    /// The order of quotations: the likelier first, then the better passage, then the place.
    static func isBetter(_ a: QuotableSentence, _ b: QuotableSentence) -> Bool {
        let (first, second) = (a.features.logit, b.features.logit)
        if first != second { return first > second }
        return a.rank == b.rank ? a.range.lowerBound < b.range.lowerBound : a.rank < b.rank
    }

    /// True if both are of the same place, or say the same, as quoted replies do.
    func saysTheSame(as other: QuotableSentence) -> Bool {
        if passage.item.id == other.passage.item.id, itemRange.overlaps(other.itemRange) { return true }
        return words == other.words
            || NearDuplicate(words: words, title: [], isWholeItem: true)
                .isSame(as: NearDuplicate(words: other.words, title: [], isWholeItem: true))
    }
}

/// The division of a passage into what is quoted from it.
enum QuotableText {
    /// A message of at most so many bytes is quoted whole.
    private static let shortMessage = 400
    /// Fewer bytes are a heading of what follows ("3. Rent."), or a courtesy ("With pleasure.").
    private static let fewestBytes = 16
    /// More sentences are a table or a listing.
    private static let mostSentences = 24

    /// The UTF-8 byte ranges of what may be quoted: sentences, or a short message whole.
    ///
    /// - Parameter joiningLists: true to quote the points of a short list as one.
    static func ranges(in passage: StoredPassage, joiningLists: Bool = false) -> [Range<Int>] {
        let text = passage.text
        if passage.item.kind == .message, text.utf8.count <= shortMessage { return [0..<text.utf8.count] }
        let title = NameWords.words(of: passage.item.title)
        let written = passage.item.kind == .email ? beforeSignature(text, of: passage.item.author) : text.utf8.count
        // A heading, a date or a greeting alone is no part of what follows.
        let split = joined(
            withWholePoints(
                withRows(withoutHeadings(SentenceSplitter.sentences(of: text), in: text), in: text), in: text
            ).filter { range in
                guard range.upperBound <= written else { return false }
                let sentence = text.utf8Slice(range)
                return !isHeading(sentence) && !isDay(sentence) && !isGreeting(sentence)
                    && !(passage.item.kind == .email && isLineAround(sentence, title))
            }, in: text)
        let whole = joiningLists ? withPoints(split, in: text) : split
        let sentences = withAnnounced(whole, in: text).filter { range in
            let sentence = text.utf8Slice(range)
            guard passage.item.kind == .email else { return true }
            return !isSignature(sentence) && !isOfHeaders(sentence) && !isSalutation(sentence)
        }
        return Array(sentences.prefix(mostSentences))
    }

    /// The sentences without the headings of Markdown that they begin with: "# Rent\nIt is due on the first."
    private static func withoutHeadings(_ sentences: [Range<Int>], in text: String) -> [Range<Int>] {
        sentences.map { range in
            var rest = text.utf8Slice(range)[...]
            while let end = rest.firstIndex(of: "\n"), isHeading(String(rest[..<end])) {
                rest = rest[end...].drop(while: \.isNewline)
            }
            return range.upperBound - rest.utf8.count..<range.upperBound
        }
    }

    /// The sentences, but of a table each row whole: a stop in a cell ends none, and the row after it is another one. A header
    /// says nothing.
    private static func withRows(_ sentences: [Range<Int>], in text: String) -> [Range<Int>] {
        let rows = lines(of: text).filter { isRow(text.utf8Slice($0)) }
        guard rows.count > 1 else { return sentences }
        let others = sentences.flatMap { sentence in outside(rows, of: sentence, in: text) }
        let areRules = rows.map { isRule(text.utf8Slice($0)) }
        let told = rows.indices.filter { !areRules[$0] && !($0 + 1 < rows.count && areRules[$0 + 1]) }
        return (others + told.map { rows[$0] }).sorted { $0.lowerBound < $1.lowerBound }
    }

    /// The sentences, but each short point of a list whole: "- Porto 27.–30.3. Casa do Carmo" does not end after the date, nor in the
    /// next point.
    private static func withWholePoints(_ sentences: [Range<Int>], in text: String) -> [Range<Int>] {
        let lines = lines(of: text)
        let points = lines.indices.filter { index in
            let line = text.utf8Slice(lines[index])
            guard lines[index].count <= longestPoint, isPoint(line), !isRow(line) else { return false }
            guard let next = lines.dropFirst(index + 1).first, next.lowerBound == lines[index].upperBound + 1 else {
                return true
            }
            return isPoint(text.utf8Slice(next))
        }.map { lines[$0].upperBound - text.utf8Slice(lines[$0]).drop { $0 == " " }.utf8.count..<lines[$0].upperBound }
        guard !points.isEmpty else { return sentences }
        return (sentences.flatMap { outside(points, of: $0, in: text) } + points).sorted {
            $0.lowerBound < $1.lowerBound
        }
    }

    private static let longestPoint = 200

    /// The lines of a text to which one of its points belongs: those that are no points, and the points that it is below. `nil` if it is
    /// no point, or the only one: what other points say is said of something else.
    static func lines(over point: String, in text: String) -> String? {
        guard !point.contains("\n"), isPoint(point), !isRow(point) else { return nil }
        let lines = text.split(separator: "\n")
        guard lines.count(where: isPoint) > 1,
            let place = lines.firstIndex(where: { isPoint($0) && $0.hasSuffix(point) })
        else { return nil }
        var indent = lines[place].prefix { $0 == " " }.count
        let isInBullets = isBullet(point)
        let over = lines[..<place].reversed().filter { line in
            guard isPoint(line) else { return false }
            let (its, isOther) = (line.prefix { $0 == " " }.count, isBullet(line.drop { $0 == " " }) != isInBullets)
            guard its < indent || its == indent && (isOther || line.hasSuffix(":")) else { return false }
            indent = its
            return true
        }
        return (lines.filter { !isPoint($0) } + over).joined(separator: "\n")
    }

    /// The parts of a sentence that are in none of the rows.
    private static func outside(_ rows: [Range<Int>], of sentence: Range<Int>, in text: String) -> [Range<Int>] {
        var (parts, start): ([Range<Int>], Int) = ([], sentence.lowerBound)
        for row in rows where row.overlaps(sentence) {
            if start < row.lowerBound { parts.append(start..<row.lowerBound) }
            start = max(start, row.upperBound)
        }
        if start < sentence.upperBound { parts.append(start..<sentence.upperBound) }
        return parts.filter { part in text.utf8Slice(part).contains { $0.isLetter || $0.isNumber } }
    }

    /// True for cells with bars between them, as Markdown has them, and the texts that are made of other tables.
    private static func isRow(_ line: String) -> Bool { line.utf8.contains(UInt8(ascii: "|")) }

    /// True for the line below a header: "|---|---|".
    private static func isRule(_ line: String) -> Bool { line.utf8.allSatisfy("|-: ".utf8.contains) }

    /// The UTF-8 byte ranges of the lines that are not empty.
    private static func lines(of text: String) -> [Range<Int>] {
        text.utf8.split(separator: UInt8(ascii: "\n")).map { line in
            let start = text.utf8.distance(from: text.utf8.startIndex, to: line.startIndex)
            return start..<start + line.count
        }
    }

    /// The bytes of a mail's text before its signature, which begins with a line that is the sender's name.
    private static func beforeSignature(_ text: String, of sender: Participant?) -> Int {
        let own = NameWords.words(of: sender?.name ?? "")
        let name = Set(own.isEmpty ? nameInAddress(sender?.address ?? "") : own)
        guard !name.isEmpty else { return text.utf8.count }
        let signature = lines(of: text).first { line in
            guard line.count <= longestName, line.lowerBound > 0 else { return false }
            let words = NameWords.words(of: text.utf8Slice(line)).filter { !$0.allSatisfy(\.isNumber) }
            return !words.isEmpty && name.isSuperset(of: words)
        }
        return signature?.lowerBound ?? text.utf8.count
    }

    private static let longestName = 60

    /// The words of a name that an address has, folded: "ben.rogers@shop.example". One word may be anything.
    private static func nameInAddress(_ address: String) -> [String] {
        let words = NameWords.words(of: String(address.prefix { $0 != "@" }))
        return words.count > 1 ? words : []
    }

    /// True for a heading of Markdown alone: it says what follows, and is no answer.
    private static func isHeading(_ sentence: String) -> Bool {
        sentence.hasPrefix("#") && !sentence.contains("\n") && sentence.drop { $0 == "#" }.first == " "
    }

    /// True for a day alone, as notes begin: "2024-03-17".
    private static func isDay(_ sentence: String) -> Bool {
        sentence.utf8.count == 10 && sentence.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
    }

    /// True for who is spoken to, alone: "Dear Ada,".
    private static func isGreeting(_ sentence: String) -> Bool {
        guard sentence.last == ",", sentence.utf8.count <= longestLineAround else { return false }
        let words = NameWords.words(of: sentence)
        return words.count <= mostGreetingWords && words.first.map(greetings.contains) ?? false
    }

    /// True for a line of a mail that says nothing itself: its subject, "On Monday Ada wrote:", "Sent: Monday".
    private static func isLineAround(_ sentence: String, _ title: [String]) -> Bool {
        guard sentence.utf8.count <= longestLineAround, !sentence.contains("\n") else { return false }
        let words = NameWords.words(of: sentence)
        guard let first = words.first, let last = words.last else { return true }
        if words == title || (sentence.hasSuffix(":") && attributions.contains(last)) { return true }
        return headerFields.contains(first) && sentence.dropFirst(first.count).first == ":"
    }

    /// True for names and titles alone, as below a mail: "Ada Keel, Chair of Governors, St Anne's School".
    private static func isSignature(_ sentence: String) -> Bool {
        guard sentence.utf8.count <= longestLineAround, let last = sentence.last, last.isLetter else { return false }
        let words = sentence.split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "’" }.filter { $0.count > 3 }
        return words.count > 1 && words.allSatisfy { $0.first?.isUppercase == true }
    }

    private static let longestLineAround = 160
    private static let mostGreetingWords = 5
    private static let attributions: Set<String> = ["wrote", "schrieb", "ecrit", "escribio"]
    private static let greetings = Set.words(
        "dear hi hello hey hallo liebe lieber sehr guten moin servus cher chere bonjour querido querida hola estimado estimada"
    )
    private static let headerFields = Set.words(
        "from sent date to cc subject von gesendet an betreff datum de envoye objet")

    /// True for headers within a text, as programs put them above what is passed on: "To: ... cc: ... Subject: ...", lists of
    /// addresses.
    private static func isOfHeaders(_ sentence: String) -> Bool {
        let words = sentence.split(whereSeparator: \.isWhitespace)
        let fields = words.count { $0.last == ":" && headerFields.contains($0.dropLast().lowercased()) }
        return fields >= fewestFields || words.count { $0.contains("@") } >= fewestAddresses
    }

    /// True for the name of who is spoken to: "Mr. Lavorato:".
    private static func isSalutation(_ sentence: String) -> Bool {
        sentence.last == ":" && sentence.split(whereSeparator: \.isWhitespace).count <= mostGreetingWords
    }

    private static let (fewestFields, fewestAddresses) = (2, 4)

    /// True for one sentence that is a question.
    static func isOnlyQuestion(_ text: String) -> Bool {
        QuestionType.endsInQuestion(text) && SentenceSplitter.sentences(of: text).count == 1
    }

    /// The sentences with headings joined to what follows. A short row of a table is no heading, nor is a point before another one.
    static func joined(_ sentences: [Range<Int>], in text: String) -> [Range<Int>] {
        joining(sentences) { last, next in
            guard last.count < fewestBytes else { return false }
            let short = text.utf8Slice(last)
            return !isRow(short) && !(isBullet(short) && isPoint(text.utf8Slice(next)))
        }
    }

    /// The sentences, those that end in a colon with what they announce: a sentence, or the points of a list that fit.
    private static func withAnnounced(_ sentences: [Range<Int>], in text: String) -> [Range<Int>] {
        joining(sentences) { last, next in
            fit(last, next) && announces(text.utf8Slice(last), text.utf8Slice(next))
        }
    }

    /// The sentences, the points of a list that fit as one.
    private static func withPoints(_ sentences: [Range<Int>], in text: String) -> [Range<Int>] {
        joining(sentences) { last, next in
            fit(last, next) && isPoint(text.utf8Slice(next))
                && text.utf8Slice(last).split(separator: "\n").contains(where: isPoint)
        }
    }

    /// The sentences, each joined to what came before where `belongs` says so of the two.
    private static func joining(
        _ sentences: [Range<Int>], where belongs: (Range<Int>, Range<Int>) -> Bool
    ) -> [Range<Int>] {
        sentences.reduce(into: []) { joined, sentence in
            if let last = joined.last, belongs(last, sentence) {
                joined[joined.count - 1] = last.lowerBound..<sentence.upperBound
            } else {
                joined.append(sentence)
            }
        }
    }

    /// True if two sentences are short enough to be quoted as one.
    private static func fit(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
        second.upperBound - first.lowerBound <= shortMessage
    }

    private static func isPoint(_ line: some StringProtocol) -> Bool {
        let line = line.drop { $0 == " " }
        return isBullet(line) || line.first == "|"
            || line.first?.isNumber == true && line.drop { $0.isNumber }.first.map { ".)".contains($0) } == true
    }

    private static func isBullet(_ line: some StringProtocol) -> Bool { line.first.map { "-*•".contains($0) } == true }

    private static func announces(_ sentence: String, _ next: String) -> Bool {
        sentence.hasSuffix(":") || (sentence.contains(":\n") && next.first.map { "-*•".contains($0) } == true)
    }
}
