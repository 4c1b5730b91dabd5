import Foundation
import RecallCore
import RecallKit

/// An item in its thread, as printed.
struct ItemReport {
    let thread: ItemThread
    let items: [Item]
    let id: ItemID
    let isWholeThread: Bool
    /// An item with the files that it was found in and the message that it answers.
    let describe: (Item) -> DescribedItem
    let terminal: TerminalText

    /// An item as printed on this terminal; `nil` if the library has no such item.
    init?(of id: ItemID, in library: RecallLibrary, isWholeThread: Bool = false) throws {
        guard let (thread, items) = try library.thread(of: id) else { return nil }
        (self.thread, self.items, self.id, self.isWholeThread) = (thread, items, id, isWholeThread)
        describe = { (try? library.described($0)) ?? DescribedItem($0) }
        terminal = TerminalText()
    }

    /// The number of headings shown before and after the item.
    private static let neighbours = 3
    /// The characters shown of the text of a neighbour, where the terminal has room for them.
    private static let mostOfText = 120

    func text() -> String {
        let position = items.firstIndex { $0.id == id } ?? 0
        let shown =
            isWholeThread
            ? items.indices : max(0, position - Self.neighbours)..<min(items.count, position + Self.neighbours + 1)
        var lines: [String] = []
        if items.count > 1 {
            let title = DisplayText.quotation(TerminalText.safe(thread.title))
            let place = "Item \(position + 1) of \(items.count) of “\(title)”"
            lines += terminal.lines(StyledText(place, .dim)) + [""]
        }
        for index in shown {
            let isFull = isWholeThread || index == position
            lines += isFull ? full(items[index]) : [heading(items[index])]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func heading(_ item: Item) -> String {
        let first = item.text.prefix(400).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let shown =
            first.isEmpty ? item.attachments.first?.mediaName ?? item.title : String(first.prefix(Self.mostOfText))
        let parts = [item.date.map(DayText.minute), item.sender?.displayName, shown].compactMap(\.self)
            .filter { !$0.isEmpty }
        let text = StyledText("— " + parts.map(DisplayText.part).joined(separator: " · "), .dim)
        return terminal.rendered(terminal.shortened(text))
    }

    private func full(_ item: Item) -> [String] {
        var lines = terminal.lines(
            StyledText(TerminalText.safe(item.title.isEmpty ? thread.title : item.title), .bold))
        let described = describe(item)
        for (name, value) in fields(of: described) {
            lines += terminal.field(name + ": ", StyledText(TerminalText.safe(value)))
        }
        // Unbroken, to be copied: Recall opens no program with it.
        for path in described.sources.map(\.path) {
            lines += terminal.field("File: ", StyledText(TerminalText.safe(path), .unbroken))
        }
        let text = TerminalText.safe(String(Self.untitled(item)), keepingLines: true)
        return lines + [""] + text.split(separator: "\n", omittingEmptySubsequences: false).flatMap(line) + [""]
    }

    /// The text without a heading that only repeats the title, which stands above it.
    private static func untitled(_ item: Item) -> Substring {
        let lines = item.text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        guard item.kind != .email, lines.count == 2, lines[0].hasPrefix("# "),
            lines[0].dropFirst(2).trimmingCharacters(in: .whitespaces) == item.title
        else { return item.text[...] }
        return lines[1].drop { $0.isNewline }
    }

    /// A line of a text. What a quoted one goes on with is quoted, too.
    private func line(_ text: Substring) -> [String] {
        let mark = text.prefix { $0 == ">" || $0 == " " }
        guard mark.contains(">"), mark.count <= Self.longestMark else {
            return terminal.lines(StyledText(String(text)))
        }
        return terminal.lines(StyledText(String(text.dropFirst(mark.count))), indent: mark.count).map {
            String(mark) + $0.dropFirst(mark.count)
        }
    }

    /// The marks of quotations in quotations that leave room for words.
    private static let longestMark = 12

    private func fields(of described: DescribedItem) -> [(String, String)] {
        let item = described.item
        var fields: [(String, String)] = []
        if let sender = item.sender { fields.append(("From", sender.withAddress)) }
        // Nobody sent a contact: what it lists are a person's own addresses, which its text has.
        for role in Recipient.Role.allCases where !Self.isContact(item) {
            let named = item.recipients.filter { $0.role == role }.map { $0.participant.withAddress }
            if !named.isEmpty { fields.append((role.rawValue.capitalized, named.joined(separator: ", "))) }
        }
        if let answered = described.answered { fields.append(("Answers", Self.recognisable(answered))) }
        if let date = item.date {
            fields.append(("Date", DayText.minute(date)))
        } else if let changed = item.details.fileModified {
            fields.append(("File changed", DayText.minute(changed)))
        }
        if described.isFormer { fields.append(("Note", "it is no longer in its file")) }
        fields += Self.properties(of: item)
        for attachment in item.attachments {
            fields.append(("Attachment", Self.described(attachment)))
        }
        if let url = item.url { fields.append(("Link", url)) }
        fields.append(("Id", item.id.description))
        return fields
    }

    private static func isContact(_ item: Item) -> Bool {
        guard case .document(let document) = item.details else { return false }
        return document.isContact
    }

    /// All that a note says of itself beside its title and date, and the labels of a mail.
    private static func properties(of item: Item) -> [(String, String)] {
        if case .email(let mail) = item.details {
            let labels = mail.labels + (mail.isJunk ? ["in the junk or trash"] : [])
            return labels.isEmpty ? [] : [("Labels", labels.joined(separator: ", "))]
        }
        if case .message(let message) = item.details {
            return message.earlierTexts.map { ("Before an edit", $0) }
        }
        guard case .note(let note) = item.details else { return [] }
        let lists = [("Tags", note.tags), ("Also called", note.aliases)].filter { !$0.1.isEmpty }
        // By a name of its own each could pose as a field of another kind: "From".
        return lists.map { ($0.0, $0.1.joined(separator: ", ")) }
            + note.properties.map { ("Property", "\($0.name): \($0.value)") }
    }

    /// `Mira Okafor: “Shall we meet at the …” (item 1a2b3c4d5e)`.
    private static func recognisable(_ message: ListedItem) -> String {
        let quotation = message.preview.isEmpty ? nil : "“\(DisplayText.quotation(message.preview))”"
        let parts = [message.summary.sender?.displayName, quotation].compactMap(\.self)
        return parts.joined(separator: ": ") + " (item \(message.summary.id.description.prefix(10)))"
    }

    /// `plan.pdf (application/pdf, 12.3 KB, item 1a2b3c4d5e)`, of which only the name is always known.
    private static func described(_ attachment: Attachment) -> String {
        let parts = [
            attachment.mediaType, attachment.byteCount.map(Count.bytes),
            attachment.item.map { "item \($0.description.prefix(10))" },
        ].compactMap(\.self).filter { !$0.isEmpty }
        return attachment.name + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))")
    }
}
