public import RecallCore
import RecallText

extension SourceFormat {
    /// Contacts (vCard 2.1 to 4.0, RFC 6350): `.vcf`.
    public static let contacts = SourceFormat(
        "vcf", singular: "file of contacts", plural: "files of contacts", isContainer: true)
}

struct ContactsFormat: ImportFormat {
    let format = SourceFormat.contacts
    let extensions: Set = ["vcf", "vcard"]
    /// Since 1 contacts have nicknames; since 2 several of one UID are several; since 4 birthdays are in words, and kinds of
    /// numbers are told.
    let revision: Int? = ContactsReader.revision

    func evidence(in file: SniffedFile) -> Evidence? {
        // A message of an old telephone has its sender's card in it.
        // Mozilla writes small letters.
        let begins = file.head.firstOccurrence(of: "BEGIN:VCARD") ?? file.head.firstOccurrence(of: "begin:vcard")
        guard !file.isBinary, begins != nil,
            file.head.firstOccurrence(of: "BEGIN:VMSG") == nil
        else { return nil }
        return extensions.contains(file.fileExtension) ? .name : .content
    }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader { ContactsReader() }
}

/// Reads each contact as an item. Its recipients are the person's addresses and numbers, from which it follows that they are one
/// person.
struct ContactsReader: SourceReader {
    static let revision = 4

    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        let file = try RegularFile(of: unit)
        let names = try Self.counts(ofNamesIn: file)
        var cards = ContentLineReader(file, of: ["VCARD"], from: 0)
        var ids = EntryIDs()
        while let card = try cards.next() {
            // Those before the cursor count for which one has an id first.
            var record = record(Contact(card), card, unit, &ids)
            if case .item(var imported) = record, imported.item.externalID == nil, names[imported.item.title] == 1 {
                imported.isOnlyOfName = true
                record = .item(imported)
            }
            guard card.end > ComponentCursor.offset(cursor) else { continue }
            try await emit(record, ComponentCursor.after(card, revision: Self.revision))
        }
    }

    /// The number of contacts with each name.
    private static func counts(ofNamesIn file: RegularFile) throws -> [String: Int] {
        var cards = ContentLineReader(file, of: ["VCARD"], from: 0)
        var counts: [String: Int] = [:]
        while let card = try cards.next() { counts[Contact(card).name, default: 0] += 1 }
        return counts
    }

    private func record(
        _ contact: Contact, _ card: ContentLineReader.Component, _ unit: SourceUnit, _ ids: inout EntryIDs
    ) -> ImportRecord {
        guard !card.isCut, !contact.isEmpty else {
            let reason =
                card.isCut
                ? "The contact has no end."
                : card.isShortened
                    ? "A line of the contact is too long to be read." : "The contact has no name, address or number."
            return .failure(
                ImportFailure(.malformed, path: unit.path, place: "line \(card.lineNumber)", reason: reason))
        }
        return .item(ids.entry(contact.item(path: unit.path, isShortened: card.isShortened)))
    }
}

extension ContentLineReader.Component {
    /// The labels of lines, by their groups. Apple writes its own as `_$!<Brother>!$_`, and others as they are.
    fileprivate var labels: [String: String] {
        all("X-ABLABEL").reduce(into: [:]) { labels, line in
            labels[line.group ?? ""] = CleanText.line(String(line.text[...].trimming { "_$!<>".contains($0) }))
        }
    }

    /// Those to whom a contact says that the person is related, each with how as it is told behind its label: " (brother)".
    ///
    /// - Parameter labels: those of the contact's lines.
    fileprivate func relations(_ labels: [String: String]) -> [(kind: String, name: String)] {
        let related = (all("RELATED") + all("X-ABRELATEDNAMES")).map { line in
            let types = (line.parameters["TYPE"] ?? []).filter { !["text", "uri", "pref"].contains($0.lowercased()) }
            return (kind: line.group.flatMap { labels[$0] } ?? CleanText.line(types.joined(separator: " ")), line.text)
        }
        let others = [
            ("spouse", "X-SPOUSE"), ("spouse", "X-MS-SPOUSE"), ("manager", "X-MS-MANAGER"), ("manager", "X-MANAGER"),
        ]
        .flatMap { kind, name in all(name).map { (kind: kind, $0.text) } }
        return (related + others).map { (kind: Contact.told(kind: $0.kind), name: CleanText.line($0.1)) }
            .filter { !$0.name.isEmpty && !$0.name.hasPrefix("urn:") }
    }
}

