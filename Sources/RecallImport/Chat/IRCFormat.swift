import Foundation
public import RecallCore
import RecallText

extension SourceFormat {
    /// A log of a channel that WeeChat, irssi, HexChat or ZNC kept.
    public static let irc = SourceFormat("irc", singular: "IRC log", plural: "IRC logs", isContainer: true)
}

struct IRCFormat: ImportFormat {
    let format = SourceFormat.irc
    let extensions: Set = ["weechatlog"]

    func evidence(in file: SniffedFile) -> Evidence? {
        guard ["log", "txt", "weechatlog", ""].contains(file.fileExtension) || file.isNamed, !file.isBinary else {
            return nil
        }
        // Before the first message of a large channel come the names of all who are there.
        let lines = file.head.split(separator: UInt8(ascii: "\n")).prefix(400).map {
            String(decoding: $0, as: UTF8.self)
        }
        let known = lines.map { IRCLine($0) }
        // Times alone could be any program's log: a nickname in angle brackets, or tabs around it, are those of a chat.
        let messages = zip(known, lines).count { known, line in
            if case .message? = known { line.contains("<") || line.contains("\t") } else { false }
        }
        let isLog = messages >= 1 && known.count { $0 != nil } * 4 >= lines.count * 3
        return isLog ? .overruling : nil
    }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader { IRCReader() }
}

/// Reads what people said; who came and went is left out. A cursor is the byte offset after a line.
struct IRCReader: SourceReader {
    /// The zone of the machine that kept the log.
    var zone = TimeZone.current

    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        let chat = Self.chat(of: unit)
        let file = try RegularFile(of: unit)
        var lines = ByteLineReader(file: file, longest: ImportLimits.textBytes)
        var (items, clock) = (ChatItems(), LocalClock(zone: zone))
        var unread: (first: Int, count: Int)?
        // The name of a log that is kept by the day says which one it is.
        var day = Self.day(in: AbsolutePath.name(unit.path))
        while let line = try lines.next() {
            let text = line.isTooLong ? nil : lines.withBytes(of: line) { TextCharset.decode(Array($0)).text }
            switch text.flatMap(IRCLine.init) {
            case .day(let new)?: day = new
            case .message(let moment, let nickname, let said)?:
                if let stated = moment.day(in: day) { day = stated }
                let date = day.map { day in
                    let shown = day.daysSince1970 * 86_400 + moment.second
                    let seconds = moment.offset.map { shown - $0 } ?? clock.instant(showing: shown)
                    return Date(timeIntervalSince1970: Double(seconds))
                }
                let message = ChatMessage(sender: Participant(chatName: nickname), date: date, text: said)
                let item = items.item(message, in: chat)
                if line.end > cursor.number {
                    try await emit(.item(ImportedItem(item)), SourceCursor(byteOffset: line.end))
                }
            case .other?: break
            case nil: unread = (unread?.first ?? line.number, (unread?.count ?? 0) + 1)
            }
        }
        guard let unread, cursor.number < file.byteCount else { return }
        let failure = ImportFailure(
            .malformed, path: unit.path, place: "line \(unread.first)",
            reason:
                "\(Quantity.grouped(unread.count)) lines are none of a log, and were left out. If they matter, import "
                + "the file with --as text.")
        try await emit(.failure(failure), SourceCursor(byteOffset: file.byteCount))
    }

    /// The channel and its network: in the file's name, or in those of the folders where there is a file for each day.
    private static func chat(of unit: SourceUnit) -> Chat {
        let file = PlainFile.title(path: unit.path)
        let folders = unit.path.split(separator: "/").dropLast().map(String.init)
        let isDay = day(in: file) != nil && file.allSatisfy { $0.isNumber || "-_.".contains($0) }
        // `libera_#swift_20240102`, `irc.libera.#swift`, `libera-#swift`, `libera.ada`
        let name = isDay ? folders.last ?? file : withoutDay(file)
        let mark = name.lastIndex(of: "#") ?? name.lastIndex(of: ".").map { name.index(after: $0) } ?? name.startIndex
        let named = name[..<mark].trimmingCharacters(in: CharacterSet(charactersIn: "-_."))
        // ZNC: networks/libera/moddata/log/#swift/2024-01-02.log
        let listed = folders.lastIndex(of: "networks").flatMap { folders.dropFirst($0 + 1).first }
        let network = named.isEmpty ? listed ?? (isDay ? folders.dropLast().last : folders.last) ?? "" : named
        let channel = CleanText.line(String(name[mark...]))
        return Chat(platform: "irc", key: "\(network) \(channel)", title: channel.isEmpty ? name : channel)
    }

    private static func withoutDay(_ name: String) -> String {
        guard day(in: name) != nil else { return name }
        let rest = name.trimmingCharacters(in: CharacterSet(charactersIn: "0123456789-_."))
        return rest.isEmpty ? name : rest
    }

    /// `2024-01-02.log`, `libera_#swift_20240102.log`.
    private static func day(in name: String) -> CivilDay? {
        let digits = name.split { !$0.isASCII || !$0.isNumber }.map(String.init)
        if let whole = digits.last(where: { $0.count == 8 }), let number = Int(whole) {
            return CivilDay(year: number / 10_000, month: number / 100 % 100, day: number % 100)
        }
        guard digits.count >= 3, digits[0].count == 4, let year = Int(digits[0]), let month = Int(digits[1]),
            let day = Int(digits[2])
        else { return nil }
        return CivilDay(year: year, month: month, day: day)
    }
}

