import Foundation
public import RecallCore
import RecallText

extension SourceFormat {
    /// A chat of KakaoTalk as text ("Export chat history") or as a table.
    public static let kakaoTalk = SourceFormat(
        "kakaotalk", singular: "KakaoTalk export", plural: "KakaoTalk exports", isContainer: true)
}

/// The name of the chat, the time of saving, then the messages: `2023년 5월 1일 오후 3:14, Ada : text` of telephones, below days
/// `[Ada] [오후 3:14] text` of computers, and of a Mac a table of times, names and texts.
struct KakaoTalkFormat: ImportFormat {
    let format = SourceFormat.kakaoTalk
    /// Exports have the extensions of texts and tables, so only the content is evidence.
    let extensions: Set<String> = []

    func evidence(in file: SniffedFile) -> Evidence? {
        guard !file.isBinary else { return nil }
        let lines = KakaoTalkLine.lines(file.head)
        if file.isText(named: ["csv"]) { return KakaoTalkTable.isTable(lines) ? .overruling : nil }
        guard file.isText(named: TextFormat().extensions) || file.isNamed, Self.isChat(lines) else { return nil }
        return .overruling
    }

    /// True if the time of saving is on one of the first lines, as no other program writes it, and a message follows.
    private static func isChat(_ lines: [KakaoTalkLine]) -> Bool {
        guard let saved = lines.prefix(3).firstIndex(where: \.saysWhenSaved), saved > 0,
            lines[0].namesProgram
        else { return false }
        return lines[saved...].contains { $0.message != nil }
    }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader { KakaoTalkReader() }
}

/// Reads the messages of a chat. A cursor is the byte offset after a message.
struct KakaoTalkReader: SourceReader {
    /// The zone of the device, which the file does not say.
    var zone = TimeZone.current

    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        let file = try RegularFile(of: unit)
        var scan = try KakaoTalkScan(file, modified: unit.modificationDate)
        var (items, shown) = (ChatItems(), ShownMessages(zone: zone))
        let name = CleanText.line(scan.title ?? Self.title(fileName: CopyNumber.title(path: unit.path)))
        let chat = Chat(platform: "kakaotalk", key: name, title: name)
        var hasMessages = false
        // Those before the cursor are made too: which of two equal messages one is depends on them.
        while let found = try scan.next() {
            let record: ImportRecord
            switch found {
            case .lost(let line, _):
                record = .failure(.longLine(line, path: unit.path))
            case .message(let message):
                hasMessages = true
                let item = items.item(Self.message(message, &shown), in: chat)
                record = .item(ImportedItem(item))
            }
            if found.end > cursor.number { try await emit(record, SourceCursor(byteOffset: found.end)) }
        }
        if scan.isCut {
            let reason = "The table has more than \(KakaoTalkTable.longest >> 20) MB. What is behind them was left out."
            try await emit(.failure(ImportFailure(.overLimit, path: unit.path, reason: reason)), .end(of: unit))
        }
        guard hasMessages else {
            throw ImportFailure(
                .wrongFormat, path: unit.path,
                reason: "No line has a time, a name and a text as in exports of KakaoTalk. Export the chat again.")
        }
    }

    /// The name of a chat in that of a file: `KakaoTalk_Chat_Crew_2023-05-01-15-14-00`.
    private static func title(fileName: String) -> String {
        let start = "KakaoTalk_Chat_"
        guard fileName.hasPrefix(start) else { return fileName }
        let parts = fileName.dropFirst(start.count).split(separator: "_", omittingEmptySubsequences: false)
        let isDated = parts.count > 1 && (parts.last?.utf8.allSatisfy { $0.isASCIIDigit || $0 == 0x2D } ?? false)
        return (isDated ? parts.dropLast() : parts[...]).joined(separator: "_")
    }

    private static func message(_ message: KakaoTalkScan.Message, _ shown: inout ShownMessages) -> ChatMessage {
        let sender = message.isOwners ? Participant.me : Participant(chatName: message.name)
        let (id, date) = shown.next(on: message.day, second: message.second, by: sender, message.text)
        let (text, file) = KakaoTalkMedia.parts(message.text)
        return ChatMessage(
            id: id, sender: sender, date: date, text: text,
            isNotice: sender == nil || WhatsAppPhrases.deleted.contains(text.phrase),
            attachments: file.map { [$0] } ?? [], defects: message.isCut ? [.truncatedText] : [])
    }
}