extension Contact {
    fileprivate init(_ card: ContentLineReader.Component) {
        func values(_ name: String) -> [String] {
            card.all(name).map { CleanText.line($0.text) }.filter { !$0.isEmpty }
        }
        let labels = card.labels
        /// The addresses or numbers of a name, without the scheme of an address, and the kind of each.
        func reached(_ name: String, _ scheme: String) -> [(kind: String, value: String)] {
            card.all(name).map { line in
                let label = line.group.flatMap { labels[$0] } ?? ""
                return (Self.kind(line) ?? Self.told(kind: label), CleanText.line(line.text))
            }.filter { !$1.isEmpty }.map { kind, value in
                (kind, value.lowercased().hasPrefix(scheme) ? String(value.dropFirst(scheme.count)) : value)
            }
        }
        let emails = reached("EMAIL", "mailto:")
        let numbers = reached("TEL", "tel:")
        let companies = card.all("ORG").map { line in
            line.components.filter { !$0.isEmpty }.map(CleanText.line).joined(separator: ", ")
        }.filter { !$0.isEmpty }
        let written = values("NICKNAME")
        let places = card.all("ADR").map { line in
            let parts = line.components.map(CleanText.line).filter { !$0.isEmpty }
            return (kind: Self.kind(line) ?? "", value: parts.joined(separator: ", "))
        }
        var others: [(label: String, values: [String])] = [
            ("Nickname", written), ("Company", companies), ("Title", values("TITLE")), ("Role", values("ROLE")),
        ]
        for (label, found) in [("Email", emails), ("Phone", numbers), ("Address", places)] {
            others += found.map { (label: label + $0.kind, values: [$0.value]) }
        }
        others += [
            (
                "Birthday",
                card.all("BDAY").map { birthday in
                    Self.day(
                        CleanText.line(birthday.text), omittedYear: birthday.parameters["X-APPLE-OMIT-YEAR"]?.first)
                }
            ),
            ("Anniversary", values("ANNIVERSARY") + values("X-ANNIVERSARY") + values("X-MS-ANNIVERSARY")),
            ("Profile", values("X-SOCIALPROFILE")), ("Date", values("X-ABDATE")),
            ("Messenger", values("IMPP") + values("X-JABBER") + values("X-SKYPE") + values("X-MS-IMADDRESS")),
        ]
        others += card.relations(labels).map { (label: "Related" + $0.kind, values: [$0.name]) }
        others += [
            ("Website", values("URL")),
            ("Groups", card.all("CATEGORIES").flatMap(\.list).map(CleanText.line)),
            ("Note", card.all("NOTE").map(\.text)),
        ]
        self.init(
            name: values("FN").first ?? Self.name(card.first("N")) ?? companies.first, identifier: values("UID").first,
            nicknames: written.flatMap { $0.split(separator: ",") }.map(String.init), emails: emails.map(\.value),
            numbers: numbers.map(\.value),
            lines: others)
    }

    /// The kind of an address or number as it is told behind its label, " (work)"; `nil` if it says none.
    private static func kind(_ line: ContentLine) -> String? {
        let types = Set((line.parameters["TYPE"] ?? []).map { $0.lowercased() })
        let kinds = [
            ("mobile", ["cell", "mobile", "iphone"]), ("work", ["work"]), ("home", ["home"]), ("fax", ["fax"]),
        ]
        let told = kinds.filter { !types.isDisjoint(with: $0.1) }.map(\.0)
        return told.isEmpty ? nil : Self.told(kind: told.joined(separator: " "))
    }

    /// Given name, further names and family name of a structured name (RFC 6350, 6.2.2).
    private static func name(_ line: ContentLine?) -> String? {
        let parts = (line?.components ?? []).map(CleanText.line)
        let order = [3, 1, 2, 0, 4].compactMap { parts.indices.contains($0) && !parts[$0].isEmpty ? parts[$0] : nil }
        return order.isEmpty ? nil : order.joined(separator: " ")
    }
}
