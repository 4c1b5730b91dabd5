import RecallCore

/// Goes through a WhatsApp export and puts the lines of each message together.
struct WhatsAppScan {
    /// A message as written in the file.
    struct Message {
        /// The number of its first line, and the byte offset of the message after it.
        var line: Int, end: Int
        /// Its header.
        var header: WhatsAppHeader
        /// Its time.
        var time: WhatsAppDates.Reading
        /// Author and text, or one of WhatsApp's notices; lines separated by LF.
        var content: [UInt8]
        /// True if it exceeds the maximum length of an item.
        var isCut = false
        /// The numbers of lines after it that are longer than an item may be. They may be messages of their own.
        var lostLines: [Int] = []
    }

    private var lines: ByteLineReader
    private let dates: WhatsAppDates
    private var current: Message?
    private var previousSeconds: Int?
    /// True if there is text before the first message.
    private(set) var hasTextBefore = false

    /// A scan of `lines`, with dates as a survey of them found.
    init(lines: ByteLineReader, dates: WhatsAppDates) {
        self.lines = lines
        self.dates = dates
    }

    /// The next message, or `nil` after the last.
    mutating func next() throws(ImportFailure) -> Message? {
        while let line = try lines.next() {
            if let started = start(line) {
                let finished = current
                current = started
                if let finished { return finished }
            } else {
                append(line)
            }
        }
        defer { current = nil }
        return current
    }

    /// The message that begins with `line`, or `nil` if the line belongs to the message before it.
    private mutating func start(_ line: ByteLineReader.Line) -> Message? {
        guard !line.isTooLong, let header = lines.withBytes(of: line, { WhatsAppHeader($0) }),
            dates.isStart(header, after: previousSeconds)
        else { return nil }
        let time = dates.time(of: header)
        previousSeconds = time.seconds ?? previousSeconds
        let content = lines.withBytes(of: line) { Array(Self.withoutCarriageReturn($0)[header.end...]) }
        return Message(line: line.number, end: line.end, header: header, time: time, content: content)
    }

    private mutating func append(_ line: ByteLineReader.Line) {
        lines.withBytes(of: line) { bytes in
            let bytes = Self.withoutCarriageReturn(bytes)
            guard let length = current?.content.count else {
                hasTextBefore = hasTextBefore || bytes.contains { $0 > 0x20 && $0 < 0x80 }
                return
            }
            if line.isTooLong {
                current?.lostLines.append(line.number)
            } else if length + bytes.count > ImportLimits.textBytes {
                current?.isCut = true
            } else {
                current?.content.append(0x0A)
                current?.content.append(contentsOf: bytes)
            }
            current?.end = line.end
        }
    }

    private static func withoutCarriageReturn(_ line: UnsafeBufferPointer<UInt8>) -> Slice<UnsafeBufferPointer<UInt8>> {
        line.last == 0x0D ? line.dropLast() : line[...]
    }
}
