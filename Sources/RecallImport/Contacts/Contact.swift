import RecallCore
import RecallText

/// A contact of an address book.
struct Contact {
    let name: String
    /// The text by which the program that wrote it tells it apart.
    let identifier: String?
    let nicknames: [String]
    private let addresses: [String]
    private let lines: [(label: String, value: String)]

    private static let (mostNicknames, mostAddresses) = (20, 100)

    /// A contact with `lines` to be read below its name; one without a name has that of its first address or number.
    init(
        name: String?, identifier: String? = nil, nicknames: [String], emails: [String], numbers: [String],
        lines: [(label: String, values: [String])]
    ) {
        addresses = Array(emails.prefix(Self.mostAddresses)) + numbers.prefix(Self.mostAddresses)
        self.name = name ?? addresses.first ?? ""
        self.identifier = identifier
        self.nicknames = nicknames.prefix(Self.mostNicknames).map(CleanText.line).filter { !$0.isEmpty }
        self.lines = lines.flatMap { label, values in
            values.filter { !$0.isEmpty }.map { (label: label, value: $0) }
        }
    }

    var isEmpty: Bool { name.isEmpty }

    /// The strings that make it the same contact in another export.
    private var identity: [String] {
        identifier.map { [$0] } ?? (["", name] + addresses.map { $0.lowercased() }.sorted())
    }

    /// A kind of address or relation, as a label tells it: " (brother)".
    static func told(kind: String) -> String { kind.isEmpty ? "" : " (\(kind.lowercased()))" }

    /// The contact as lines for people to read. Further lines of a note are indented: they are no details of their own.
    private var text: String {
        let details = lines.map { "\($0.label): \($0.value.replacing("\n", with: "\n  "))" }
        return ([name] + details).joined(separator: "\n")
    }

    /// A day in words: "12 March 1984" of `1984-03-12` and `19840312`, "5 December" of `--12-05`, and of 1604 where that stands for no
    /// year (Apple). Any other as it is written.
    static func day(_ text: String, omittedYear: String? = nil) -> String {
        let isWithoutYear = text.hasPrefix("--") || omittedYear.map { text.hasPrefix($0) } ?? false
        let written = text.prefix { $0 != "T" }
        let digits = written.filter(\.isNumber)
        guard written.allSatisfy({ $0.isNumber || $0 == "-" }), digits.count == (text.hasPrefix("--") ? 4 : 8),
            let month = Int(digits.suffix(4).prefix(2)), let day = Int(digits.suffix(2)), 1...12 ~= month, 1...31 ~= day
        else { return text }
        let words = "\(day) \(MonthNames.english[month - 1])"
        return isWithoutYear ? words : "\(words) \(digits.prefix(4))"
    }

    /// The contact as an item, whose recipients are the person's addresses and numbers.
    ///
    /// - Parameter isShortened: true if some of it could not be read.
    func item(path: String, isShortened: Bool = false) -> Item {
        let text = CleanText(text)
        var details = DocumentDetails(format: SourceFormat.contacts.identifier, path: path)
        details.nicknames = nicknames
        return Item(
            id: ItemID(identifying: ["vcf"] + identity),
            details: .document(details),
            title: name,
            recipients: (addresses.isEmpty ? [""] : addresses).map { Recipient(Participant(name: name, address: $0)) },
            text: text.text, externalID: identifier,
            defects: isShortened ? text.defects.union([.truncatedText]) : text.defects)
    }
}
