import RecallCore

/// The header fields that Recall reads. All others are skipped.
enum HeaderName: UInt8, CaseIterable {
    case from, sender, to, cc, bcc, subject, date, received, references
    case messageID, inReplyTo, listID, contentType, contentDisposition, contentTransferEncoding, contentID
    case gmailLabels, returnPath, deliveredTo, draftInfo, unsent, uniformType, statusFlags

    /// The field's name in lower case.
    var text: StaticString {
        switch self {
        case .from: "from"
        case .sender: "sender"
        case .to: "to"
        case .cc: "cc"
        case .bcc: "bcc"
        case .subject: "subject"
        case .date: "date"
        case .received: "received"
        case .references: "references"
        case .messageID: "message-id"
        case .inReplyTo: "in-reply-to"
        case .listID: "list-id"
        case .contentType: "content-type"
        case .contentDisposition: "content-disposition"
        case .contentTransferEncoding: "content-transfer-encoding"
        case .contentID: "content-id"
        case .gmailLabels: "x-gmail-labels"
        case .returnPath: "return-path"
        case .deliveredTo: "delivered-to"
        case .draftInfo: "x-mozilla-draft-info"
        case .unsent: "x-unsent"
        case .uniformType: "x-uniform-type-identifier"
        case .statusFlags: "x-status"
        }
    }

    init?(_ bytes: Bytes) {
        for name in Self.allCases where bytes.equalsIgnoringCase(name.text) {
            self = name
            return
        }
        return nil
    }
}

/// The header fields at the start of a message or of a part (RFC 5322, 2.2), as ranges of its bytes.
struct HeaderBlock {
    /// One field; the value is still folded and encoded.
    struct Field {
        var name: HeaderName
        var value: Range<Int>
    }

    /// The fields that Recall reads, in their order.
    private(set) var fields: [Field] = []
    /// The offset of the body.
    private(set) var bodyStart: Int
    /// The defects of the block.
    private(set) var defects: Set<Defect> = []
    private var lineCount = 0, byteCount = 0

    /// Reads the block at `start`. It ends at an empty line, at a line for which `isEnd` holds, or at a line that is
    /// no field.
    ///
    /// - Complexity: O(*n*) in the block's length.
    init(_ bytes: Bytes, from start: Int, isEnd: (Range<Int>) -> Bool = { _ in false }) {
        bodyStart = start
        while bodyStart < bytes.count {
            let line = bodyStart..<bytes.lineEnd(from: bodyStart)
            if Self.isEmpty(line, bytes) {
                bodyStart = line.upperBound
                guard isContinued(bytes) else { return }
                continue
            }
            if isEnd(line) { return }
            guard let colon = Self.colon(in: line, bytes) else {
                if !Self.isMarker(line, bytes) { defects.insert(.badHeader) }
                guard Self.isSkippable(line, bytes, isFirst: line.lowerBound == start) else { return }
                bodyStart = line.upperBound
                continue
            }
            bodyStart = Self.endOfField(after: line, bytes)
            add(line.lowerBound..<colon, colon + 1..<bodyStart, bytes)
        }
    }

    /// True at the `Content-Type: multipart/…` of a message, after an empty line. So Outlook.com writes a mail that it attaches.
    private func isContinued(_ bytes: Bytes) -> Bool {
        guard bytes.hasIgnoringCase("content-type:", at: bodyStart), fields.contains(where: { $0.name == .from }),
            !fields.contains(where: { $0.name == .contentType })
        else { return false }
        let line = bodyStart..<bytes.lineEnd(from: bodyStart)
        return bytes.hasIgnoringCase("multipart/", at: bytes.trimmed(line.lowerBound + 13..<line.upperBound).lowerBound)
    }

    /// The value of the first field `name` that is not empty, trimmed.
    func first(_ name: HeaderName, _ bytes: Bytes) -> Range<Int>? {
        for field in fields where field.name == name {
            let value = bytes.trimmed(field.value)
            if !value.isEmpty { return value }
        }
        return nil
    }

