import Foundation
public import RecallCore

extension SourceFormat {
    /// The messages of a telephone, as SMS Backup & Restore writes them.
    public static let sms = SourceFormat("sms", singular: "SMS backup", plural: "SMS backups", isContainer: true)
}

struct SMSFormat: ImportFormat {
    let format = SourceFormat.sms
    let extensions: Set<String> = []

    func evidence(in file: SniffedFile) -> Evidence? {
        !file.isBinary && XMLRoot.name(in: file.head) == "smses" ? .signature : nil
    }

    func summary(of unit: SourceUnit) -> String { "an SMS backup of \(Quantity.bytes(unit.byteCount))" }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader { SMSReader() }
}

/// Reads SMS and MMS. A cursor is the byte offset after a message.
struct SMSReader: SourceReader {
    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        let file = try RegularFile(of: unit)
        // Read before the messages, but only of a backup that has a number without its country.
        lazy var countries = NumbersWithCountry(file)
        var tokens = XMLTokens(file)
        var items = ChatItems()
        var former = FormerSMSItems()
        var numbers = NumbersWithoutCountry()
        var multimedia: MultimediaMessage?
        var isWhole = false
        while let token = try tokens.next() {
            var done: (chat: Chat, message: ChatMessage)?
            switch token {
            // Tags that are too long come without attributes.
            case .start("sms", let attributes) where attributes.isEmpty:
                guard tokens.offset > cursor.number else { continue }
                try await emit(.failure(Self.tooLong(unit, tokens.offset)), SourceCursor(byteOffset: tokens.offset))
            case .start("sms", let attributes): done = Self.message(attributes)
            case .start("mms", let attributes): multimedia = MultimediaMessage(attributes)
            case .start("part", let attributes): multimedia?.add(part: attributes)
            case .start("addr", let attributes): multimedia?.add(address: attributes)
            case .end("mms"):
                done = multimedia?.message
                multimedia = nil
            case .end("smses"): isWhole = true
            default: break
            }
            guard case (let chat, let message)? = done else { continue }
            var identified = (chat: chat, message: message)
            identified.chat.whole = chat.key
            if let number = NumbersWithCountry.local(chat.key) {
                identified.chat.whole = countries.number(for: number) ?? chat.key
            }
            identified.chat.key = numbers.withoutCountry(chat.key)
            identified.message.author = message.author.map { numbers.withoutCountry($0) }
            var imported = ImportedItem(items.item(identified.message, in: identified.chat))
            imported.formerIDs = former.ids(of: message, in: chat)
            guard tokens.offset > cursor.number else { continue }
            try await emit(.item(imported), SourceCursor(byteOffset: tokens.offset))
        }
        guard isWhole else {
            throw ImportFailure(
                .malformed, path: unit.path,
                reason: "The file is cut off: its last messages are missing. Back up again.")
        }
    }

    private static func tooLong(_ unit: SourceUnit, _ end: Int) -> ImportFailure {
        ImportFailure(
            .overLimit, path: unit.path, place: "the message that ends at byte \(end)",
            reason: "The message has more than \(ImportLimits.textBytes >> 20) MB, and was left out.")
    }

    private static func message(_ attributes: [String: String]) -> (Chat, ChatMessage)? {
        let number = attributes["address"] ?? ""
        guard let body = attributes["body"], !body.isEmpty else { return nil }
        let person = person(number, attributes["contact_name"])
        return (
            chat(with: number, person),
            ChatMessage(
                sender: attributes["type"] == "1" ? person : owner,
                author: attributes["type"] == "1" ? digits(number) : owner.name, date: date(attributes["date"]),
                text: body)
        )
    }

    /// The person who made the backup.
    fileprivate static let owner = Participant.me

    fileprivate static func chat(with number: String, _ person: Participant) -> Chat {
        Chat(platform: "sms", key: digits(number), title: person.displayName)
    }

    /// A number as it is dialled: written with blanks or without, it is the same chat.
    fileprivate static func digits(_ number: String) -> String {
        let digits = number.filter { $0.isNumber || $0 == "+" }
        return digits.isEmpty ? number : digits
    }

    fileprivate static func person(_ number: String, _ name: String?) -> Participant {
        let name = CleanText.line(name ?? "")
        return Participant(name: ["(Unknown)", "null"].contains(name) ? "" : name, address: CleanText.line(number))
    }

    fileprivate static func date(_ milliseconds: String?) -> Date? {
        ChatDate.since1970(milliseconds.flatMap { Double($0) }.map { $0 / 1_000 })
    }
}

