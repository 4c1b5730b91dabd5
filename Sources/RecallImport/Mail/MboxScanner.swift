import RecallCore
import RecallText

/// Finds the messages of an mbox file (RFC 4155; mboxo, mboxrd, mboxcl, mboxcl2) through a window of fixed size, so
/// that memory does not grow with the file. Offsets are 64-bit.
struct MboxScanner {
    private static let windowSize = 1 << 20
    /// The bytes needed before a position to see that a line is empty.
    private static let lookBehind = 4
    /// The bytes needed after a position to parse a marker and the line after it.
    private static let lookAhead = 4 << 10

    private let file: RegularFile
    private var buffer: [UInt8] = []
    private var windowStart = 0, windowCount = 0

    /// A scanner at the start of `file`.
    init(_ file: RegularFile) {
        self.file = file
    }

    /// The marker at `offset`, if there is one.
    mutating func marker(at offset: Int) throws(ImportFailure) -> MboxMarker? {
        try load(offset, ahead: Self.lookAhead)
        return withWindow { MboxMarker($0, at: offset - windowStart, windowStart: windowStart) }
    }

    /// The marker at `position`, as a reader stored it, or else the next one.
    mutating func marker(near position: Int) throws(ImportFailure) -> MboxMarker? {
        if let marker = try marker(at: position) { return marker }
        return try nextMarker(from: position)
    }

    /// The first marker at or after `offset` that follows an empty line.
    mutating func nextMarker(from offset: Int) throws(ImportFailure) -> MboxMarker? {
        var offset = offset
        while offset < file.byteCount {
            try load(offset, ahead: Self.lookAhead)
            let isLast = windowStart + windowCount >= file.byteCount
            let (marker, next) = withWindow { search($0, from: offset - windowStart, isLast: isLast) }
            if let marker { return marker }
            offset = windowStart + next
        }
        return nil
    }

    /// The first marker in the file. It need not follow an empty line, since exports may begin with garbage.
    mutating func firstMarker() throws(ImportFailure) -> MboxMarker? {
        try load(0, ahead: Self.lookAhead)
        let early: MboxMarker? = withWindow { window in
            var line = 0
            while line < min(window.count, Self.lookAhead) {
                // Editors put a byte order mark before the first line.
                let start = window.has("\u{FEFF}", at: line) && line == 0 ? 3 : line
                if let marker = MboxMarker(window, at: start, windowStart: 0) { return marker }
                line = window.lineEnd(from: line)
            }
            return nil
        }
        if let early { return early }
        return try nextMarker(from: 0)
    }

    /// The end of the message after `marker`, the next marker, and true if Content-Length determined the end.
    mutating func end(of marker: MboxMarker) throws(ImportFailure) -> (end: Int, next: MboxMarker?, isCounted: Bool) {
        if let end = try countedEnd(of: marker) {
            // Only a length that leads to a marker or to the end of the file is trusted: mboxo and mboxrd files keep
            // stale fields of the transport.
            if end >= file.byteCount { return (file.byteCount, nil, true) }
            if let next = try self.marker(after: end) { return (next.start, next, true) }
        }
        // An empty message is followed by its empty line at once.
        var next = try nextMarker(from: marker.messageStart)
        if !marker.isOfGit, next?.isOfGit == true, let closing = try closingDelimiter(of: marker) {
            // A patch that is attached to the message, and not the next one.
            var patches = 0
            while let found = next, found.isOfGit, patches < Self.mostPatches,
                try !hasClosed(closing, marker, before: found)
            {
                next = try nextMarker(from: found.messageStart)
                patches += 1
            }
        }
        return (next?.start ?? file.byteCount, next, false)
    }

    /// The line that ends the parts of a message; `nil` if it has none.
    private func closingDelimiter(of marker: MboxMarker) throws(ImportFailure) -> [UInt8]? {
        let head = try file.bytes(from: marker.messageStart, limit: Self.headBytes)
        return head.withUnsafeBufferPointer { head in
            let header = HeaderBlock(head, from: 0) { _ in false }
            let type = MIMEPart(header, head, depth: 0, isInDigest: false).contentType
            return type.isMultipart ? type.boundary.map { Array("--".utf8) + $0 + Array("--".utf8) } : nil
        }
    }

    /// True if the parts of a message have ended shortly before another marker.
    private func hasClosed(
        _ closing: [UInt8], _ marker: MboxMarker, before found: MboxMarker
    ) throws(ImportFailure) -> Bool {
        let start = max(marker.messageStart, found.start - Self.tailBytes)
        let tail = try file.bytes(from: start, limit: found.start - start)
        return tail.split(separator: 0x0A).contains { $0.starts(with: closing) }
    }

