import RecallCore
import RecallText

/// A message's text after parsing WhatsApp's own marks: files, deletions, edits, notices.
struct WhatsAppContent {
    /// The author's own text; empty for a file without a caption.
    private(set) var text: String
    /// The files named in it, exported or omitted.
    private(set) var attachments: [Attachment] = []
    /// True if WhatsApp wrote the text: a missed call, a deleted message.
    private(set) var isNotice = false
    /// True if WhatsApp wrote it of a group or a chat, not of what its author did: who came, who left, that it is encrypted.
    private(set) var isOfChat = false
    /// True if it says that an edit gave it its text.
    private(set) var isEdited = false

    /// True if it begins with the mark that iOS puts before what WhatsApp wrote, which people paste too.
    private(set) var isMarked = false

    /// Reads the text of a message that has an author.
    init(_ raw: String, by author: WhatsAppAuthor) {
        text = raw.trimmed
        isMarked = text.unicodeScalars.first == Self.mark
        if author.mayBeChat, isMarked || author.isFirst, WhatsAppPhrases.saysEncrypted(text) {
            (isOfChat, isNotice) = (true, true)
            text = text.withoutLeadingMarks.trimmed
            return
        }
        guard Self.mayHoldMarks(text) else { return }
        text = text.withoutLeadingMarks.trimmed
        removeEditedMark()
        if readAttachedFile() || readAndroidFile() || readOmittedFile(isMarked: isMarked) { return }
        // Between the words for a call and its length there is a mark, in any language.
        let isDeed = WhatsAppPhrases.deleted.contains(text.phrase)
        let isCall = isMarked && text.unicodeScalars.contains(Self.mark)
        isOfChat = isMarked && !isDeed && !isCall && Self.looksLikeNotice(text) && author.isSpokenOf(in: text)
        isNotice = isOfChat || isDeed || isCall && Self.looksLikeNotice(text)
    }

    /// True if the text may contain marks: short text may be one of WhatsApp's phrases, longer text must contain
    /// certain characters. Saves parsing most messages.
    private static func mayHoldMarks(_ text: String) -> Bool {
        guard text.utf8.count > 100 else { return true }
        return text.utf8.contains { [UInt8(ascii: "<"), UInt8(ascii: ")")].contains($0) }
            || text.unicodeScalars.contains(mark)
    }

    /// iOS puts this before all that WhatsApp itself wrote.
    static let mark: Unicode.Scalar = "\u{200E}"

    /// Notices are one line; polls and places, which are marked too, are not or have an address.
    private static func looksLikeNotice(_ text: String) -> Bool {
        !text.utf8.contains(0x0A) && !text.contains("https://")
    }

    /// `‎<This message was edited>` at the end, in any language if it is marked.
    private mutating func removeEditedMark() {
        guard text.hasSuffix(">"), let open = text.lastIndex(of: "<"), open > text.startIndex else { return }
        let inside = text[text.index(after: open)...].dropLast()
        let isMarked = text[..<open].unicodeScalars.last == Self.mark
        guard WhatsAppPhrases.edited.contains(inside.phrase) || (isMarked && !inside.contains(":") && inside.count > 8)
        else { return }
        text = String(text[..<open]).withoutTrailingMarks.trimmed
        isEdited = true
    }

    /// iOS: `<attached: 00000012-PHOTO-2024-03-17-09-30-00.jpg>`, after a caption or a document's title.
    private mutating func readAttachedFile() -> Bool {
        guard text.hasSuffix(">"), let open = text.lastIndex(of: "<") else { return false }
        let inside = text[text.index(after: open)...].dropLast()
        guard let colon = inside.firstIndex(of: ":"), inside[..<colon].count <= 30 else { return false }
        let name = String(inside[inside.index(after: colon)...]).withoutLeadingMarks.trimmed
        guard WhatsAppFile.looksLikeName(name), !inside.contains("//") else { return false }
        let before = text[..<open].unicodeScalars.last
        guard before == nil || before == Self.mark || WhatsAppPhrases.attached.contains(inside[..<colon].phrase) else {
            return false
        }
        let caption = String(text[..<open].unicodeScalars.filter { $0 != Self.mark })
        attach(WhatsAppFile.attachment(name), caption: caption)
        return true
    }

    /// Android: `IMG-20240317-WA0001.jpg (file attached)`, with the caption on the lines after it.
    private mutating func readAndroidFile() -> Bool {
        let lineEnd = text.firstIndex(of: "\n") ?? text.endIndex
        let line = text[..<lineEnd]
        guard line.hasSuffix(")"), let open = line.lastIndex(of: "(") else { return false }
        let name = String(line[..<open]).withoutLeadingMarks.trimmed
        let phrase = line[line.index(after: open)...].dropLast().phrase
        guard WhatsAppFile.looksLikeName(name),
            WhatsAppPhrases.attachedFile.contains(phrase) || WhatsAppFile.isNamedByWhatsApp(name)
        else { return false }
        attach(WhatsAppFile.attachment(name), caption: String(text[lineEnd...]))
        return true
    }