/// A line of a log.
enum IRCLine {
    /// The time on a clock, with the day as far as the line has it.
    struct Moment {
        var second: Int
        var day: CivilDay?
        /// The month and the day in it, where the year is that of the lines before.
        var monthAndDay: (month: Int, day: Int)?
        /// The seconds by which the clock is ahead of UTC, where the line says so.
        var offset: Int?

        /// The day of a line that follows one of `last`.
        func day(in last: CivilDay?) -> CivilDay? {
            if let day { return day }
            guard let monthAndDay, let last else { return nil }
            // After December comes the January of the next year.
            let isNextYear = monthAndDay.month < last.month - 6
            return CivilDay(
                year: last.year + (isNextYear ? 1 : 0), month: monthAndDay.month, day: monthAndDay.day)
        }
    }

    /// The log says on which day it goes on.
    case day(CivilDay)
    case message(Moment, nickname: String, text: String)
    /// A line about who came or went, or of the program.
    case other

    /// `nil` if the line is not of a log.
    init?(_ line: String) {
        let line = line.last == "\r" ? line.dropLast() : line[...]
        if let marked = [
            "--- Log opened", "--- Day changed", "**** BEGIN LOGGING AT", "--- Log closed", "**** ENDING LOGGING AT",
            "Session Start", "Session Time", "Session Close", "Session Ident",
        ]
        .first(where: line.hasPrefix) {
            self = Self.writtenDay(line.dropFirst(marked.count)).map { .day($0) } ?? .other
        } else if let (moment, rest) = Self.moment(line) {
            guard let parsed = Self.body(rest, moment) else { return nil }
            self = parsed
        } else {
            guard line.allSatisfy(\.isWhitespace) else { return nil }
            self = .other
        }
    }

    private static func body(_ rest: Substring, _ moment: Moment) -> IRCLine? {
        // WeeChat: who and what apart by a tab.
        if rest.first == "\t" {
            let parts = rest.dropFirst().split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            if parts[0].trimmingCharacters(in: .whitespaces) == "*" { return action(parts[1], moment) }
            let isProgram = parts[0].allSatisfy { "-<>=!".contains($0) }
            return isProgram ? .other : message(parts[0], parts[1], moment)
        }
        let body = rest.drop { $0 == " " }
        if body.hasPrefix("<"), let end = body.firstIndex(of: ">") {
            return message(body[body.index(after: body.startIndex)..<end], body[body.index(after: end)...], moment)
        }
        if body.hasPrefix("***") || body.hasPrefix("-!-") || body.hasPrefix("-") || isListOfNames(body) {
            return .other
        }
        // IRCCloud, Textual
        if let first = body.first, "→←⇐⇒".contains(first) { return .other }
        if let first = body.first, "—•".contains(first) { return action(body.dropFirst(), moment) }
        return body.hasPrefix("*") ? action(body.dropFirst(), moment) : nil
    }

    /// `[Users #swift]` and `[@ada] [+bo] [ cy]`, which irssi writes when one joins.
    private static func isListOfNames(_ body: Substring) -> Bool {
        guard body.first == "[", body.last(where: { !$0.isWhitespace }) == "]" else { return false }
        return body.contains(" #") || body.dropFirst().first.map("@+%&~! ".contains) == true
    }

    private static func message(_ nickname: Substring, _ text: Substring, _ moment: Moment) -> IRCLine {
        // Marks before a name say who may do what in the channel.
        let name = nickname.drop { " @+%&~!".contains($0) }
        let said = plain(text).trimmingCharacters(in: .whitespaces)
        return name.isEmpty || said.isEmpty ? .other : .message(moment, nickname: String(name), text: said)
    }

