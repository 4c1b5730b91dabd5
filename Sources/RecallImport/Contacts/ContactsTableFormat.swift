import Foundation
public import RecallCore
import RecallText

extension SourceFormat {
    /// Contacts as a table: what Google, Outlook and Thunderbird export as CSV.
    public static let contactsTable = SourceFormat(
        "contacts-csv", singular: "table of contacts", plural: "tables of contacts", isContainer: true)
}

struct ContactsTableFormat: ImportFormat {
    let format = SourceFormat.contactsTable
    let extensions: Set<String> = []

    func evidence(in file: SniffedFile) -> Evidence? {
        guard ["csv", "tsv"].contains(file.fileExtension), !file.isBinary else { return nil }
        var records = CSVRecords(Array(TextCharset.decode(file.head).text.utf8))
        return records.next().flatMap { ContactColumns($0) }.map { _ in .overruling }
    }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader { ContactsTableReader() }
}

/// Reads each row as a contact. A cursor is the number of rows that are done.
struct ContactsTableReader: SourceReader {
    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        let file = try RegularFile(of: unit)
        let bytes = try file.bytes(limit: ImportLimits.textBytes)
        var records = CSVRecords(Array(TextCharset.decode(bytes).text.utf8))
        guard let names = records.next(), let columns = ContactColumns(names) else {
            throw ImportFailure(
                .wrongFormat, path: unit.path, reason: "The first line has no columns of names and addresses.")
        }
        var ids = EntryIDs()
        let done = Int(cursor.text) ?? 0
        var row = 0
        while let record = records.next() {
            row += 1
            guard record.contains(where: { !$0.isEmpty && $0 != [0x0D] }) else { continue }
            let contact = columns.contact(record)
            let result: ImportRecord =
                contact.isEmpty
                ? .failure(
                    ImportFailure(
                        .malformed, path: unit.path, place: "row \(row)",
                        reason: "The contact has no name, address or number."))
                : .item(ids.entry(contact.item(path: unit.path)))
            guard row > done else { continue }
            try await emit(result, SourceCursor("\(row)", bytesRead: min(records.offset, file.byteCount)))
        }
        guard file.byteCount > bytes.count else { return }
        let reason = "Contacts after the first \(ImportLimits.textBytes >> 20) MB are not read. Divide the table."
        try await emit(.failure(ImportFailure(.overLimit, path: unit.path, reason: reason)), .end(of: unit))
    }
}

/// The columns of a table of contacts, by what they hold.
struct ContactColumns {
    private enum Role { case display, given, middle, family, nickname, email, phone, relation, other(String) }

    /// A line of a contact: what it is, and what it says.
    private typealias Line = (label: String, values: [String])

    private let roles: [Role?]
    /// By the place of a column with an address, a number or a name, that of the one which says its kind.
    private let kindColumns: [Int: Int]
    /// By the place of a column with a number, the kind that its name says.
    private let namedKinds: [Int: String]

    /// The columns with these names; `nil` if they are not those of contacts.
    init?(_ names: [[UInt8]]) {
        let titles = names.prefix(Self.most).map { name in
            let text = CleanText.line(String(decoding: name, as: UTF8.self)).lowercased()
            return text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
        }
        // A list of guests has names and addresses too: only what an address book writes tells who has which.
        guard Self.signatures.contains(where: { $0.allSatisfy(titles.contains) }) else { return nil }
        let roles = zip(names, titles).map { name, title in
            Self.role(title)
                ?? (Self.isAside(title) ? nil : .other(CleanText.line(String(decoding: name, as: UTF8.self))))
        }
        self.roles = roles
        let places = Dictionary(zip(titles, titles.indices)) { first, _ in first }
        kindColumns = titles.indices.reduce(into: [:]) { columns, place in
            guard titles[place].hasSuffix(" - value") else { return }
            let start = titles[place].dropLast("value".count)
            columns[place] = places[start + "label"] ?? places[start + "type"]
        }
        namedKinds = titles.indices.reduce(into: [:]) { kinds, place in
            guard case .phone = roles[place] else { return }
            kinds[place] = Self.numberKinds.first { $0.words.contains(where: titles[place].contains) }?.kind
        }
    }

    private static let most = 500

    /// Names of columns that Google (now, and before 2024), Outlook (in English and German) and Thunderbird write, and hardly
    /// anybody else.
    private static let signatures = [
        ["phonetic first name", "file as"], ["given name yomi", "group membership"],
        ["e-mail display name", "e-mail 2 address"], ["e-mail 2 address", "assistant's phone"],
        ["e-mail 2: adresse", "e-mail: angezeigter name"], ["e-mail-adresse", "e-mail: angezeigter name"],
        ["primary email", "secondary email", "screen name"],
    ]