    private static let (headBytes, tailBytes, mostPatches) = (64 << 10, 16 << 10, 1_000)

    /// The bytes of `range`.
    mutating func bytes(_ range: Range<Int>) throws(ImportFailure) -> [UInt8] {
        if range.lowerBound >= windowStart, range.upperBound <= windowStart + windowCount {
            return Array(buffer[range.lowerBound - windowStart..<range.upperBound - windowStart])
        }
        return try file.bytes(from: range.lowerBound, limit: range.count)
    }

    /// Loads the window around `offset`.
    private mutating func load(_ offset: Int, ahead: Int) throws(ImportFailure) {
        let needed = max(0, offset - Self.lookBehind)..<min(file.byteCount, offset + ahead)
        if needed.lowerBound >= windowStart, needed.upperBound <= windowStart + windowCount { return }
        if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: min(Self.windowSize, file.byteCount)) }
        windowStart = needed.lowerBound
        windowCount = 0
        // What was written to the file since it was opened is for the next import.
        windowCount = max(0, min(try file.read(into: &buffer, at: windowStart), file.byteCount - windowStart))
        // A file that shrank since it was opened would be read for ever.
        guard windowStart + windowCount >= needed.upperBound else {
            throw ImportFailure(
                .unreadable, path: file.path,
                reason: "The file became shorter while it was read. Import it again when nothing writes to it.")
        }
    }

    private func withWindow<T>(_ body: (Bytes) -> T) -> T {
        buffer.withUnsafeBufferPointer { body($0.slice(0..<windowCount)) }
    }

    /// - Returns: a marker, or the offset from which to search the next window.
    private func search(_ window: Bytes, from index: Int, isLast: Bool) -> (MboxMarker?, next: Int) {
        // A marker near the end of the window may be cut off. It is left to the next window, which overlaps this one.
        let limit = isLast ? window.count : window.count - Self.lookAhead / 2
        // The pattern begins with the line feed before the marker.
        var index = max(0, index - 1)
        while let lineFeed = window.firstIndex(of: "\nFrom ", from: index), lineFeed < limit {
            if Self.isAfterEmptyLine(window, lineFeed, windowStart),
                let marker = MboxMarker(window, at: lineFeed + 1, windowStart: windowStart)
            {
                return (marker, 0)
            }
            index = lineFeed + 1
        }
        return (nil, max(limit, index))
    }

    /// True if the line that ends with the line feed at `index` is empty.
    private static func isAfterEmptyLine(_ window: Bytes, _ index: Int, _ windowStart: Int) -> Bool {
        var before = index - 1
        if before >= 0, window[before] == 13 { before -= 1 }
        return before < 0 ? windowStart == 0 : window[before] == 10
    }

    /// The end of the body by Content-Length; `nil` unless the header has that field within its first 64 KB.
    private mutating func countedEnd(of marker: MboxMarker) throws(ImportFailure) -> Int? {
        try load(marker.messageStart, ahead: 64 << 10)
        return withWindow { window in
            var line = marker.messageStart - windowStart
            var length: Int?
            while line < window.count, window[line] != 10, window[line] != 13 {
                if window[line] | 0x20 == UInt8(ascii: "c"), window.hasIgnoringCase("content-length:", at: line) {
                    length = Self.number(window.slice(window.trimmed(line + 15..<window.lineEnd(from: line))))
                }
                line = window.lineEnd(from: line)
            }
            guard let length, line < window.count else { return nil }
            let (end, isTooLarge) = (windowStart + window.lineEnd(from: line)).addingReportingOverflow(length)
            return isTooLarge || end > file.byteCount ? nil : end
        }
    }

    private static func number(_ digits: Bytes) -> Int? {
        guard !digits.isEmpty, digits.count <= 18, digits.allSatisfy(\.isASCIIDigit) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
    }

    /// The marker at `end`, or after the line ends that follow the body.
    private mutating func marker(after end: Int) throws(ImportFailure) -> MboxMarker? {
        try load(end, ahead: Self.lookAhead)
        return withWindow { window in
            var index = end - windowStart
            while index < min(window.count, end - windowStart + 4), window[index] == 10 || window[index] == 13 {
                index += 1
            }
            guard index > 0, window[index - 1] == 10 else { return nil }
            return MboxMarker(window, at: index, windowStart: windowStart)
        }
    }
}
