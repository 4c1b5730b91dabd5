import Foundation
public import RecallCore
import RecallText

extension SourceFormat {
    /// A conversation of Facebook Messenger or Instagram as web pages (`message_1.html` of a download of one's information).
    public static let messengerPage = SourceFormat(
        "messenger-html", singular: "page of a Messenger or Instagram export",
        plural: "pages of Messenger and Instagram exports", isContainer: true)
}

/// `message_1.html`, `message_2.html`: the latest message first. Classes are those of downloads since 2018; dates are in the
/// account's language, without a zone.
struct MessengerPageFormat: HTMLChatFormat {
    let format = SourceFormat.messengerPage
    let messageTags: [StaticString] = [
        "<div class=\"_3-95 _a6-g", "<section class=\"_3-95 _a6-g", "<div class=\"_a6-g", "<section class=\"_a6-g",
        "<div class=\"pam _3-95 ",
    ]

    func evidence(in file: SniffedFile) -> Evidence? {
        guard file.fileExtension == "html", !file.isBinary, Self.isPage(AbsolutePath.name(file.path)) else {
            return nil
        }
        return ["_a6-g", "pam _3-95"].contains { file.head.firstOccurrence(of: $0) != nil } ? .signature : nil
    }

    /// True for `message_12.html`.
    private static func isPage(_ name: String) -> Bool {
        let number = name.dropFirst("message_".count).dropLast(".html".count)
        return name.hasPrefix("message_") && !number.isEmpty && number.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }

    func chat(_ head: HTMLFragment, in unit: SourceUnit) -> Chat {
        let folders = unit.path.split(separator: "/").dropLast().suffix(2).map(String.init)
        let stated = CleanText.line(head.text(of: head.first("_a70e") ?? head.first("_3b0d")))
        // A folder is called by the chat and a number.
        let named = folders.last.map { $0.split(separator: "_").dropLast().joined(separator: " ") } ?? ""
        let title = [stated, named, folders.last ?? ""].first { !$0.isEmpty } ?? ""
        return Chat(
            platform: unit.path.lowercased().contains("instagram") ? "instagram" : "messenger",
            key: folders.joined(separator: "/"), title: title)
    }

    func message(_ element: HTMLFragment, _ page: inout HTMLChatPage) -> ChatMessage? {
        let sender = element.elements.first { $0.classes.contains("_a6-i") || $0.classes.contains("_2lek") }
        // Who is in the chat, and its picture, come in such elements too.
        guard let sender, let body = element.first("_a6-p") ?? element.first("_2let") else { return nil }
        let name = CleanText.line(element.text(of: sender))
        let reactions = ["_a6-q", "_tqp"].flatMap { element.all($0, in: body) }
        let text = element.text(of: body, without: reactions)
        let attachments = Self.files(element, in: body)
        guard !text.isEmpty || !attachments.isEmpty else { return nil }
        let stated = ["_a72d", "_a6-o", "_2lem"].lazy.compactMap { element.first($0) }.first
        return ChatMessage(
            sender: Participant(chatName: name), date: page.earlier(Self.date(element.text(of: stated))), text: text,
            isNotice: MessengerFormat.isReaction(text), attachments: attachments)
    }

    private static func files(_ element: HTMLFragment, in body: HTMLFragment.Element) -> [Attachment] {
        var paths: [String] = []
        for inner in element.elements where inner.isWithin(body) {
            guard let path = inner.attributes["src"] ?? inner.attributes["href"], !path.contains(":"), !path.isEmpty,
                !path.hasPrefix("#"), !paths.contains(path)
            else { continue }
            paths.append(path)
        }
        return paths.map { Attachment(chatFile: $0) }
    }

    // MARK: Dates

    /// `Jul 12, 2024 4:55:32pm`, `Jul 12, 2018, 4:55 PM`, `12. Juli 2024, 16:55:32`.
    static func date(_ text: String) -> Date? {
        let parts = text.split { !$0.isLetter && !$0.isNumber && $0 != ":" }
        var (numbers, month, clock, half): ([Int], Int?, [Int], String) = ([], nil, [], "")
        for part in parts {
            let letters = part.drop { !$0.isLetter }.lowercased()
            if part.contains(":") {
                clock = part.prefix { !$0.isLetter }.split(separator: ":").compactMap { Int($0) }
                half += letters
            } else if let number = Int(part) {
                numbers.append(number)
            } else if ["am", "pm", "a", "p", "m"].contains(letters) {
                half += letters
            } else {
                month = month ?? MonthNames.number(of: letters)
            }
        }
        guard let month, numbers.count == 2, let year = numbers.max(), let day = numbers.min(),
            let civil = CivilDay(year: year, month: month, day: day), let seconds = seconds(clock, half)
        else { return nil }
        var local = LocalClock(zone: .current)
        return Date(timeIntervalSince1970: Double(local.instant(showing: civil.daysSince1970 * 86_400 + seconds)))
    }

    /// The seconds of a day at which clocks show a time; `half`: `am` or `pm`.
    private static func seconds(_ clock: [Int], _ half: String) -> Int? {
        guard (2...3).contains(clock.count), 0..<24 ~= clock[0], clock[1...].allSatisfy({ 0..<60 ~= $0 }) else {
            return nil
        }
        let hour = half.hasPrefix("p") ? clock[0] % 12 + 12 : half.hasPrefix("a") ? clock[0] % 12 : clock[0]
        return hour * 3_600 + clock[1] * 60 + (clock.count > 2 ? clock[2] : 0)
    }
}

extension HTMLChatPage {
    /// The date of a message that comes before the last one read: a bit earlier, where the page gives both the same time.
    fileprivate mutating func earlier(_ stated: Date?) -> Date? {
        guard let stated else { return nil }
        repeats = stated == date ? repeats + 1 : 0
        date = stated
        return stated.addingTimeInterval(-0.001 * Double(min(repeats, 999)))
    }
}