    /// The values of all fields `name`, trimmed.
    func all(_ name: HeaderName, _ bytes: Bytes) -> [Range<Int>] {
        fields.lazy.filter { $0.name == name }.map { bytes.trimmed($0.value) }
    }

    /// True if the line at `start` could be a field.
    static func isField(at start: Int, _ bytes: Bytes) -> Bool {
        start < bytes.count && colon(in: start..<bytes.lineEnd(from: start), bytes) != nil
    }

    private mutating func add(_ name: Range<Int>, _ value: Range<Int>, _ bytes: Bytes) {
        lineCount += 1
        let room = ImportLimits.headerBytes - byteCount
        byteCount += value.upperBound - name.lowerBound
        if lineCount > ImportLimits.headerLines || byteCount > ImportLimits.headerBytes { defects.insert(.overLimit) }
        guard lineCount <= ImportLimits.headerLines, room > 0,
            let name = HeaderName(bytes.slice(bytes.trimmed(name)))
        else { return }
        fields.append(Field(name: name, value: value.prefixRange(room)))
    }

    private static func isEmpty(_ line: Range<Int>, _ bytes: Bytes) -> Bool {
        bytes[line.lowerBound] == UInt8(ascii: "\n")
            || bytes[line.lowerBound] == UInt8(ascii: "\r") && line.count == 2 && bytes[line.lowerBound + 1] == 10
    }

    /// The offset of the colon after the field name, a run of printable ASCII that spaces may follow; `nil` if there
    /// is none.
    private static func colon(in line: Range<Int>, _ bytes: Bytes) -> Int? {
        var i = line.lowerBound
        while i < line.upperBound, bytes[i] != UInt8(ascii: ":") {
            guard bytes[i] > 32, bytes[i] < 127 else { break }
            i += 1
        }
        let nameEnd = i
        while i < line.upperBound, bytes[i] == 32 || bytes[i] == 9 { i += 1 }
        guard nameEnd > line.lowerBound, i < line.upperBound, bytes[i] == UInt8(ascii: ":") else { return nil }
        return i
    }

    private static func endOfField(after line: Range<Int>, _ bytes: Bytes) -> Int {
        var end = line.upperBound
        while end < bytes.count, bytes[end] == 32 || bytes[end] == 9 {
            let next = bytes.lineEnd(from: end)
            // A line of spaces only is taken as the empty line that some programs write so, if no field follows.
            if bytes.trimmed(end..<next).isEmpty, !isKnownField(at: next, bytes) { break }
            end = next
        }
        return end
    }

    /// A line within the block that is no field: an mbox marker, or garbage that well-known fields follow.
    private static func isSkippable(_ line: Range<Int>, _ bytes: Bytes, isFirst: Bool) -> Bool {
        if isMarker(line, bytes) { return true }
        if bytes.trimmed(line).isEmpty { return isFirst || isKnownField(at: line.upperBound, bytes) }
        return isKnownField(at: line.upperBound, bytes)
    }

    private static func isMarker(_ line: Range<Int>, _ bytes: Bytes) -> Bool {
        bytes.has("From ", at: line.lowerBound) || bytes.has(">From ", at: line.lowerBound)
    }

    private static func isKnownField(at start: Int, _ bytes: Bytes) -> Bool {
        guard start < bytes.count else { return false }
        let line = start..<bytes.lineEnd(from: start)
        guard let colon = colon(in: line, bytes) else { return false }
        let name = bytes.slice(bytes.trimmed(start..<colon))
        return HeaderName(name) != nil || name.equalsIgnoringCase("mime-version") || name.hasIgnoringCase("x-", at: 0)
            || name.equalsIgnoringCase("return-path") || name.equalsIgnoringCase("reply-to")
    }
}

extension Range<Int> {
    /// At most the first `count` of the range.
    func prefixRange(_ count: Int) -> Range<Int> {
        lowerBound..<Swift.min(upperBound, lowerBound + Swift.max(0, count))
    }
}