/// The parts of ids that numbers of a chat are: the same with their country and without. Two numbers that end alike are in two
/// countries, and nobody wrote the same to both in one millisecond.
private struct NumbersWithoutCountry {
    /// Those of the chats that were read, of which a backup has many messages each.
    private var known: [String: String] = [:]
    private static let mostKnown = 10_000

    mutating func withoutCountry(_ numbers: String) -> String {
        if let known = known[numbers] { return known }
        let local = numbers.split(separator: ",").map { TelephoneNumber(String($0))?.digits ?? String($0) }.sorted()
            .joined(separator: ",")
        if known.count == Self.mostKnown { known = [:] }
        known[numbers] = local
        return local
    }
}

/// The ids that earlier versions made: of numbers as they are written; before, of names in the contacts.
private struct FormerSMSItems {
    private var (byNumber, byName) = (ChatItems(), ChatItems())

    mutating func ids(of message: ChatMessage, in chat: Chat) -> [ItemID] {
        var former = message
        former.distinction = ""
        let id = byNumber.identity(former, in: chat)
        former.author = nil
        return [id, byName.identity(former, in: chat)]
    }
}

/// The numbers that a backup has with their country. Whoever is written to by a number without it is in the chat of the number
/// with it, from which the answers come.
private struct NumbersWithCountry {
    private var written: [TelephoneNumber: Set<String>] = [:]

    /// The numbers before damage in the file, if there is any: whoever reads the messages tells of it.
    init(_ file: RegularFile) {
        var tokens = XMLTokens(file)
        while let token = try? tokens.next() {
            guard case .start(let name, let attributes) = token, name == "sms" || name == "mms",
                let address = attributes["address"], let number = TelephoneNumber(address)
            else { continue }
            let digits = SMSReader.digits(address)
            if digits.hasPrefix("+") { written[number, default: []].insert(digits) }
        }
    }

    /// The number without its country that `digits` are; `nil` if they are none.
    static func local(_ digits: String) -> TelephoneNumber? {
        digits.hasPrefix("+") ? nil : TelephoneNumber(digits)
    }

    /// The only number with a country that the number without one may be.
    func number(for local: TelephoneNumber) -> String? {
        guard let numbers = written[local], numbers.count == 1 else { return nil }
        return numbers.first
    }
}

/// A message with pictures, or to several people.
private struct MultimediaMessage {
    private let attributes: [String: String]
    private var texts: [String] = []
    private var attachments: [Attachment] = []
    private var from: String?

    init(_ attributes: [String: String]) {
        self.attributes = attributes
    }

    mutating func add(part: [String: String]) {
        switch part["ct"] ?? "" {
        case "application/smil": break
        case "text/plain": if let text = part["text"], text != "null" { texts.append(text) }
        case let type:
            let name = [part["cl"], part["name"], part["fn"]].compactMap(\.self).first { !$0.isEmpty && $0 != "null" }
            attachments.append(Attachment(chatFile: name ?? type, mediaType: type))
        }
    }

    /// Of type 137 is who sent it (OMA-TS-MMS_ENC, 7.3.11).
    mutating func add(address: [String: String]) {
        if address["type"] == "137", address["address"] != "insert-address-token" { from = address["address"] }
    }

    /// Two pictures of one moment are two messages.
    private var distinction: String {
        ([attributes["m_id"] ?? ""] + attachments.map(\.name)).joined(separator: "\n")
    }

    var message: (Chat, ChatMessage)? {
        let text = texts.joined(separator: "\n")
        guard !text.isEmpty || !attachments.isEmpty else { return nil }
        let numbers = (attributes["address"] ?? "").split(separator: "~").map(String.init)
        let name = attributes["contact_name"]
        let people = SMSReader.person(numbers.joined(separator: ", "), name)
        let isReceived = attributes["msg_box"] == "1"
        let sender = numbers.count > 1 ? SMSReader.person(from ?? "", nil) : people
        let key = numbers.map(SMSReader.digits).sorted().joined(separator: ",")
        return (
            Chat(platform: "sms", key: key, title: people.displayName),
            ChatMessage(
                sender: isReceived ? (sender.displayName.isEmpty ? nil : sender) : SMSReader.owner,
                author: isReceived ? SMSReader.digits(sender.address) : SMSReader.owner.name,
                date: SMSReader.date(attributes["date"]), text: text, distinction: distinction,
                attachments: attachments)
        )
    }
}
