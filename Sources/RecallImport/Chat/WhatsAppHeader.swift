import RecallText

/// The header of a message in a WhatsApp export: date, time and separators, at the start of the message's first line.
///
/// `[31.12.19, 23:59:07] ` (iOS), `12/31/19, 11:59 PM - ` (Android), and their variants in other languages.
struct WhatsAppHeader {
    /// The numbers of the date in their order, and the number of digits of each.
    var date: (first: Int, second: Int, third: Int)
    var digits: (first: Int, second: Int, third: Int)
    /// The separator of day, month and year.
    var dateSeparator: UInt32
    /// The time of day in seconds.
    var secondOfDay: Int
    /// The half of the day, if the time has 12 hours.
    var dayPeriod: WhatsAppDayPeriod
    /// True if the half of the day is `AM` or `PM` in capitals, as in the US; elsewhere it is `pm` or `p. m.`.
    var hasCapitalHalf = false
    /// The layout. All headers of one export share it; text within a message that resembles a header mostly has
    /// another.
    var layout: Layout
    /// The byte offset of the rest: the author and the text, or one of WhatsApp's notices.
    var end: Int

    /// The properties that distinguish the headers of different exports.
    struct Layout: OptionSet, Hashable {
        let rawValue: UInt16

        static let bracketed = Layout(rawValue: 1)
        static let timeFirst = Layout(rawValue: 2)
        static let longYear = Layout(rawValue: 4)
        static let yearFirst = Layout(rawValue: 8)
        static let seconds = Layout(rawValue: 16)
        static let twelveHours = Layout(rawValue: 32)
        static let colonEnd = Layout(rawValue: 64)
    }
}

extension WhatsAppHeader {
    /// The header at the start of `line`; `nil` if there is none.
    init?(_ line: UnsafeBufferPointer<UInt8>) {
        guard let first = line.first, first.isASCIIDigit || first == UInt8(ascii: "[") || first >= 0x80 else {
            return nil
        }
        var parser = WhatsAppHeaderParser(line)
        guard parser.parse() else { return nil }
        self = parser.header
    }
}

/// Parses the header of one line.
private struct WhatsAppHeaderParser {
    private var cursor: ScalarCursor
    var header = WhatsAppHeader(
        date: (0, 0, 0), digits: (0, 0, 0), dateSeparator: 0, secondOfDay: 0, dayPeriod: .none, layout: [], end: 0)
    private var hour = 0

    init(_ line: UnsafeBufferPointer<UInt8>) {
        cursor = ScalarCursor(line)
    }

    mutating func parse() -> Bool {
        cursor.skipMarks()
        if cursor.skip("[") { header.layout.insert(.bracketed) }
        cursor.skipSpace()
        let start = cursor
        guard parseDate() && parseDateTimeSeparator() && parseTime() || parseTimeFirst(from: start), parseEnd() else {
            return false
        }
        header.secondOfDay += header.dayPeriod.hour(hour) * 3600
        if header.dayPeriod != .none { header.layout.insert(.twelveHours) }
        header.end = cursor.offset
        return true
    }

    private mutating func parseTimeFirst(from start: ScalarCursor) -> Bool {
        cursor = start
        header.layout.insert(.timeFirst)
        guard parseTime() else { return false }
        let period = header.dayPeriod
        guard parseDateTimeSeparator(), parseDate() else { return false }
        if header.dayPeriod == .none { header.dayPeriod = period }
        return true
    }

    private mutating func parseDate() -> Bool {
        guard let first = cursor.number(), let separator = skipDateSeparator(),
            let second = cursor.number(), skipDateSeparator() != nil, let third = cursor.number()
        else { return false }
        guard second.digits <= 2, (first.digits <= 2 && third.digits != 3) || (first.digits == 4 && third.digits <= 2)
        else { return false }
        (header.date, header.digits) =
            ((first.value, second.value, third.value), (first.digits, second.digits, third.digits))
        header.dateSeparator = separator
        if first.digits == 4 { header.layout.insert([.yearFirst, .longYear]) }
        if third.digits == 4 { header.layout.insert(.longYear) }
        // The Chinese and Korean words for day.
        _ = cursor.skip("日") || cursor.skip("일")
        return true
    }

    /// `/`, `-`, `.`, or the words for year and month in Chinese, Japanese and Korean; with space after it.
    private mutating func skipDateSeparator() -> UInt32? {
        cursor.skipMarks()
        let separator = cursor.scalar
        switch separator {
        case 0x2F, 0x2D, 0x2E, 0x2010, 0x2011, 0x5E74, 0x6708, 0xB144, 0xC6D4: cursor.advance()
        default: return nil
        }
        cursor.skipSpace()
        return separator
    }

