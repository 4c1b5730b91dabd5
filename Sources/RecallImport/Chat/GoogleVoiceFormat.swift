import Foundation
public import RecallCore
import RecallText

extension SourceFormat {
    /// Text messages or a voicemail of Google Voice (a page of Google Takeout).
    public static let googleVoice = SourceFormat(
        "google-voice", singular: "page of Google Voice", plural: "pages of Google Voice", isContainer: true)
}

/// `Calls/Ada - Text - 2020-01-02T03_04_05Z.html`: some messages of a chat, a voicemail, or a call.
struct GoogleVoiceFormat: HTMLChatFormat {
    let format = SourceFormat.googleVoice
    let messageTags: [StaticString] = ["<div class=\"message\">", "<div class=\"haudio\">"]

    func evidence(in file: SniffedFile) -> Evidence? {
        guard ["html", "htm"].contains(file.fileExtension) || file.isNamed, !file.isBinary else { return nil }
        let marks: [[StaticString]] = [
            ["class=\"hChatLog hfeed\""], ["class=\"haudio\"", "class=\"contributor vcard\""],
        ]
        return marks.contains { $0.allSatisfy { file.head.firstOccurrence(of: $0) != nil } } ? .signature : nil
    }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader { GoogleVoiceReader() }

    // MARK: The chat

    /// A chat of two is called by the name in the file's name, since a page on which only the owner wrote has no number of the
    /// other one. Its messages are known by the number, where there is one.
    func chat(_ head: HTMLFragment, in unit: SourceUnit) -> Chat {
        let members = Self.people(head, in: head.first("participants")).filter { !$0.isMe }
        guard members.isEmpty else {
            return Chat(
                platform: "google-voice", key: members.map(\.key).sorted().joined(separator: " "),
                title: members.map(\.displayName).joined(separator: ", "))
        }
        let number = Self.other(unit)?.key ?? ""
        let stated = Self.name(in: unit.path)
        let name = stated.isEmpty ? number : stated
        return Chat(
            platform: "google-voice", key: number.isEmpty ? name : number,
            title: name.isEmpty ? "Google Voice" : name, whole: name)
    }

    /// `Ada` of `Ada - Text - 2020-01-02T03_04_05Z.html`.
    private static func name(in path: String) -> String {
        let title = PlainFile.title(path: path)
        let marks = title.ranges(of: " - ")
        return marks.count < 2 ? "" : String(title[..<marks[marks.count - 2].lowerBound])
    }

    private static let headBytes = 1 << 18

    /// The first person on the page who is not its owner.
    private static func other(_ unit: SourceUnit) -> Participant? {
        let bytes = try? RegularFile(path: unit.location, named: unit.path).bytes(limit: headBytes)
        return bytes.flatMap { people(HTMLFragment($0)).first { !$0.isMe } }
    }

    /// The people in an element. The owner's name is an abbreviation of nothing: `<abbr class="fn" title="">Me</abbr>`.
    private static func people(_ page: HTMLFragment, in outer: HTMLFragment.Element? = nil) -> [Participant] {
        guard let outer = outer ?? page.first("hChatLog") ?? page.first("haudio") else { return [] }
        return page.all("tel", in: outer).prefix(mostPeople).compactMap { person(page, $0) }
    }

    private static let mostPeople = 100

    private static func person(_ page: HTMLFragment, _ telephone: HTMLFragment.Element) -> Participant? {
        let named = page.first("fn", in: telephone)
        guard named?.attributes["title"] == nil else { return .me }
        let address = telephone.attributes["href"].map { $0.hasPrefix("tel:") ? String($0.dropFirst(4)) : "" } ?? ""
        let number = CleanText.line(address)
        let name = CleanText.line(page.text(of: named))
        guard !number.isEmpty || !name.isEmpty else { return nil }
        return Participant(name: name.contains(where: \.isLetter) ? name : "", address: number.isEmpty ? name : number)
    }

    // MARK: Messages

    func message(_ element: HTMLFragment, _ page: inout HTMLChatPage) -> ChatMessage? {
        guard let outer = element.elements.first else { return nil }
        let isVoicemail = outer.classes.contains("haudio")
        let (text, files) = isVoicemail ? Self.voicemail(element, outer) : Self.text(element, outer)
        guard !text.isEmpty || !files.isEmpty else { return nil }
        let sender = element.first("tel", in: outer).flatMap { Self.person(element, $0) }
        let date = element.first(isVoicemail ? "published" : "dt", in: outer)?.attributes["title"]
        return ChatMessage(
            sender: sender, author: sender?.key, date: date.flatMap(RFC3339.date), text: text,
            distinction: files.map(\.name).joined(separator: " "), attachments: files)
    }

    private static func text(_ element: HTMLFragment, _ outer: HTMLFragment.Element) -> (String, [Attachment]) {
        let said = element.elements.first { $0.isQuotation && $0.isWithin(outer) }
        let paths = element.elements.compactMap { inner -> String? in
            guard inner.isWithin(outer), said == nil || !inner.isWithin(said) else { return nil }
            return inner.attributes["src"] ?? inner.attributes["href"]
        }
        let files = paths.filter { !$0.isEmpty && !$0.hasPrefix("tel:") }
        return (element.text(of: said), files.map { Attachment(chatFile: $0) })
    }

    /// The words as Google wrote them down, and the recording. A page of a call has neither.
    private static func voicemail(_ element: HTMLFragment, _ outer: HTMLFragment.Element) -> (String, [Attachment]) {
        let stated = element.text(of: element.first("full-text", in: outer))
        let text = stated == "Unable to transcribe this message." ? "" : stated
        let isVoicemail = element.elements.contains { $0.attributes["href"]?.hasSuffix("voice#voicemail") == true }
        guard isVoicemail || !text.isEmpty else { return ("", []) }
        let path = element.elements.lazy.filter { $0.isWithin(outer) }.compactMap { $0.attributes["src"] }.first
        return (text, path.map { [Attachment(chatFile: $0, mediaType: "audio/mpeg")] } ?? [])
    }
}

extension Participant {
    /// The part of ids that says who it is: the number, since the name is that of a contact.
    fileprivate var key: String { address.isEmpty ? name : address }
}

/// Reads a page. Cursors are those of `HTMLChatReader`. A page of a call is passed over.
struct GoogleVoiceReader: SourceReader {
    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        var isCall = cursor == .start
        try await HTMLChatReader(format: GoogleVoiceFormat()).read(unit, from: cursor) { record, cursor in
            isCall = false
            try await emit(record, cursor)
        }
        if isCall { try await emit(.skipped(.otherType(fileExtension: "html")), .end(of: unit)) }
    }
}