    /// `<Media omitted>` (Android), `‎image omitted` (iOS), in any language.
    private mutating func readOmittedFile(isMarked: Bool) -> Bool {
        guard !text.utf8.contains(0x0A) else { return readOmittedWithCaption() }
        if text.hasPrefix("<"), text.hasSuffix(">") {
            let inside = text.dropFirst().dropLast().phrase
            guard WhatsAppPhrases.omittedMedia.contains(inside) || Self.isPlaceholder(inside) else { return false }
            attach(
                Attachment(name: String(text.dropFirst().dropLast()).withoutLeadingMarks, mediaType: ""), caption: "")
            return true
        }
        let last = text.unicodeScalars.lastIndex(of: Self.mark).map { text.unicodeScalars.index(after: $0) }
        let phrase = text[(last ?? text.startIndex)...]
        guard isMarked || last != nil || WhatsAppPhrases.omittedPlain.contains(phrase.phrase),
            WhatsAppPhrases.isOmittedNotice(phrase.phrase)
        else { return false }
        let caption = last.map { String(text[..<$0].unicodeScalars.filter { $0 != Self.mark }) } ?? ""
        attach(Attachment(name: String(phrase), mediaType: WhatsAppPhrases.mediaType(phrase.phrase)), caption: caption)
        return true
    }

    /// Android: `<Media omitted>` with the caption on the lines after it.
    private mutating func readOmittedWithCaption() -> Bool {
        guard text.hasPrefix("<"), let lineEnd = text.firstIndex(of: "\n") else { return false }
        let line = text[..<lineEnd]
        guard line.hasSuffix(">"), WhatsAppPhrases.omittedMedia.contains(line.dropFirst().dropLast().phrase) else {
            return false
        }
        attach(Attachment(name: String(line.dropFirst().dropLast()), mediaType: ""), caption: String(text[lineEnd...]))
        return true
    }

    /// Two to five words of letters alone, as placeholders are in languages that are in no list.
    private static func isPlaceholder(_ phrase: String) -> Bool {
        let words = phrase.split(separator: " ")
        return 2...5 ~= words.count
            && phrase.unicodeScalars.allSatisfy { $0 == " " || $0.properties.isAlphabetic || $0.value >= 0x300 }
    }

    private mutating func attach(_ attachment: Attachment, caption: String) {
        attachments = [attachment]
        text = caption.withoutLeadingMarks.trimmed
    }
}

/// File names in WhatsApp exports.
enum WhatsAppFile {
    /// The file as an attachment. The name is for display; a path in it is not followed.
    static func attachment(_ name: String) -> Attachment {
        let visible = name.unicodeScalars.filter { !ScalarCursor.isMark($0.value) && $0.value >= 0x20 }
        return Attachment(name: String(String.UnicodeScalarView(visible)), mediaType: MediaType.named(name))
    }

    /// True if `text` is one line that ends in a file name extension.
    static func looksLikeName(_ text: String) -> Bool {
        guard let dot = text.lastIndex(of: "."), dot > text.startIndex, !text.contains("\n"), text.utf8.count <= 300
        else {
            return false
        }
        let suffix = text[text.index(after: dot)...]
        return 1...5 ~= suffix.utf8.count && suffix.utf8.allSatisfy(\.isASCIIAlphanumeric)
    }

    /// `IMG-20240317-WA0001.jpg`, `PTT-…`, `VID-…`, `00000012-PHOTO-2024-….jpg`.
    static func isNamedByWhatsApp(_ name: String) -> Bool {
        name.contains("-WA") && name.utf8.count(where: \.isASCIIDigit) >= 12
    }
}

extension StringProtocol {
    /// In lower case, without marks, white space around it and a full stop at its end: to look up in a list.
    var phrase: String {
        var scalars = String.UnicodeScalarView()
        for scalar in lowercased().unicodeScalars where !ScalarCursor.isMark(scalar.value) {
            scalars.append(ScalarCursor.isSpace(scalar.value) ? " " : scalar)
        }
        let text = String(scalars).trimmed
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}

extension String {
    /// Without white space and line ends around it.
    var trimmed: String {
        let isBlank: (Unicode.Scalar) -> Bool = {
            $0.value == 0x0A || $0.value == 0x0D || ScalarCursor.isSpace($0.value)
        }
        guard let first = unicodeScalars.first, let last = unicodeScalars.last, isBlank(first) || isBlank(last) else {
            return self
        }
        let start = unicodeScalars.firstIndex { !isBlank($0) } ?? endIndex
        let end = unicodeScalars.lastIndex { !isBlank($0) }.map { unicodeScalars.index(after: $0) } ?? start
        return String(self[start..<end])
    }

    var withoutLeadingMarks: String {
        guard let first = unicodeScalars.first, ScalarCursor.isMark(first.value) else { return self }
        return String(unicodeScalars.drop { ScalarCursor.isMark($0.value) })
    }

    var withoutTrailingMarks: String {
        let end = unicodeScalars.lastIndex { !ScalarCursor.isMark($0.value) }
        return end.map { String(self[...$0]) } ?? ""
    }
}