/// The messages of a file, one after the other.
private struct KakaoTalkScan {
    struct Message {
        var day: CivilDay, second: Int
        /// `nil` for a line of the program.
        var name: String?
        var text: String
        /// The offset after its last line.
        var end: Int
        var isCut = false
        /// True for whoever exported the chat.
        var isOwners = false
    }

    enum Found {
        case message(Message)
        /// The number of a line that is too long, and the offset after it.
        case lost(Int, end: Int)

        var end: Int {
            switch self {
            case .message(let message): message.end
            case .lost(_, let end): end
            }
        }
    }

    /// The name of the chat, if the file has it.
    let title: String?
    private var lines: ByteLineReader
    private var table: KakaoTalkTable?
    private var day: CivilDay?
    /// The day after that of the file, since 1970. A later one is somebody's words.
    private let latest: Int
    private var current: Message?
    /// The part after `current`.
    private var following: Found?
    /// The form of the first message. Lines of another one are a part of a message: somebody pasted a chat.
    private var form: KakaoTalkLine.Form?
    private var isAfterBlank = true
    /// True for a table that is too long.
    private(set) var isCut = false

    init(_ file: RegularFile, modified: Date?) throws(ImportFailure) {
        lines = ByteLineReader(file: file, longest: ImportLimits.textBytes)
        latest = modified.map { Int($0.timeIntervalSince1970 / 86_400) + 1 } ?? .max
        let head = KakaoTalkLine.lines(try file.bytes(limit: SniffedFile.headBytes))
        title = head.first?.title
        if KakaoTalkTable.isTable(head) {
            table = KakaoTalkTable(try file.bytes(limit: KakaoTalkTable.longest))
            isCut = file.byteCount > KakaoTalkTable.longest
        }
    }

    mutating func next() throws(ImportFailure) -> Found? {
        if let row = table?.next() {
            return .message(
                Message(day: row.day, second: row.second, name: row.name, text: row.text, end: row.end))
        }
        guard table == nil else { return nil }
        if let found = following {
            following = nil
            return found
        }
        while let line = try lines.next() {
            guard !line.isTooLong else { return finish(.lost(line.number, end: line.end)) }
            let text = lines.withBytes(of: line) { KakaoTalkLine($0) }
            defer { isAfterBlank = text.line.isEmpty }
            if let stated = text.day, stated.isCertain || isAfterBlank, stated.day.daysSince1970 <= latest {
                day = stated.day
                if let found = finish(nil) { return found }
            } else if let started = start(text, end: line.end) {
                let finished = finish(nil)
                current = started
                if let finished { return finished }
            } else {
                append(text, end: line.end)
            }
        }
        return finish(nil)
    }

    private mutating func start(_ line: KakaoTalkLine, end: Int) -> Message? {
        if let message = line.message, form == nil || form == message.form, let day = message.day ?? day {
            form = message.form
            // Telephones call their owner "member"; on computers somebody else may.
            let isOwners = message.form != .computer && message.name == "회원님"
            return Message(
                day: day, second: message.second, name: message.name, text: message.text, end: end, isOwners: isOwners)
        }
        // Computers write no time before what the program says.
        guard form == .computer, let day, line.isNotice else { return nil }
        return Message(day: day, second: current?.second ?? 0, name: nil, text: line.line, end: end)
    }

    /// The open message, and then `found`.
    private mutating func finish(_ found: Found?) -> Found? {
        guard var message = current else { return found }
        (current, following) = (nil, found)
        message.text = message.text.trimmed
        return .message(message)
    }

    /// Adds a line that is no message to the one before.
    private mutating func append(_ line: KakaoTalkLine, end: Int) {
        guard let length = current?.text.utf8.count else { return }
        if length + line.line.utf8.count < ImportLimits.textBytes {
            current?.text.append("\n" + line.line)
        } else {
            current?.isCut = true
        }
        current?.end = end
    }
}

