import Foundation
import RecallCore
import RecallStore
import RecallText

/// The value after a field's colon.
struct FieldValue {
    /// The value without quotation marks, a closing asterisk, and the comma that ends a phrase.
    private let text: String
    private let isPrefix: Bool
    /// The field with its value, as written.
    private let written: String
    private let clock: QueryClock

    /// The reason why a value does not fit its field.
    struct Problem: Error {
        var reason: String
    }

    init(_ text: String, isPrefix: Bool, written: String, clock: QueryClock) {
        var text = text.withoutQuotationMarks[...]
        while let last = text.last, last == "*" || last == "," || last == ";" || last.isWhitespace { text.removeLast() }
        self.text = String(text.drop(while: \.isWhitespace))
        self.isPrefix = isPrefix
        self.written = written
        self.clock = clock
    }

    private var words: WordSequence { WordSequence(text, isPrefix: isPrefix) }

    /// The filter, or what the field needs instead.
    func filter(_ field: QueryField) -> Result<SearchFilter, Problem> {
        guard !text.isEmpty else { return .failure(Problem(reason: "has nothing after it")) }
        switch field {
        case .from: return .success(.participant(words, in: [.from]))
        case .to: return .success(.participant(words, in: [.to]))
        case .cc: return .success(.participant(words, in: [.cc]))
        case .bcc: return .success(.participant(words, in: [.bcc]))
        case .with: return .success(.participant(words, in: Set(ParticipantRole.allCases)))
        case .subject: return withWords(.subject(words))
        case .in: return withWords(.place(words))
        case .filename: return withWords(.fileName(words))
        case .label, .tag: return withWords(.tag(words))
        case .kind: return known(kind, "is followed by email, message, document, note, pdf, docx, html, txt or epub")
        case .format: return known(format, "is followed by a document's format such as pdf or epub")
        case .lang: return known(language, "is followed by none or a language: \(Self.languages)")
        case .has:
            return known(thing, "is followed by attachment or picture")
        case .larger: return known(size.map { .byteCount($0...Int.max) }, Self.sizeNeeded)
        case .smaller: return known(size.flatMap { $0 > 0 ? .byteCount(0...$0 - 1) : nil }, Self.sizeNeeded)
        case .conversation: return .success(.conversation(ConversationKey(written: text).key))
        case .id: return known(idPrefix.map { .id(prefix: $0) }, Self.idNeeded)
        case .thread: return known(idPrefix.map { .thread(prefix: $0) }, Self.idNeeded)
        case .date, .before, .after:
            return known(days(field).map { .date(from: $0.from, to: $0.to) }, dateNeeded(field))
        }
    }

    /// The dates that the value names.
    func dates(_ field: QueryField) -> [ResolvedDate] {
        guard let days = days(field) else { return [] }
        return [
            ResolvedDate(written: written, from: days.from, to: days.to, days: DayRange.text(days, in: clock))
        ]
    }

    private static let sizeNeeded = "is followed by a size such as 10k or 2M"
    private static let idNeeded = "is followed by the first digits of an id"
    private static let languages = Language.allCases.map(\.code).sorted().joined(separator: ", ")

    private func dateNeeded(_ field: QueryField) -> String {
        let days = DateExpression.readings(text).compactMap { DateExpression($0).days(in: clock) }
        if days.count == 2 {
            let texts = days.map { DayRange.text($0, in: clock) }
            return "may mean \(texts[0]) or \(texts[1]) here (write the one that you mean)"
        }
        if let meant = DateWords.nearest(to: text) {
            return "is followed by a date (did you mean \(field.rawValue):\(meant)?)"
        }
        return field == .date
            ? "is followed by a date such as 2024-03-17, 2024-03..2024-05, 2w.., yesterday or \"last spring\""
            : "is followed by a day, month or year such as 2024-03-17, 2024-03, yesterday or \"last spring\""
    }

    private func known(_ filter: SearchFilter?, _ reason: String) -> Result<SearchFilter, Problem> {
        filter.map { .success($0) } ?? .failure(Problem(reason: reason))
    }

    private func withWords(_ filter: SearchFilter) -> Result<SearchFilter, Problem> {
        known(words.hasWords ? filter : nil, "is followed by words")
    }

    // MARK: Kinds of value

    private var kind: SearchFilter? {
        ItemKind(called: text).map { .kind($0) } ?? Self.formats[text.lowercased()]
    }

    /// A thing that comes with an item.
    private var thing: SearchFilter? {
        switch text.lowercased() {
        case "attachment", "attachments": .hasAttachment
        case "picture", "pictures", "photo", "photos", "image", "images": .hasPicture
        default: nil
        }
    }

    /// The formats of documents are names in the library, so any name is one.
    private var format: SearchFilter? {
        let isName = text.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == 0x2D }
        return isName ? Self.formats[text.lowercased()] ?? .format(text.lowercased()) : nil
    }

    /// The formats that Recall reads, by their names and the usual ones beside them. Markdown is read as notes.
    private static let formats: [String: SearchFilter] = [
        "pdf": .format("pdf"), "docx": .format("docx"), "word": .format("docx"), "html": .format("html"),
        "htm": .format("html"), "txt": .format("txt"), "text": .format("txt"), "plain": .format("txt"),
        "epub": .format("epub"), "ebook": .format("epub"), "markdown": .kind(.note), "md": .kind(.note),
    ]

    private var language: SearchFilter? {
        switch text.lowercased() {
        case "none", "unknown": .language(nil)
        default: Language(named: text).map { .language($0) }
        }
    }

    /// A number of bytes; `k`, `M` and `G` stand for 1,000, 1,000,000 and 1,000,000,000.
    private var size: Int? {
        var digits = text.lowercased()[...]
        if digits.hasSuffix("b") { digits.removeLast() }
        let factors: [Character: Int] = ["k": 1_000, "m": 1_000_000, "g": 1_000_000_000]
        let factor = digits.last.flatMap { factors[$0] } ?? 1
        if factor > 1 { digits.removeLast() }
        guard (1...18).contains(digits.utf8.count), digits.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        let (size, isTooLarge) = (Int(digits) ?? 0).multipliedReportingOverflow(by: factor)
        return isTooLarge ? nil : size
    }

    private var idPrefix: String? {
        ItemID.range(ofPrefix: text) == nil ? nil : text.lowercased()
    }

    private func days(_ field: QueryField) -> DayRange? {
        guard let expression = DateExpression(text) else { return nil }
        switch field {
        case .date: return expression.days(in: clock)
        case .after: return expression.firstDay(in: clock).map { DayRange(from: $0, to: nil) }
        case .before: return expression.firstDay(in: clock).map { DayRange(from: nil, to: $0) }
        default: return nil
        }
    }
}
