import Foundation
public import RecallCore

extension SourceFormat {
    /// A channel or conversation of Discord as a web page, as DiscordChatExporter writes it.
    public static let discordPage = SourceFormat(
        "discord-html", singular: "page of a Discord export", plural: "pages of Discord exports", isContainer: true)
}

struct DiscordPageFormat: HTMLChatFormat {
    let format = SourceFormat.discordPage
    let messageTags: [StaticString] = [
        "<div id=chatlog__message-container-", "<div id=\"chatlog__message-container-",
    ]

    func evidence(in file: SniffedFile) -> Evidence? {
        guard ["html", "htm"].contains(file.fileExtension) || file.isNamed, !file.isBinary else { return nil }
        // The messages follow a long style sheet.
        let marks: [StaticString] = ["Tyrrrz/DiscordFonts", "preamble__guild-icon", "chatlog__message-container"]
        return marks.contains { file.head.firstOccurrence(of: $0) != nil } ? .signature : nil
    }

    func chat(_ head: HTMLFragment, in unit: SourceUnit) -> Chat {
        let entries = head.all("preamble__entry").map { CleanText.line(head.text(of: $0)) }
        let guild = entries.first ?? ""
        // The second one is "category / channel".
        let path = entries.count > 1 ? entries[1] : PlainFile.title(path: unit.path)
        let name = path.ranges(of: " / ").last.map { String(path[$0.upperBound...]) } ?? path
        let isDirect = guild.isEmpty || guild == "Direct Messages"
        return Chat(
            platform: "discord", key: Self.channel(in: AbsolutePath.name(unit.path)) ?? "\(guild) \(name)",
            title: isDirect ? name : "\(guild): \(name)")
    }

    /// The number of the channel in the name that the program gives a file: `Guild - channel [123456789].html`.
    private static func channel(in name: String) -> String? {
        guard let open = name.lastIndex(of: "["), let close = name[open...].firstIndex(of: "]") else { return nil }
        let number = name[name.index(after: open)..<close]
        return number.count > 8 && number.allSatisfy(\.isNumber) ? String(number) : nil
    }

    func message(_ element: HTMLFragment, _ page: inout HTMLChatPage) -> ChatMessage? {
        guard let outer = element.elements.first,
            let id = outer.attributes["data-message-id"]
                ?? outer.attributes["id"]?.split(separator: "-").last.map(String.init)
        else { return nil }
        let notice = element.first("chatlog__system-notification-content")
        if let name = element.first("chatlog__author") ?? element.first("chatlog__system-notification-author") {
            page.sender = Participant(chatName: element.text(of: name))
        }
        page.date = DiscordTime.date(ofMessage: id) ?? page.date
        let text = notice.map { element.text(of: $0) } ?? Self.text(element)
        let attachments = notice == nil ? Self.attachments(element) : []
        guard !text.isEmpty || !attachments.isEmpty else { return nil }
        return ChatMessage(
            id: id, sender: page.sender, date: page.date, text: text, isNotice: notice != nil,
            answers: Self.answered(element), attachments: attachments)
    }

    /// The number in `onclick="scrollToMessage(event, '123')"`.
    private static func answered(_ element: HTMLFragment) -> String? {
        guard let action = element.first("chatlog__reply-link")?.attributes["onclick"],
            let start = action.firstRange(of: "scrollToMessage(")
        else { return nil }
        let number = action[start.upperBound...].drop { !$0.isNumber }.prefix(while: \.isNumber)
        return number.isEmpty ? nil : String(number)
    }

    private static func text(_ element: HTMLFragment) -> String {
        let content = element.first("chatlog__content")
        let said = element.text(
            of: content, without: element.all("chatlog__edited-timestamp", in: content),
            characters: "chatlog__emoji", keepingLines: true)
        let forwarded = element.first("chatlog__forwarded-content").map {
            element.text(of: $0, characters: "chatlog__emoji", keepingLines: true)
        }
        let shown = element.all("chatlog__embed").map { embed in
            let parts = ["chatlog__embed-title", "chatlog__embed-description"].map {
                element.text(of: element.first($0, in: embed), characters: "chatlog__emoji", keepingLines: true)
            }
            let address = element.first("chatlog__embed-title-link", in: embed)?.attributes["href"] ?? ""
            return DiscordFormat.shown(parts + [address], besides: said)
        }
        return ([said] + shown + [DiscordFormat.forwarded(forwarded)]).filter { !$0.isEmpty }
            .joined(separator: "\n\n")
    }

    private static func attachments(_ element: HTMLFragment) -> [Attachment] {
        element.all("chatlog__attachment").compactMap { file in
            let name = CleanText.line(element.text(of: element.first("chatlog__attachment-generic-name", in: file)))
            if !name.isEmpty { return Attachment(chatFile: name) }
            let titles = element.elements.lazy.filter { $0.isWithin(file) }.compactMap { $0.attributes["title"] }
            return titles.compactMap(Self.fileName).first.map { Attachment(chatFile: $0) }
        }
    }

    /// The name in "Image: quay.png (12 KB)".
    private static func fileName(_ title: String) -> String? {
        guard let colon = title.firstRange(of: ": "), let size = title.ranges(of: " (").last,
            colon.upperBound < size.lowerBound
        else { return nil }
        return String(title[colon.upperBound..<size.lowerBound])
    }
}

/// The time in the number of a message of Discord: milliseconds since 2015 above 22 bits.
enum DiscordTime {
    static func date(ofMessage id: String) -> Date? {
        guard let number = UInt64(id), number >> 22 > 0 else { return nil }
        return ChatDate.since1970(Double((number >> 22) + 1_420_070_400_000) / 1_000)
    }
}