    /// Text without the codes for colours and styles, which mIRC began.
    private static func plain(_ text: Substring) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 }) else { return String(text) }
        var rest = text.unicodeScalars[...]
        var plain = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            if scalar == "\u{3}" {
                rest = dropDigits(rest)
                if rest.first == ",", rest.dropFirst().first.map(isDigit) == true {
                    rest = dropDigits(rest.dropFirst())
                }
            } else if scalar.value >= 0x20 || scalar == "\t" {
                plain.append(scalar)
            }
        }
        return String(plain)
    }

    /// The rest after two digits at most.
    private static func dropDigits(_ scalars: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
        scalars.dropFirst(scalars.prefix(2).prefix(while: isDigit).count)
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { "0"..."9" ~= scalar }

    /// `* Ada waves`, unless the program says it.
    private static func action(_ text: Substring, _ moment: Moment) -> IRCLine {
        let words = text.trimmingCharacters(in: .whitespaces).split(separator: " ", maxSplits: 1)
        guard words.count == 2, !["Now", "Topic", "Looking", "Connecting", "Connected", "You"].contains(words[0]),
            !comings.contains(where: words[1].contains)
        else { return .other }
        return message(words[0], words[1], moment)
    }

    /// HexChat writes these as it writes what people do.
    private static let comings = [
        "has joined", "has quit", "has left", "is now known as", "sets mode", "sets ban", "removes ban",
        "gives channel operator", "removes channel operator", "gives voice", "removes voice", "has kicked",
        "has changed the topic",
    ]

    /// `2024-01-02 15:04:05`, `[15:04:05]`, `15:04`, `Jan 02 15:04:05`, `[2024-01-02 15:04:05]`, `[2024-01-02T15:04:05.123Z]`, and
    /// what follows.
    private static func moment(_ line: Substring) -> (Moment, Substring)? {
        var rest = line
        // mIRC may begin a line with its colour.
        if rest.first == "\u{3}" { rest = Substring(dropDigits(rest.dropFirst().unicodeScalars)) }
        let isDayBracketed = rest.first == "[" && rest.count > 12 && date(rest.dropFirst().prefix(10)) != nil
        if isDayBracketed { rest = rest.dropFirst() }
        var day: CivilDay?
        var monthAndDay: (month: Int, day: Int)?
        if let month = month(rest.prefix(3)), rest.dropFirst(3).first == " " {
            let words = rest.dropFirst(4).drop { $0 == " " }
            guard let number = Int(words.prefix(while: \.isNumber)), 1...31 ~= number else { return nil }
            monthAndDay = (month, number)
            rest = words.drop(while: \.isNumber).drop { $0 == " " }
        } else if rest.count > 11, let stated = date(rest.prefix(10)) {
            day = stated
            rest = rest.dropFirst(10).drop { $0 == " " || $0 == "T" }
        }
        let isBracketed = isDayBracketed || rest.first == "["
        if isBracketed, !isDayBracketed { rest = rest.dropFirst() }
        let clock = rest.prefix { $0.isNumber || $0 == ":" }
        let numbers = clock.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        guard 2...3 ~= numbers.count, 0..<24 ~= numbers[0], 0..<60 ~= numbers[1], 0..<61 ~= numbers.last ?? 0 else {
            return nil
        }
        rest = rest.dropFirst(clock.count)
        var offset: Int?
        if day != nil { (offset, rest) = zone(rest) }
        if isBracketed {
            guard rest.first == "]" else { return nil }
            rest = rest.dropFirst()
        }
        guard rest.first == " " || rest.first == "\t" else { return nil }
        let second = numbers[0] * 3_600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
        return (Moment(second: second, day: day, monthAndDay: monthAndDay, offset: offset), rest)
    }

    /// `.123Z`, `+0100`, `-05:00`: the seconds ahead of UTC, and what follows.
    private static func zone(_ text: Substring) -> (offset: Int?, rest: Substring) {
        var rest = text
        if rest.first == "." { rest = rest.dropFirst().drop(while: \.isNumber) }
        if rest.first == "Z" { return (0, rest.dropFirst()) }
        guard rest.first == "+" || rest.first == "-" else { return (nil, rest) }
        let written = rest.dropFirst().prefix { $0.isNumber || $0 == ":" }
        let digits = written.filter(\.isNumber)
        guard digits.count == 4, let number = Int(digits) else { return (nil, rest) }
        let seconds = (number / 100 * 60 + number % 100) * 60
        return (rest.first == "-" ? -seconds : seconds, rest.dropFirst(1 + written.count))
    }

    private static func date(_ text: Substring) -> CivilDay? {
        let parts = text.split(separator: "-").compactMap { Int($0) }
        return parts.count == 3 ? CivilDay(year: parts[0], month: parts[1], day: parts[2]) : nil
    }

    /// `Tue Jan 02 12:00:00 2024`, `Wed Jan 03 2024`
    private static func writtenDay(_ text: Substring) -> CivilDay? {
        let words = text.split(separator: " ")
        guard let at = words.firstIndex(where: { month($0) != nil }), let month = month(words[at]),
            at + 1 < words.count, let day = Int(words[at + 1]), let year = words.last.flatMap({ Int($0) })
        else { return nil }
        return CivilDay(year: year, month: month, day: day)
    }

    private static func month(_ text: Substring) -> Int? {
        let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return names.firstIndex { $0 == text }.map { $0 + 1 }
    }
}