    /// Columns of Google (since 2024 and before), Outlook and Thunderbird, in English and German.
    private static func role(_ name: String) -> Role? {
        if let known = known[name] { return known }
        if name.hasSuffix(" - value") || !name.contains(" - ") && !isAside(name) {
            if name.hasPrefix("e-mail") { return .email }
            if phones.contains(where: name.contains) { return .phone }
            if name.hasPrefix("website") { return .other("Website") }
            if name.hasPrefix("relation") { return .relation }
        }
        if name.hasSuffix(" - formatted") { return .other("Address") }
        return nil
    }

    private static func isAside(_ name: String) -> Bool {
        ["type", "e-mail display name", "label", "angezeigter name", "typ"].contains(where: name.hasSuffix)
    }

    private static let numberKinds: [(kind: String, words: [String])] = [
        ("fax", ["fax"]), ("mobile", ["mobile phone", "mobiltelefon", "handy"]),
        ("work", ["business phone", "work phone", "telefon geschäftlich", "telefon (geschäftlich)"]),
        ("home", ["home phone", "telefon privat", "telefon (privat)"]),
    ]
    private static let phones = ["phone", "mobile", "telefon", "handy"]
    private static let known: [String: Role] = [
        "name": .display, "display name": .display, "anzeigename": .display,
        "first name": .given, "given name": .given, "vorname": .given,
        "middle name": .middle, "additional name": .middle, "weitere vornamen": .middle,
        "last name": .family, "family name": .family, "nachname": .family,
        "nickname": .nickname, "spitzname": .nickname,
        "primary email": .email, "secondary email": .email,
        "organization name": .other("Company"), "organization 1 - name": .other("Company"),
        "company": .other("Company"),
        "organization": .other("Company"), "firma": .other("Company"),
        "organization title": .other("Title"), "organization 1 - title": .other("Title"), "job title": .other("Title"),
        "position": .other("Title"), "birthday": .other("Birthday"), "geburtstag": .other("Birthday"),
        "notes": .other("Note"), "notizen": .other("Note"), "group membership": .other("Groups"),
        "labels": .other("Groups"), "categories": .other("Groups"), "kategorien": .other("Groups"),
        "web page": .other("Website"), "webseite": .other("Website"),
        "spouse": .other("Related (spouse)"), "partner": .other("Related (partner)"),
        "children": .other("Related (child)"), "kinder": .other("Related (child)"),
        "manager's name": .other("Related (manager)"), "name des/der vorgesetzten": .other("Related (manager)"),
        "assistant's name": .other("Related (assistant)"),
    ]

    /// The contact of a row.
    func contact(_ row: [[UInt8]]) -> Contact {
        var (display, parts, nicknames) = ("", ["", "", ""], [String]())
        var (emails, numbers, others) = ([Line](), [Line](), [Line]())
        for (place, (role, field)) in zip(roles, row).enumerated() {
            let values = Self.values(field)
            guard let role, let first = values.first else { continue }
            switch role {
            case .display: display = display.isEmpty ? first : display
            case .given: parts[0] = first
            case .middle: parts[1] = first
            case .family: parts[2] = first
            case .nickname: nicknames += values
            case .email: emails.append(("Email" + kind(at: place, in: row), values))
            case .phone: numbers.append(("Phone" + kind(at: place, in: row), values))
            case .relation: others.append(("Related" + kind(at: place, in: row), values))
            case .other(let label):
                guard label == "Birthday" else {
                    others.append((label, values))
                    continue
                }
                // Outlook writes "0/0/00" where there is none.
                let days = values.filter { $0.contains { $0.isLetter || $0.isNumber && $0 != "0" } }
                if !days.isEmpty { others.append((label, days.map { Contact.day($0) })) }
            }
        }
        let full = parts.filter { !$0.isEmpty }.joined(separator: " ")
        let company = others.first { $0.label == "Company" }?.values.first
        let name = [full, display].first { !$0.isEmpty } ?? company
        return Contact(
            name: name, nicknames: nicknames, emails: emails.flatMap(\.values), numbers: numbers.flatMap(\.values),
            lines: [("Nickname", nicknames)] + emails + numbers + others)
    }

    /// The kind of what a column holds as it is told behind its label, " (work)": what the row says of it, else what its name says.
    private func kind(at place: Int, in row: [[UInt8]]) -> String {
        let said = kindColumns[place].flatMap { row.indices.contains($0) ? Self.values(row[$0]).first : nil }
        return Contact.told(kind: said ?? namedKinds[place] ?? "")
    }

    /// The values of a field; Google writes `:::` between several, and a star before its own groups.
    private static func values(_ field: [UInt8]) -> [String] {
        String(decoding: field, as: UTF8.self).components(separatedBy: " ::: ").map { value in
            let line = CleanText.line(value)
            return line.hasPrefix("* ") ? String(line.dropFirst(2)) : line
        }.filter { !$0.isEmpty }
    }
}