/// A line of a file.
private struct KakaoTalkLine {
    enum Form { case telephone, timeAlone, computer }

    let line: String

    /// A line in UTF-8, without its end.
    init(_ bytes: some BidirectionalCollection<UInt8>) {
        var bytes = bytes.last == 0x0D ? bytes.dropLast() : bytes[...]
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        line = TextCharset.decode(Array(bytes)).text
    }

    /// The lines in the first bytes of a file.
    static func lines(_ head: [UInt8]) -> [KakaoTalkLine] {
        head.split(separator: 0x0A, maxSplits: 200, omittingEmptySubsequences: false).prefix(200)
            .map { KakaoTalkLine($0) }
    }

    // MARK: The beginning

    /// `저장한 날짜 : …`
    var saysWhenSaved: Bool { line.hasPrefix("저장한 날짜 :") || line.hasPrefix("Date Saved :") }

    /// True for a first line with the name of a chat, or that of the file.
    var namesProgram: Bool {
        title != nil || line.hasPrefix("Talk_") || line.contains("KakaoTalk") || line.contains("카카오톡 대화")
    }

    /// The name of a chat in the first line; `nil` if there is none.
    var title: String? {
        for (start, end) in Self.around where line.hasPrefix(start) && line.hasSuffix(end) {
            let name = String(line.dropFirst(start.count).dropLast(end.count)).trimmed
            if !name.isEmpty, line.count > start.count + end.count { return name }
        }
        return nil
    }

    private static let around = [
        ("", " 님과의 카카오톡 대화"), ("", "님과의 카카오톡 대화"), ("", " 님과 카카오톡 대화"), ("", "님과 카카오톡 대화"),
        ("", " 카카오톡 대화"), ("KakaoTalk Chats with ", ""), ("", " KakaoTalk Chats"), ("", " Talk Chats"),
    ]

    // MARK: Messages

    /// The form, the day if the line has one, the time, the name and the text; no name for what the program says.
    var message: (form: Form, day: CivilDay?, second: Int, name: String?, text: String)? {
        if line.utf8.first == UInt8(ascii: "[") { return ofComputer }
        guard let (clock, rest) = KakaoTalkClock.beginning(of: line) else { return nil }
        let day = clock.before.isEmpty ? nil : KakaoTalkClock.day(clock.before)
        guard clock.before.isEmpty || day != nil else { return nil }
        let form = day == nil ? Form.timeAlone : .telephone
        // A telephone in Korean or English writes a colon before a notice, or the comma that is before a name.
        if rest.hasPrefix(": ") { return (form, day, clock.second, nil, String(rest.dropFirst(2))) }
        guard rest.hasPrefix(", ") else { return nil }
        let said = rest.dropFirst(2)
        guard let mark = said.firstRange(of: " : ") ?? Self.end(of: said) else {
            return (form, day, clock.second, nil, String(said))
        }
        return (form, day, clock.second, String(said[..<mark.lowerBound]), String(said[mark.upperBound...]))
    }

    /// The mark before a text whose first line is empty.
    private static func end(of said: Substring) -> Range<String.Index>? {
        said.hasSuffix(" :") ? said.index(said.endIndex, offsetBy: -2)..<said.endIndex : nil
    }

    /// `[Ada] [오후 3:14] text`
    private var ofComputer: (form: Form, day: CivilDay?, second: Int, name: String?, text: String)? {
        guard let middle = line.firstRange(of: "] ["),
            let end = line[middle.upperBound...].prefix(Self.longestTime).firstIndex(of: "]"),
            let (clock, rest) = KakaoTalkClock.beginning(of: String(line[middle.upperBound..<end])),
            clock.before.isEmpty, rest.isEmpty
        else { return nil }
        let text = line[line.index(after: end)...]
        return (
            .computer, nil, clock.second, String(line[..<middle.lowerBound].dropFirst()),
            String(text.first == " " ? text.dropFirst() : text)
        )
    }

