import Foundation
import RecallCore
import RecallTestSupport

/// Makes a random library, and random queries about it.
struct RandomLibrary {
    var generator: SeededGenerator
    private(set) var items: [RandomItem] = []

    /// The sources that items are imported from, and the words of their paths.
    static let sources = [
        (path: "/mail/Inbox.jsonl", words: ["mail", "inbox", "jsonl"]),
        (path: "/mail/Work Projects/Änne.jsonl", words: ["mail", "work", "projects", "anne", "jsonl"]),
    ]

    /// Words as texts spell them, and folded.
    private static let vocabulary: [RandomQuery.Word] = [
        ("kettle", "kettle"), ("Kettles", "kettles"), ("LANTERN", "lantern"), ("river", "river"), ("Café", "cafe"),
        ("cafe\u{301}s", "cafes"), ("Straße", "strasse"), ("naïve", "naive"), ("mill", "mill"), ("millet", "millet"),
        ("42", "42"), ("Ørsted", "orsted"), ("gate", "gate"), ("Ёлка", "елка"), ("会", "会"), ("not", "not"),
        ("or", "or"),
    ].map { RandomQuery.Word(spelled: $0.0, folded: $0.1) }

    /// Sentences by language, of words outside the vocabulary.
    private static let sentences: [(Language, String)] = [
        (
            .german,
            "wir haben das nicht und sie sind auch noch bei uns aber wenn ihr das nicht habt dann kann man es hier"
        ),
        (
            .english,
            "this is what they have been and we were with them when you had those that are from here but would be"
        ),
        (
            .french,
            "nous sommes dans la maison avec les enfants et vous avez ses clefs mais elle est sur le toit pour nous"
        ),
    ]

    private static let people = [
        (Participant(name: "Ada Lind", address: "ada@people.example"), "ada lind\nada@people.example"),
        (Participant(name: "Zoë Ørsted", address: "ZO@x.example"), "zoe orsted\nzo@x.example"),
        (Participant(name: "", address: "bea.lind@people.example"), "\nbea.lind@people.example"),
        (Participant(name: "Čem", address: ""), "cem\n"),
    ]

    private static let parts = [
        ("ada", "ada"), ("LIND", "lind"), ("\"ada lind\"", "ada lind"), ("@people.example", "@people.example"),
        ("zoe", "zoe"), ("ZOË", "zoe"), ("ørsted", "orsted"), ("cem", "cem"), ("example", "example"),
        ("nobody", "nobody"), ("lind@", "lind@"), ("eople", "eople"),
    ]

    init(seed: UInt64, count: Int) {
        generator = SeededGenerator(seed: seed)
        for number in 0..<count { items.append(makeItem(number)) }
        let groups = Dictionary(grouping: items) { Self.threadKey($0.item) }
        for index in items.indices {
            items[index].thread = Set(groups[Self.threadKey(items[index].item)]!.compactMap(\.item.externalID))
        }
    }

    /// Mails answer the mail whose number is the next lower multiple of ten; all else stands alone here.
    private static func threadKey(_ item: Item) -> String {
        if case .email(let email) = item.details { return "mail " + (email.inReplyTo.first ?? email.messageID!) }
        return item.externalID!
    }

    // MARK: Items

    private mutating func makeItem(_ number: Int) -> RandomItem {
        let title = words(upTo: 3), text = words(upTo: 14)
        let source = Self.sources[number % 2]
        var made = RandomItem(
            item: Item(
                id: ItemID(identifying: ["random", "\(number)"]), details: details(number),
                title: join(title, [" ", "-"]),
                date: date(), text: join(text, [" ", ", ", "\n", "-", " (", "\u{A0}"]), externalID: "\(number)"),
            title: title.map(\.folded), text: text.map(\.folded), places: [source.words], files: [])
        addDetails(number, &made)
        if Int.random(in: 0..<3, using: &generator) > 0 { addSentence(&made) }
        addPeople(&made.item)
        for _ in 0..<(Int.random(in: 0..<4, using: &generator) == 0 ? 2 : 0) { addAttachment(&made) }
        return made
    }

    private mutating func addSentence(_ made: inout RandomItem) {
        let (language, sentence) = generator.pick(Self.sentences)
        made.item.text = sentence + "\n" + made.item.text
        made.item.authoredRanges = [0..<made.item.text.utf8.count]
        made.text = sentence.split(separator: " ").map(String.init) + made.text
        made.language = language
    }

