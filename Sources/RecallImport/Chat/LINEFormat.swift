import Foundation
public import RecallCore
import RecallText

extension SourceFormat {
    /// A chat of LINE as text ("Export chat history").
    public static let line = SourceFormat(
        "line", singular: "LINE export", plural: "LINE exports", isContainer: true)
}

/// `[LINE] Chat history with Ada`, a day, then `10:30⇥Ada⇥text` for each message.
struct LINEFormat: ImportFormat {
    let format = SourceFormat.line
    /// Exports have the extension of texts, so only the content is evidence.
    let extensions: Set<String> = []

    func evidence(in file: SniffedFile) -> Evidence? {
        let isText = file.isText(named: TextFormat().extensions)
        guard isText || file.isNamed, !file.isBinary, Self.isChat(file.head) else { return nil }
        return isText ? .overruling : .resemblance
    }

    /// True if the first line is LINE's or a day, and the first message follows.
    private static func isChat(_ head: [UInt8]) -> Bool {
        let lines = head.split(separator: UInt8(ascii: "\n")).prefix(20).map { LINEText($0) }
            .filter { !$0.line.isEmpty }
        guard let first = lines.first, first.title != nil || first.day != nil,
            let day = lines.firstIndex(where: { $0.day != nil })
        else { return false }
        return lines[day...].dropFirst().contains { $0.message?.name != nil }
    }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader { LINEReader() }
}

/// Reads the messages of a chat. A cursor is the byte offset after a message.
struct LINEReader: SourceReader {
    /// The zone of the telephone, which the file does not say.
    var zone = TimeZone.current

    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        var scan = LINEScan(try RegularFile(of: unit))
        var (items, shown) = (ChatItems(), ShownMessages(zone: zone))
        var (chat, hasMessages) = (Self.chat(LINEText.title(of: CopyNumber.title(path: unit.path))), false)
        // Those before the cursor are made too: which of two equal messages one is depends on them.
        while let found = try scan.next() {
            let record: ImportRecord
            switch found {
            case .title(let title):
                if !hasMessages { chat = Self.chat(title) }
                continue
            case .lost(let line, _):
                record = .failure(.longLine(line, path: unit.path))
            case .message(let message):
                hasMessages = true
                guard !message.text.isEmpty else { continue }
                let item = items.item(Self.message(message, &shown), in: chat)
                record = .item(ImportedItem(item))
            }
            if found.end > cursor.number { try await emit(record, SourceCursor(byteOffset: found.end)) }
        }
        guard hasMessages else {
            throw ImportFailure(
                .wrongFormat, path: unit.path,
                reason: "No line has a time, a name and a text as in exports of LINE. Export the chat again.")
        }
    }

    private static func chat(_ title: String?) -> Chat {
        let name = CleanText.line(title ?? "")
        return Chat(platform: "line", key: name, title: name.isEmpty ? "LINE" : name)
    }

    private static func message(_ message: LINEScan.Message, _ shown: inout ShownMessages) -> ChatMessage {
        let sender = Participant(chatName: message.name)
        let (id, date) = shown.next(on: message.day, second: message.second, by: sender, message.text)
        let said = message.isQuoted ? message.text.replacing("\"\"", with: "\"") : message.text
        let (text, file) = LINEMedia.parts(said)
        return ChatMessage(
            id: id, sender: sender, date: date, text: text,
            isNotice: sender == nil || text.hasPrefix("☎"), attachments: file.map { [$0] } ?? [],
            defects: message.isCut ? [.truncatedText] : [])
    }
}

/// The parts of a file, one after the other.
private struct LINEScan {
    struct Message {
        var day: CivilDay, second: Int
        /// `nil` for a line of the program.
        var name: String?
        var text: String
        /// The offset after its last line.
        var end: Int
        var isCut = false
        /// True if the file has it in double quotes, and each of its own twice.
        var isQuoted = false
    }

