import Foundation
public import RecallCore
import RecallText

extension SourceFormat {
    /// A chat of a Signal backup as a web page, as `signalbackup-tools --exporthtml` writes it.
    public static let signalPage = SourceFormat(
        "signal-html", singular: "page of a Signal backup", plural: "pages of Signal backups", isContainer: true)
}

/// A page for each chat, or for each thousand of its messages: https://github.com/bepaald/signalbackup-tools
struct SignalPageFormat: HTMLChatFormat {
    let format = SourceFormat.signalPage
    let messageTags: [StaticString] = [
        "<div class=\"msg msg-incoming", "<div class=\"msg msg-outgoing", "<div class=\"msg msg-status",
    ]

    func evidence(in file: SniffedFile) -> Evidence? {
        guard ["html", "htm"].contains(file.fileExtension) || file.isNamed, !file.isBinary,
            file.head.prefix(200).firstOccurrence(of: " by signalbackup-tools (") != nil
        else { return nil }
        // The pages of contacts, calls and settings have no such rule; the messages follow a long style sheet.
        return file.head.firstOccurrence(of: ".incoming-group-msg") != nil ? .signature : nil
    }

    func chat(_ head: HTMLFragment, in unit: SourceUnit) -> Chat {
        let name = head.first("threadtitle")
        let title = CleanText.line(head.text(of: name, without: head.all("threadtitle-info", in: name)))
        return Chat(
            platform: "signal", key: "page \(Self.number(in: unit.path)) \(title)",
            title: title.isEmpty ? "Signal" : title)
    }

    /// The number that the folder of a chat has in its name: `Ada Quay (_id12)`.
    private static func number(in path: String) -> Substring {
        let folder = path.split(separator: "/").dropLast().last ?? ""
        guard folder.hasSuffix(")"), let mark = folder.ranges(of: "(_id").last else { return "" }
        return folder[mark.upperBound...].dropLast()
    }

    func message(_ element: HTMLFragment, _ page: inout HTMLChatPage) -> ChatMessage? {
        let dates = element.all("msg-data").map { Self.date(element.text(of: $0)) }
        if let message = Self.message(afterVersions: dates, &page) { return message }
        guard page.edited == nil, let outer = element.elements.first else { return nil }
        page.date = dates.first.flatMap(\.self) ?? page.date
        page.sender = Self.sender(element, outer, page)
        let isNotice = outer.classes.contains("msg-status")
        guard !outer.classes.contains("deleted-msg") else { return nil }
        let attachments = Self.attachments(element, in: outer)
        let beside = element.elements.filter { !$0.classes.allSatisfy { !Self.beside.contains($0) } }
        let text = element.text(of: outer, without: beside)
        guard !text.isEmpty || !attachments.isEmpty else { return nil }
        let message = ChatMessage(
            sender: isNotice ? nil : page.sender, date: page.date, text: text, isNotice: isNotice,
            attachments: attachments)
        guard dates.isEmpty, element.first("edited-info") != nil else { return message }
        page.edited = (message, 0)
        return nil
    }

    /// The message whose earlier versions end with this piece: its own time follows that of the first version.
    private static func message(afterVersions dates: [Date?], _ page: inout HTMLChatPage) -> ChatMessage? {
        guard var edited = page.edited else { return nil }
        guard dates.count < 2 else {
            page.edited = nil
            page.date = dates[1] ?? page.date
            edited.message.date = page.date
            return edited.message
        }
        edited.versions += 1
        page.edited = edited.versions < mostVersions ? edited : nil
        return nil
    }

    /// Signal's limit on how often a message is edited.
    private static let mostVersions = 10

    private static func sender(
        _ element: HTMLFragment, _ outer: HTMLFragment.Element, _ page: HTMLChatPage
    ) -> Participant? {
        guard outer.classes.contains("msg-incoming") else { return Participant.me }
        // In a group; the name in a quotation has no number.
        let name = element.elements.first { $0.classes.contains { $0.hasPrefix("msg-name-") } && $0.isWithin(outer) }
        return Participant(chatName: name.map { element.text(of: $0) } ?? page.title)
    }

    /// The parts of a message that it did not say: who and when, what it quotes, and what others did with it.
    private static let beside: Set = [
        "msg-name", "msg-quote", "attachment", "linkpreview", "footer", "footer-status", "msg-reactions", "viewonce",
        "poll-subtitle", "poll-option-votes", "poll-option-details",
    ]

    // MARK: Files

    private static func attachments(_ element: HTMLFragment, in outer: HTMLFragment.Element) -> [Attachment] {
        let quote = element.first("msg-quote", in: outer)
        return element.all("attachment", in: outer).filter { quote == nil || !$0.isWithin(quote) }.map { file in
            let text = CleanText.line(element.text(of: file, without: element.all("msg-dl-link", in: file)))
            if let name = quoted(text) { return Attachment(chatFile: name) }
            let source = element.elements.first { $0.attributes["src"] != nil && $0.isWithin(file) }
            return Attachment(
                chatFile: source?.attributes["src"] ?? "file", mediaType: source?.attributes["type"] ?? "")
        }
    }

    /// The name in `Attachment 'plan.pdf'`.
    private static func quoted(_ text: String) -> String? {
        guard text.hasPrefix("Attachment '"), text.hasSuffix("'"), text.count > 13 else { return nil }
        return String(text.dropFirst(12).dropLast())
    }

    // MARK: Dates

    /// `Jan 05, 2024 10:13:26`, as this machine's clocks showed it.
    private static func date(_ text: String) -> Date? {
        let words = text.split { $0.isWhitespace }
        let name = words.first?.prefix(3).lowercased()
        guard words.count == 4, let month = MonthNames.english.firstIndex(where: { $0.prefix(3).lowercased() == name })
        else { return nil }
        let (day, number) = (words[1].prefix { $0.isNumber }, month + 1)
        return ChatDate.local("\(words[2])-\(number < 10 ? "0" : "")\(number)-\(day)T\(words[3])")
    }
}