    private func details(_ number: Int) -> ItemDetails {
        switch number / 10 % 4 {
        case 0:
            let root = "\(number / 10 * 10)@random.example"
            let own = "\(number)@random.example"
            return .email(EmailDetails(messageID: own, inReplyTo: own == root ? [] : [root]))
        case 1: return .message(MessageDetails(platform: "test"))
        case 2:
            return .document(
                DocumentDetails(format: number % 2 == 0 ? "pdf" : "docx", path: "/d/Old plan \(number).pdf"))
        default:
            return .note(
                NoteDetails(
                    path: "/n/To-do_\(number).md", notebook: number % 3 == 0 ? "Home/Garden" : "",
                    tags: number % 4 == 0 ? ["Café mill"] : [],
                    properties: number % 4 == 1 ? [.init("River", "Kettles, gate")] : []))
        }
    }

    private mutating func addDetails(_ number: Int, _ made: inout RandomItem) {
        switch made.item.details {
        case .email: break
        case .message:
            // A chat of its own each, so that sessions do not join.
            (made.item.conversation, made.item.conversationTitle) = ("chat \(number)", "River walks \(number)")
            made.places.append(["river", "walks", "\(number)"])
        case .document: made.files.append(["old", "plan", "\(number)", "pdf"])
        case .note(let note):
            made.files.append(["to", "do", "\(number)", "md"])
            if !note.notebook.isEmpty { made.places.append(["home", "garden"]) }
            made.names = [
                note.tags.map { _ in ["cafe", "mill"] }, note.properties.map { _ in ["river", "kettles", "gate"] },
            ]
            .flatMap(\.self)
            made.item.title = "note \(number)"
            made.title = ["note", "\(number)"]
        }
    }

    private mutating func addPeople(_ item: inout Item) {
        if Int.random(in: 0..<5, using: &generator) > 0 { item.sender = generator.pick(Self.people).0 }
        for role in Recipient.Role.allCases where Int.random(in: 0..<3, using: &generator) == 0 {
            item.recipients.append(Recipient(generator.pick(Self.people).0, role: role))
        }
    }

    private mutating func addAttachment(_ made: inout RandomItem) {
        let name = generator.pick([
            ("Scan_1.PDF", ["scan", "1", "pdf"]), ("", []), ("Plan é.txt", ["plan", "e", "txt"]),
        ])
        let size = generator.pick([nil, 10, 5_000, 2_000_000])
        made.item.attachments.append(Attachment(name: name.0, mediaType: "", byteCount: size))
        made.files.append(name.1)
    }

    private mutating func words(upTo count: Int) -> [RandomQuery.Word] {
        (0..<Int.random(in: 0...count, using: &generator)).map { _ in generator.pick(Self.vocabulary) }
    }

    private mutating func join(_ words: [RandomQuery.Word], _ separators: [String]) -> String {
        words.reduce(into: "") { text, word in
            if !text.isEmpty { text += generator.pick(separators) }
            text += word.spelled
        }
    }

    private mutating func date() -> Date? {
        guard Int.random(in: 0..<8, using: &generator) > 0 else { return nil }
        return RandomDates.now.addingTimeInterval(-Double(Int.random(in: 0..<900 * 86_400, using: &generator)))
    }

    // MARK: Queries