    enum Found {
        case title(String)
        case message(Message)
        /// The number of a line that is too long, and the offset after it.
        case lost(Int, end: Int)

        var end: Int {
            switch self {
            case .title: 0
            case .message(let message): message.end
            case .lost(_, let end): end
            }
        }
    }

    private struct Line {
        let text: LINEText
        let number: Int, end: Int
        let isTooLong: Bool
    }

    private var lines: ByteLineReader
    /// Lines that were looked at and are read again, the last one first.
    private var again: [Line] = []
    /// The offset before which no quotation ends.
    private var unquotedEnd = 0
    private var day: CivilDay?
    private var current: Message?
    /// The part after `current`.
    private var following: Found?

    private static let quote = UInt8(ascii: "\"")
    private static let (mostLines, mostLinesWithDays) = (100_000, 1_000)

    init(_ file: RegularFile) { lines = ByteLineReader(file: file, longest: ImportLimits.textBytes) }

    mutating func next() throws(ImportFailure) -> Found? {
        if let found = following {
            following = nil
            return found
        }
        while let line = try nextLine() {
            guard !line.isTooLong else { return finish(.lost(line.number, end: line.end)) }
            if let title = line.text.title, day == nil { return finish(.title(title)) }
            if let stated = line.text.day {
                day = stated
                if let found = finish(nil) { return found }
            } else if let day, let parts = line.text.message {
                let finished = finish(nil)
                let (text, end, isQuoted) = try quoted(parts.text, line)
                current = Message(day: day, second: parts.second, name: parts.name, text: text, end: end)
                current?.isQuoted = isQuoted
                if let finished { return finished }
            } else {
                append(line)
            }
        }
        return finish(nil)
    }

    /// The open message, and then `found`.
    private mutating func finish(_ found: Found?) -> Found? {
        guard var message = current else { return found }
        (current, following) = (nil, found)
        message.text = message.text.trimmed
        return .message(message)
    }

    /// Adds a line that is no message to the one before.
    private mutating func append(_ line: Line) {
        guard var message = current else { return }
        current = nil
        if message.text.utf8.count + line.text.line.utf8.count < ImportLimits.textBytes {
            message.text += "\n" + line.text.line
        } else {
            message.isCut = true
        }
        message.end = line.end
        current = message
    }

    private mutating func nextLine() throws(ImportFailure) -> Line? {
        if let line = again.popLast() { return line }
        guard let line = try lines.next() else { return nil }
        let text = lines.withBytes(of: line) { LINEText($0) }
        return Line(text: text, number: line.number, end: line.end, isTooLong: line.isTooLong)
    }

    // MARK: Quotations

    /// The text that begins so, and the offset after it. A text of several lines is in double quotes.
    ///
    /// A text of one line may begin with one too: then no line soon after it ends with another, and all are read again.
    private mutating func quoted(
        _ start: String, _ first: Line
    ) throws(ImportFailure) -> (text: String, end: Int, isQuoted: Bool) {
        guard start.utf8.first == Self.quote, !start.utf8.count(where: { $0 == Self.quote }).isMultiple(of: 2),
            first.end > unquotedEnd
        else { return (start, first.end, false) }
        var (text, looked) = (String(start.dropFirst()), [Line]())
        var (hasDay, opens) = (false, false)
        while let line = try nextLine() {
            looked.append(line)
            let isOdd = !line.text.line.utf8.count(where: { $0 == Self.quote }).isMultiple(of: 2)
            hasDay = hasDay || line.text.day != nil
            let isFull = text.utf8.count + line.text.line.utf8.count > ImportLimits.textBytes
            // Somebody may write a day. Behind one another quotation may begin: then this was a text of one line.
            opens = hasDay && isOdd && line.text.message?.text.utf8.first == Self.quote
            let most = hasDay ? Self.mostLinesWithDays : Self.mostLines
            if line.isTooLong || isFull || looked.count > most || opens { break }
            text += "\n" + line.text.line
            // Quotation marks of the text itself are doubled, so that a line of it has an even number.
            if line.text.line.utf8.last == Self.quote, line.text.message?.text.utf8.first != Self.quote, isOdd {
                return (String(text.dropLast()), line.end, true)
            }
        }
        unquotedEnd = (opens ? looked.dropLast() : looked[...]).last?.end ?? first.end
        again += looked.reversed()
        return (start, first.end, false)
    }
}

