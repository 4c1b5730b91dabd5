/// Recognises mails and mailboxes by their first bytes.
struct MailSniffer {
    private let head: [UInt8]

    /// A sniffer of a file that begins with `head`.
    init(head: [UInt8]) {
        self.head = head.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(head.dropFirst(3)) : head
    }

    /// True if it begins like a mailbox (RFC 4155): a line with `From `, an address and a date.
    var isMailbox: Bool {
        let start = head.drop { $0 == 0x0A || $0 == 0x0D }
        guard start.starts(with: Array("From ".utf8)) else { return false }
        let line = start.prefix { $0 != 0x0A }
        return line.count < 1000 && Self.hasTime(line)
    }

    /// Digits, a colon and two digits: every date in a mailbox has a time.
    private static func hasTime(_ line: ArraySlice<UInt8>) -> Bool {
        line.indices.dropFirst().dropLast(2).contains { i in
            line[i] == UInt8(ascii: ":") && [i - 1, i + 1, i + 2].allSatisfy { line[$0] &- 0x30 < 10 }
        }
    }

    /// True if it begins with the header of a mail (RFC 5322): fields, including one that every mail has.
    var isMail: Bool {
        let fields = headerFields
        let count = fields.names.count
        // Telephones export their messages as objects between BEGIN and END.
        guard fields.names.first != "begin" else { return false }
        guard count >= 2 || (count == 1 && fields.isComplete) else { return false }
        return fields.isComplete || count >= 3 ? fields.names.contains(where: Self.usualFields.contains) : false
    }

    /// True if its header has fields that only a transmitted mail has, as opposed to text that resembles a mail.
    var isTransmittedMail: Bool {
        isMail && headerFields.names.contains { Self.transportFields.contains($0) }
    }

    private static let usualFields: Set<String> = ["message-id", "date", "from", "received", "return-path", "subject"]
    private static let transportFields: Set<String> = [
        "message-id", "received", "return-path", "mime-version", "delivered-to", "content-type",
    ]

    /// The names of the fields, in lower case, and whether an empty line ends them.
    private var headerFields: (names: [String], isComplete: Bool) {
        var names: [String] = []
        for line in head.split(separator: 0x0A, omittingEmptySubsequences: false) {
            let line = line.last == 0x0D ? line.dropLast() : line
            guard let first = line.first else {
                // An empty line before the first field is a common defect.
                if names.isEmpty { continue }
                return (names, true)
            }
            if first == 0x20 || first == 0x09 {
                if names.isEmpty { return ([], false) }
            } else if let name = Self.fieldName(line) {
                names.append(name)
            } else if !line.starts(with: Array(">From ".utf8)) {
                return (names, false)
            }
        }
        return (names, false)
    }

    private static func fieldName(_ line: ArraySlice<UInt8>) -> String? {
        guard let colon = line.prefix(80).firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { return nil }
        var name = line[..<colon]
        while name.last == 0x20 { name.removeLast() }
        guard !name.isEmpty, name.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        return String(decoding: name, as: UTF8.self).lowercased()
    }
}