    /// A query with at most `depth` operators within each other.
    mutating func query(depth: Int) -> RandomQuery {
        guard depth > 0 else { return leaf() }
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: return .not(query(depth: depth - 1))
        case 1, 2: return .any(queries(depth: depth - 1))
        case 3: return .both(queries(depth: depth - 1))
        case 4, 5: return .sequence(queries(depth: depth - 1))
        default: return leaf()
        }
    }

    private mutating func queries(depth: Int) -> [RandomQuery] {
        (0..<Int.random(in: 2...3, using: &generator)).map { _ in query(depth: depth) }
    }

    private mutating func leaf() -> RandomQuery {
        switch Int.random(in: 0..<9, using: &generator) {
        case 0, 1, 2: return .word(word())
        case 3: return .words(phrase())
        case 4: return .near(phrase(), phrase(), generator.pick([0, 1, 3, 10]))
        case 5: return textField()
        case 6: return person()
        case 7: return generator.pick([0, 1]) == 0 ? RandomDates.field(&generator) : property()
        default: return property()
        }
    }

    /// A word in any case. Upper case would make operators of two of them.
    private mutating func word() -> RandomQuery.Word {
        let word = generator.pick(Self.vocabulary)
        let isOperator = ["or", "not"].contains(word.folded)
        let forms = [word.spelled, word.folded, isOperator ? word.spelled : word.spelled.uppercased()]
        return RandomQuery.Word(spelled: generator.pick(forms), folded: word.folded)
    }

    private mutating func phrase() -> RandomQuery.Words {
        let words = (0..<Int.random(in: 1...2, using: &generator)).map { _ in word() }
        guard Int.random(in: 0..<3, using: &generator) == 0 else { return RandomQuery.Words(words: words) }
        let start = generator.pick(["k", "ket", "mill", "caf", "Stras", "R"])
        let last = RandomQuery.Word(spelled: start, folded: start.lowercased())
        return RandomQuery.Words(words: words.dropLast() + [last], isPrefix: true)
    }

    private mutating func textField() -> RandomQuery {
        let fields: [(String, (RandomItem) -> [[String]])] = [
            ("subject", { [$0.title] }), ("in", { $0.places }), ("filename", { $0.files }),
        ]
        let field = generator.pick(fields)
        let known = [
            "inbox", "Work Projects", "anne", "MAIL", "garden", "river walks", "old plan", "to-do", "scan_1.pdf", "pdf",
            "é",
            "mill", "kettle", "zzz",
        ]
        let value = generator.pick(known)
        let folded = value.lowercased().replacing("é", with: "e").split { " -_.".contains($0) }.map(String.init)
        let isPrefix = Int.random(in: 0..<3, using: &generator) == 0
        let words = RandomQuery.Words(
            words: folded.map { RandomQuery.Word(spelled: $0, folded: $0) }, isPrefix: isPrefix)
        let quoted = value.contains(" ") ? "\"\(value)\"" : value
        return .field("\(field.0):\(quoted)\(isPrefix ? "*" : "")") { RandomQuery.stand(words, in: field.1($0)) }
    }

    private mutating func person() -> RandomQuery {
        let field = generator.pick(["from", "to", "cc", "bcc", "with", "From"])
        let part = generator.pick(Self.parts)
        return .field("\(field):\(part.0)") { made in
            var named: [Participant?] = field.lowercased() == "from" || field == "with" ? [made.item.sender] : []
            named += made.item.recipients.filter { $0.role.rawValue == field || field == "with" }.map(\.participant)
            let folded = named.compactMap { person in Self.people.first { $0.0 == person }?.1 }
            return folded.contains { $0.split(separator: "\n").contains { $0.contains(part.1) } }
        }
    }

    private mutating func property() -> RandomQuery {
        let other = generator.pick(items).item
        let size = generator.pick([("50", 50), ("10k", 10_000), ("1M", 1_000_000), ("90B", 90)])
        let prefix = String(other.id.description.prefix(generator.pick([1, 2, 8, 32])))
        let language = generator.pick(
            [
                ("de", .german), ("German", .german), ("EN-gb", .english), ("français", .french), ("fi", .finnish),
                ("none", nil), ("Unknown", nil),
            ] as [(String, Language?)])
        let all = items
        return generator.pick([
            .field("kind:mail") { $0.item.kind == .email }, .field("kind:chat") { $0.item.kind == .message },
            .field("kind:NOTE") { $0.item.kind == .note }, .field("kind:document") { $0.item.kind == .document },
            .field("kind:pdf") { $0.item.kind == .document && Int($0.item.externalID!)! % 2 == 0 },
            .field("has:attachment") { !$0.item.attachments.isEmpty },
            .field("lang:\(language.0)") { $0.language == language.1 },
            .field("larger:\(size.0)") { Self.size($0.item) >= size.1 },
            .field("smaller:\(size.0)") { Self.size($0.item) < size.1 },
            .field("id:\(prefix)") { $0.item.id.description.hasPrefix(prefix) },
            .field("thread:\(prefix)") { made in
                all.contains { $0.item.id.description.hasPrefix(prefix) && made.thread.contains($0.item.externalID!) }
            },
        ])
    }

    private static func size(_ item: Item) -> Int {
        item.attachments.reduce(item.text.utf8.count) { $0 + ($1.byteCount ?? 0) }
    }
}