/// A line of a file.
struct LINEText {
    let line: String

    /// A line in UTF-8, without its end.
    init(_ bytes: some BidirectionalCollection<UInt8>) {
        let bytes = bytes.last == 0x0D ? bytes.dropLast() : bytes[...]
        line = TextCharset.decode(Array(bytes)).text
    }

    // MARK: The title

    /// The name of the chat in the first line.
    var title: String? { line.hasPrefix("[LINE]") ? Self.title(of: line) : nil }

    /// The name of the chat in a title, or in the name of a file.
    static func title(of text: String) -> String {
        let title = (text.hasPrefix("[LINE]") ? String(text.dropFirst("[LINE]".count)) : text).trimmed
        for (start, end) in around where title.hasPrefix(start) && title.hasSuffix(end) {
            let name = String(title.dropFirst(start.count).dropLast(end.count)).trimmed
            if !name.isEmpty, title.count >= start.count + end.count { return name }
        }
        return title
    }

    /// The words around the name, by language.
    private static let around = [
        ("Chat history with ", ""), ("Chat history in ", ""), ("Chat with ", ""), ("", "とのトーク履歴"),
        ("", "のトーク履歴"), ("", "とのトーク"), ("與", "的聊天記錄"), ("與", "的聊天紀錄"), ("與", "的聊天"),
        ("与", "的聊天记录"), ("", "的聊天記錄"), ("", "的聊天紀錄"), ("", "的聊天记录"), ("ประวัติการสนทนากับ ", ""),
    ]

    // MARK: Messages

    /// The time, the name and the text; no name for what the program says. `nil` if there is no time before a tab.
    var message: (second: Int, name: String?, text: String)? {
        let bytes = line.utf8
        guard let tab = bytes.prefix(Self.longestTime).firstIndex(of: Self.tab), let second = Self.time(line[..<tab])
        else { return nil }
        let rest = line[bytes.index(after: tab)...]
        guard let end = rest.utf8.firstIndex(of: Self.tab) else { return (second, nil, String(rest)) }
        return (
            second, rest.startIndex == end ? nil : String(rest[..<end]), String(line[bytes.index(after: end)...])
        )
    }

    private static let tab = UInt8(ascii: "\t")
    private static let longestTime = 40

    /// `14:05`, `2:05 PM`, `02:05PM`, `午後2:05`, `下午02:05`.
    private static func time(_ text: Substring) -> Int? {
        let bytes = text.utf8
        guard let start = bytes.firstIndex(where: \.isASCIIDigit) else { return nil }
        let clock = bytes[start...].prefix { $0.isASCIIDigit || $0 == UInt8(ascii: ":") }
        let numbers = text[start..<clock.endIndex].split(separator: ":", omittingEmptySubsequences: false)
            .map { Int($0) ?? -1 }
        guard numbers.count == 2, 0..<24 ~= numbers[0], 0..<60 ~= numbers[1] else { return nil }
        let word = clock.count == bytes.count ? "" : (text[..<start] + text[clock.endIndex...]).lowercased()
        let half = WhatsAppDayPeriod(word.filter(\.isLetter))
        return half == .unknown ? nil : half.hour(numbers[0]) * 3_600 + numbers[1] * 60
    }

    // MARK: Days

    private static let longestDay = 40