    private static let longestTime = 20

    /// True for what computers write of who came and went.
    var isNotice: Bool {
        guard line.utf8.count <= 1_000 else { return false }
        return Self.notices.contains { line.hasSuffix($0) }
    }

    private static let notices = [
        "님이 들어왔습니다.", "님이 나갔습니다.", "님을 초대했습니다.", "님을 초대하였습니다.", "님을 내보냈습니다.",
        "채팅방 관리자가 메시지를 가렸습니다.", " joined this chatroom.", " left this chatroom.",
    ]

    // MARK: Days

    /// The day that a line alone says. It is certain between the hyphens of computers; somebody may write another one.
    var day: (day: CivilDay, isCertain: Bool)? {
        guard 6...120 ~= line.utf8.count else { return nil }
        let isRuled = line.hasPrefix("-----") && line.hasSuffix("-----")
        let text = line.drop { $0 == "-" || $0 == " " }
        let words = text.prefix { $0 != "-" }
        if isRuled { return KakaoTalkClock.day(words).map { ($0, true) } }
        if let (clock, rest) = KakaoTalkClock.beginning(of: line) {
            guard rest.isEmpty, !clock.before.isEmpty else { return nil }
            return KakaoTalkClock.day(clock.before).map { ($0, false) }
        }
        guard line.contains("요일") || line.contains(", ") else { return nil }
        return KakaoTalkClock.day(line[...]).map { ($0, false) }
    }
}

/// A time at the beginning of a line, and the words before it.
private struct KakaoTalkClock {
    let before: Substring
    let second: Int

    private static let longest = 60

    /// `2023년 5월 1일 오후 3:14`, `2023. 5. 1. 15:14`, `May 1, 2023 at 3:14 PM`, `오후 3:14`, and what follows.
    static func beginning(of line: String) -> (clock: KakaoTalkClock, rest: Substring)? {
        let start = line.prefix(longest)
        guard let colon = start.firstIndex(of: ":") else { return nil }
        let hours = start[..<colon].suffix(while: isDigit)
        let minutes = start[start.index(after: colon)...].prefix { isDigit($0) }
        guard 1...2 ~= hours.count, minutes.count == 2, let hour = Int(hours), let minute = Int(minutes),
            hour < 24, minute < 60
        else { return nil }
        var before = start[..<hours.startIndex].trimmedOfBlanks
        var rest = line[minutes.endIndex...]
        var half = WhatsAppDayPeriod.none
        for word in ["오전", "오후"] where before.hasSuffix(word) {
            before = before.dropLast(2).trimmedOfBlanks
            half = WhatsAppDayPeriod(word)
        }
        let after = rest.drop { $0.isWhitespace }
        for word in ["AM", "PM", "a.m.", "p.m.", "am", "pm"] where half == .none && after.hasPrefix(word) {
            half = WhatsAppDayPeriod(word.lowercased().filter { $0 != "." })
            rest = after.dropFirst(word.count)
        }
        for word in [",", " at"] where before.hasSuffix(word) { before = before.dropLast(word.count) }
        return (KakaoTalkClock(before: before, second: half.hour(hour) * 3_600 + minute * 60), rest)
    }

    /// `2023년 5월 1일 월요일`, `2023. 5. 1.`, `Monday, May 1, 2023`, `1 May 2023`; `nil` for anything else.
    static func day(_ text: Substring) -> CivilDay? {
        var (numbers, month) = ([Int](), Int?.none)
        for word in text.prefix(longest).split(whereSeparator: { $0 == " " || $0 == "," || $0 == "." }) {
            let digits = word.prefix { isDigit($0) }
            let rest = word[digits.endIndex...]
            if let number = Int(digits), digits.count <= 4, rest.isEmpty || ["년", "월", "일"].contains(rest) {
                numbers.append(number)
            } else if let named = months[word.prefix(3).lowercased()], digits.isEmpty, month == nil {
                month = named
            } else if !isWeekday(word) {
                return nil
            }
        }
        guard let month else {
            return numbers.count == 3 ? CivilDay(year: numbers[0], month: numbers[1], day: numbers[2]) : nil
        }
        guard numbers.count == 2, let year = numbers.max(), let day = numbers.min() else { return nil }
        return CivilDay(year: year, month: month, day: day)
    }

