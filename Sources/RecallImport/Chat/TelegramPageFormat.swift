import Foundation
public import RecallCore

extension SourceFormat {
    /// A Telegram export as web pages (Telegram Desktop, "Human-readable HTML").
    public static let telegramPage = SourceFormat(
        "telegram-html", singular: "page of a Telegram export", plural: "pages of Telegram exports", isContainer: true)
}

/// `messages.html`, `messages2.html`: a thousand messages each.
struct TelegramPageFormat: HTMLChatFormat {
    let format = SourceFormat.telegramPage
    let messageTags: [StaticString] = ["<div class=\"message "]

    func evidence(in file: SniffedFile) -> Evidence? {
        guard ["html", "htm"].contains(file.fileExtension) || file.isNamed, !file.isBinary else { return nil }
        let marks: [StaticString] = ["class=\"page_header\"", "class=\"page_body chat_page\"", "class=\"history\""]
        return marks.allSatisfy { file.head.firstOccurrence(of: $0) != nil } ? .signature : nil
    }

    func chat(_ head: HTMLFragment, in unit: SourceUnit) -> Chat {
        let title = CleanText.line(head.text(of: head.first("text", in: head.first("page_header"))))
        // The page does not say which number the chat has, as the JSON does.
        return Chat(platform: "telegram", key: "page " + title, title: title.isEmpty ? "Telegram" : title)
    }

    func message(_ element: HTMLFragment, _ page: inout HTMLChatPage) -> ChatMessage? {
        guard let outer = element.elements.first else { return nil }
        if outer.classes.contains("service") { return notice(element, outer, &page) }
        let forwarded = element.elements.first { $0.classes.contains("forwarded") && $0.classes.contains("body") }
        page.date = element.first("date").flatMap { $0.attributes["title"] }.flatMap(Self.date) ?? page.date
        if let name = element.all("from_name").first(where: { forwarded == nil || !$0.isWithin(forwarded) }) {
            page.sender = Self.person(element.text(of: name))
        }
        let (content, attachments) = Self.media(element)
        let parts = [Self.source(element, forwarded), element.text(of: element.first("text")), content]
        let text = parts.filter { !$0.isEmpty }.joined(separator: "\n")
        guard !text.isEmpty || !attachments.isEmpty else { return nil }
        return ChatMessage(
            sender: page.sender, date: page.date, text: text, answers: Self.answered(element),
            anchor: outer.attributes["id"], attachments: attachments)
    }

    /// The anchor in `<a href="#go_to_message12">`; messages of earlier pages are named with their file.
    private static func answered(_ element: HTMLFragment) -> String? {
        guard let reply = element.first("reply_to") else { return nil }
        let prefix = "#go_to_"
        let addresses = element.elements.lazy.filter { $0.isWithin(reply) }.compactMap { $0.attributes["href"] }
        return addresses.first { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }

    /// "Forwarded from Ada:", as the JSON has it.
    private static func source(_ element: HTMLFragment, _ forwarded: HTMLFragment.Element?) -> String {
        guard let forwarded, let name = element.first("from_name", in: forwarded) else { return "" }
        return "Forwarded from \(CleanText.line(element.text(of: name, without: element.all("date", in: name)))):"
    }

    /// The author of a message, without the bot that was used.
    private static func person(_ name: String) -> Participant? {
        let line = CleanText.line(name)
        return Participant(chatName: line.firstRange(of: " via @").map { String(line[..<$0.lowerBound]) } ?? line)
    }

    private func notice(
        _ element: HTMLFragment, _ outer: HTMLFragment.Element, _ page: inout HTMLChatPage
    ) -> ChatMessage? {
        let text = element.text(of: element.first("body"))
        // A day between messages has a negative number.
        guard outer.attributes["id"]?.hasPrefix("message-") != true else {
            if let day = Self.day(text) { page.date = day }
            return nil
        }
        return text.isEmpty ? nil : ChatMessage(date: page.date, text: text, isNotice: true)
    }

    // MARK: Files, places, polls

    private static func media(_ element: HTMLFragment) -> (text: String, attachments: [Attachment]) {
        var (texts, attachments): ([String], [Attachment]) = ([], [])
        for media in element.elements where media.classes.contains(where: isMedia) {
            let title = CleanText.line(element.text(of: element.first("title", in: media)))
            let status = CleanText.line(element.text(of: element.first("status", in: media)))
            if media.classes.contains("media_poll") {
                let answers = element.all("answer", in: media).map { answer in
                    CleanText.line(element.text(of: answer, without: element.all("details", in: answer)))
                }
                texts += [element.text(of: element.first("question", in: media))] + answers
            } else if media.classes.contains(where: said.contains) {
                texts.append([title, status].filter { !$0.isEmpty }.joined(separator: " "))
            } else if !media.classes.contains("sticker_wrap") {
                let path = media.attributes["href"] ?? ""
                attachments.append(Attachment(chatFile: path.isEmpty ? (title.isEmpty ? "file" : title) : path))
            }
        }
        return (texts.filter { !$0.isEmpty }.joined(separator: "\n"), attachments)
    }

    private static let said: Set = [
        "media_contact", "media_location", "media_live_location", "media_venue", "media_call", "media_game",
        "media_invoice",
    ]

    private static func isMedia(_ name: String) -> Bool {
        name.hasPrefix("media_") && name != "media_wrap" && !name.hasPrefix("media_poll_")
            || ["photo_wrap", "video_file_wrap", "animated_wrap", "sticker_wrap"].contains(name)
    }

    // MARK: Dates

    /// `06.01.2020 10:13:26 UTC+03:00`; earlier versions name no zone.
    private static func date(_ text: String) -> Date? {
        let words = text.split(separator: " ")
        guard words.count >= 2 else { return nil }
        let day = words[0].split(separator: ".")
        guard day.count == 3 else { return nil }
        let clock = "\(day[2])-\(day[1])-\(day[0])T\(words[1])"
        guard words.count > 2 else { return ChatDate.local(clock) }
        let zone = words[2].drop { $0.isLetter }
        return RFC3339.date(clock + (zone.isEmpty ? "Z" : zone))
    }

    /// The start of `6 January 2020`.
    private static func day(_ text: String) -> Date? {
        let words = text.split { $0.isWhitespace }
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        guard words.count == 3, let day = Int(words[0]), let month = months.firstIndex(of: String(words[1])),
            let year = Int(words[2]), let civil = CivilDay(year: year, month: month + 1, day: day)
        else { return nil }
        var clock = LocalClock(zone: .current)
        return Date(timeIntervalSince1970: Double(clock.instant(showing: civil.daysSince1970 * 86_400)))
    }
}