    /// The text between date and time: space, a comma, and in some languages a word or the half of the day.
    private mutating func parseDateTimeSeparator() -> Bool {
        var word = ""
        var length = 0
        let start = cursor.offset
        while !cursor.isAtEnd, ScalarCursor.digitValue(cursor.scalar) == nil {
            guard length < 20, !Self.endsHeader(cursor.scalar) else { return false }
            Self.append(cursor.scalar, to: &word)
            cursor.advance()
            length += 1
        }
        let period = WhatsAppDayPeriod(word)
        if period == .morning || period == .afternoon { header.dayPeriod = period }
        return cursor.offset > start
    }

    private static func endsHeader(_ scalar: UInt32) -> Bool {
        scalar == 0x5D || scalar == 0x3A || scalar == 0x5B || scalar == 0x2D
    }

    private mutating func parseTime() -> Bool {
        guard let hour = cursor.number(), hour.digits <= 2, hour.value <= 24, skipTimeSeparator(),
            let minute = cursor.number(), minute.digits == 2, minute.value < 60
        else { return false }
        self.hour = hour.value % 24
        header.secondOfDay = minute.value * 60
        let beforeSeparator = cursor
        if skipTimeSeparator(), let second = cursor.number(), second.digits == 2, second.value <= 60 {
            header.secondOfDay += min(second.value, 59)
            header.layout.insert(.seconds)
        } else {
            cursor = beforeSeparator
        }
        return true
    }

    private mutating func skipTimeSeparator() -> Bool {
        cursor.skipMarks()
        return cursor.skip(":") || cursor.skip(".") || cursor.skip("h")
    }

    /// The half of the day, if it is named, and what ends the header: `]`, a dash between spaces, or a colon.
    private mutating func parseEnd() -> Bool {
        var word = ""
        var length = 0
        var (spaceBefore, isCapital) = (false, true)
        while !cursor.isAtEnd, length < 24 {
            let scalar = cursor.scalar
            if ScalarCursor.digitValue(scalar) != nil || scalar == 0x5B { return false }
            cursor.advance()
            if isEnd(scalar, spaceBefore: spaceBefore) {
                header.hasCapitalHalf = isCapital && ["am", "pm"].contains(word)
                return take(word, before: scalar)
            }
            isCapital =
                isCapital && (0x41...0x5A ~= scalar || ScalarCursor.isSpace(scalar) || ScalarCursor.isMark(scalar))
            spaceBefore = ScalarCursor.isSpace(scalar) || (spaceBefore && ScalarCursor.isMark(scalar))
            Self.append(scalar, to: &word)
            length += 1
        }
        return false
    }

    private func isEnd(_ scalar: UInt32, spaceBefore: Bool) -> Bool {
        if header.layout.contains(.bracketed) { return scalar == 0x5D }
        switch scalar {
        case 0x3A: return ScalarCursor.isSpace(cursor.scalar)
        case 0x2D, 0x2012...0x2015: return spaceBefore && (ScalarCursor.isSpace(cursor.scalar) || cursor.isAtEnd)
        default: return false
        }
    }

    private mutating func take(_ word: String, before end: UInt32) -> Bool {
        let period = WhatsAppDayPeriod(word)
        if end == 0x3A {
            guard period != .unknown else { return false }
            header.layout.insert(.colonEnd)
        }
        if period == .unknown, word.unicodeScalars.count > 10 { return false }
        if period != .none, header.dayPeriod == .none { header.dayPeriod = period }
        if ScalarCursor.isSpace(cursor.scalar) { cursor.advance() }
        return true
    }

    /// Adds a character of a word, in lower case; spaces, full stops, commas and marks do not count.
    private static func append(_ scalar: UInt32, to word: inout String) {
        guard scalar != 0x2E, scalar != 0x2C, scalar != 0x60C, !ScalarCursor.isSpace(scalar),
            !ScalarCursor.isMark(scalar),
            let character = Unicode.Scalar(scalar)
        else { return }
        if scalar < 0x80 {
            word.unicodeScalars.append(Unicode.Scalar(UInt8(scalar) | (scalar >= 0x41 && scalar <= 0x5A ? 0x20 : 0)))
        } else {
            word += character.properties.lowercaseMapping
        }
    }
}