    /// `2023/05/01(月)`, `2023.05.01 Monday`, `Mon, 05/01/2023`, `R5/05/01(月)`; `nil` for any other line.
    var day: CivilDay? {
        let marks = "/.-".utf8
        guard line.utf8.count <= Self.longestDay, line.utf8.count(where: marks.contains) >= 2 else { return nil }
        let text = line.trimmed
        let before = text.prefix { !Self.isDigit($0) }
        let date = text[before.endIndex...].prefix { Self.isDigit($0) || "/.-".contains($0) }
        let after = text[date.endIndex...].drop { $0 == " " }
        let numbers = date.split { !Self.isDigit($0) }.compactMap { Int($0) }
        guard numbers.count == 3, numbers.allSatisfy({ $0 < 10_000 }), after.count <= Self.longestWeekday,
            !after.contains(where: Self.isNoWeekday)
        else {
            return nil
        }
        if before.hasSuffix(", "), before.count <= Self.longestWeekday, before.split(separator: " ").count == 1 {
            return after.isEmpty ? Self.day(before.prefix(3).lowercased(), numbers) : nil
        }
        guard !after.isEmpty, let start = before.isEmpty ? 0 : Self.eras[before] else { return nil }
        return CivilDay(year: start + numbers[0], month: numbers[1], day: numbers[2])
    }

    private static let longestWeekday = 12

    private static func isNoWeekday(_ character: Character) -> Bool {
        isDigit(character) || character.isWhitespace || character == ":"
    }

    private static func isDigit(_ character: Character) -> Bool { "0"..."9" ~= character }

    /// The year before the first one of an era of Japan.
    private static let eras: [Substring: Int] = ["R": 2018, "H": 1988]

    /// The month is first in American English, the day in other languages: the day of the week tells, where it is one of English.
    private static func day(_ weekday: String, _ numbers: [Int]) -> CivilDay? {
        let monthFirst = CivilDay(year: numbers[2], month: numbers[0], day: numbers[1])
        let dayFirst = CivilDay(year: numbers[2], month: numbers[1], day: numbers[0])
        guard let wanted = weekdays.firstIndex(of: weekday) else { return dayFirst ?? monthFirst }
        let isDayFirst = dayFirst?.weekday == wanted
        let isMonthFirst = monthFirst?.weekday == wanted
        return isDayFirst && !isMonthFirst ? dayFirst : monthFirst ?? dayFirst
    }

    /// The first day of 1970 was a Thursday.
    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
}

/// The words in place of a file.
enum LINEMedia {
    /// The text of a message, and the file that it names in square brackets: `[Photo]`, `[File] plan.pdf`.
    static func parts(_ text: String) -> (text: String, file: Attachment?) {
        guard text.hasPrefix("["), let end = text.prefix(longestName).firstIndex(of: "]") else { return (text, nil) }
        let name = String(text[..<end].dropFirst())
        guard let type = types.first(where: { $0.names.contains(name.lowercased()) }) else { return (text, nil) }
        let rest = String(text[end...].dropFirst()).trimmed
        guard type.isFile, !rest.isEmpty, !rest.contains("\n") else {
            return (rest, Attachment(name: name, mediaType: type.mediaType))
        }
        return ("", Attachment(chatFile: rest))
    }

    private static let longestName = 30

    private static let types: [(names: Set<String>, mediaType: String, isFile: Bool)] = [
        (["sticker", "スタンプ", "貼圖", "贴图", "สติกเกอร์", "스티커", "stiker"], "image/webp", false),
        (["photo", "写真", "画像", "照片", "圖片", "图片", "ภาพ", "รูป", "사진", "foto"], "image/jpeg", false),
        (["video", "動画", "影片", "视频", "วิดีโอ", "동영상"], "video/mp4", false),
        (["voice message", "ボイスメッセージ", "語音訊息", "语音信息", "ข้อความเสียง", "음성메시지"], "audio/mp4", false),
        (["file", "ファイル", "檔案", "文件", "ไฟล์", "파일"], "", true),
    ]
}