    private static func isWeekday(_ word: Substring) -> Bool {
        if word.hasSuffix("요일"), word.count == 3 { return true }
        return weekdays.contains(word.prefix(3).lowercased()) && (word.count == 3 || word.hasSuffix("day"))
    }

    private static let months = Dictionary(
        uniqueKeysWithValues: MonthNames.english.enumerated().map { ($1.prefix(3).lowercased(), $0 + 1) })
    private static let weekdays: Set = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    private static func isDigit(_ character: Character) -> Bool { "0"..."9" ~= character }
}

/// A table of a Mac: `2023-05-01 15:14:00,"Ada","text"`.
private struct KakaoTalkTable {
    /// Longer ones are read to there.
    static let longest = 128 << 20

    private var records: CSVRecords

    static func isTable(_ lines: [KakaoTalkLine]) -> Bool {
        guard lines.first?.line == "Date,User,Message", lines.count > 1 else { return false }
        return lines[1].line.prefix(20).hasSuffix(",") && time(Array(lines[1].line.utf8.prefix(19))) != nil
    }

    init(_ bytes: [UInt8]) {
        records = CSVRecords(bytes, separator: UInt8(ascii: ","))
        _ = records.next()
    }

    mutating func next() -> (day: CivilDay, second: Int, name: String, text: String, end: Int)? {
        while let fields = records.next() {
            guard fields.count >= 3, let time = Self.time(fields[0]) else { continue }
            // A comma in a text that is in no quotation marks is a part of it.
            let text = fields[2...].joined(separator: [UInt8(ascii: ",")])
            return (
                time.day, time.second, TextCharset.decode(fields[1]).text,
                TextCharset.decode(Array(text)).text.trimmed, records.offset
            )
        }
        return nil
    }

    /// `2023-05-01 15:14:00`
    private static func time(_ bytes: [UInt8]) -> (day: CivilDay, second: Int)? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard bytes.count == 19, bytes[10] == UInt8(ascii: " ") else { return nil }
        let numbers = text.split { !("0"..."9" ~= $0) }.compactMap { Int($0) }
        guard numbers.count == 6, let day = CivilDay(year: numbers[0], month: numbers[1], day: numbers[2]),
            numbers[3] < 24, numbers[4] < 60, numbers[5] < 60
        else { return nil }
        return (day, numbers[3] * 3_600 + numbers[4] * 60 + numbers[5])
    }
}

/// The words that stand for a file.
private enum KakaoTalkMedia {
    /// The text of a message, and the file that it stands for: `사진`, `Photo`, `파일: plan.pdf`.
    static func parts(_ text: String) -> (text: String, file: Attachment?) {
        guard text.utf8.count <= 300, !text.contains("\n") else { return (text, nil) }
        for start in ["파일: ", "File: "] where text.hasPrefix(start) && text.contains(".") {
            return ("", Attachment(chatFile: String(text.dropFirst(start.count))))
        }
        // "사진 3장": three photos.
        let word = text.hasSuffix("장") ? String(text.dropLast().prefix { $0 != " " }) : text
        let type = types[word.lowercased()]
        return type.map { ("", Attachment(name: text, mediaType: $0)) } ?? (text, nil)
    }

    private static let types = [
        "사진": "image/jpeg", "photo": "image/jpeg", "photos": "image/jpeg", "동영상": "video/mp4", "video": "video/mp4",
        "이모티콘": "image/webp", "emoticons": "image/webp", "음성메시지": "audio/mp4", "voice message": "audio/mp4",
        "voice note": "audio/mp4",
    ]
}

extension Substring {
    fileprivate var trimmedOfBlanks: Substring {
        var rest = drop { $0.isWhitespace }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }

    fileprivate func suffix(while isKept: (Character) -> Bool) -> Substring {
        var start = endIndex
        while start > startIndex, isKept(self[index(before: start)]) { start = index(before: start) }
        return self[start...]
    }
}
