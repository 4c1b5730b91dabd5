/// The body of a reply to `POST /v1/chat/completions`: server-sent events, or one JSON document of a server that does not
/// stream. Its first byte tells which; the header that should is wrong with some servers.
struct CompletionBody {
    private enum Form {
        case unknown, events, document
    }

    private let limits: ExchangeLimits
    private var form = Form.unknown
    private var parser: EventStreamParser
    private var document: [UInt8] = []
    private var assembly: ReplyAssembly
    /// True once the reply is complete.
    private(set) var isOver = false

    /// The body of a reply to a request that offered these tools.
    init(tools: Set<String>, limits: ExchangeLimits) {
        self.limits = limits
        parser = EventStreamParser(limit: limits.lineBytes)
        assembly = ReplyAssembly(tools: tools)
    }

    /// Appends the events that a piece of the body completes. Those before a failure are appended too.
    mutating func take(_ piece: [UInt8], to events: inout [ChatEvent]) throws(ReplyAssembly.Failure) {
        if form == .unknown { form = try Self.form(of: piece) }
        switch form {
        case .unknown: break
        case .document: document += piece
        case .events: try takeEvents(piece, to: &events)
        }
    }

    /// Appends the events that the end of the body completes.
    mutating func finish(to events: inout [ChatEvent]) throws(ReplyAssembly.Failure) {
        switch form {
        case .unknown: throw .malformed
        case .document:
            guard let value = JSONValue(document) else { throw .malformed }
            events += try assembly.take(value)
        case .events:
            guard let last = try? parser.finish() else { break }
            try take(event: last, to: &events)
        }
        if !isOver { try end(isCut: form == .events, to: &events) }
    }

    private static func form(of piece: [UInt8]) throws(ReplyAssembly.Failure) -> Form {
        guard let first = piece.first(where: { $0 != 0x20 && !(0x09...0x0D).contains($0) }) else { return .unknown }
        // A field of an event, a comment, or the mark of UTF-8.
        if "deir:".utf8.contains(first) || first == 0xEF { return .events }
        guard first == UInt8(ascii: "{") else { throw .malformed }
        return .document
    }

    private mutating func takeEvents(_ piece: [UInt8], to events: inout [ChatEvent]) throws(ReplyAssembly.Failure) {
        let found: [[[UInt8]]]
        do {
            found = try parser.take(piece)
        } catch {
            throw .tooLong
        }
        for event in found where !isOver { try take(event: event, to: &events) }
    }

    private mutating func take(event lines: [[UInt8]], to events: inout [ChatEvent]) throws(ReplyAssembly.Failure) {
        let joined = Array(lines.joined(separator: [0x0A]))
        if lines.count == 1 || JSONValue(joined) != nil { return try take(data: joined, to: &events) }
        // A server that forgets the blank line between two events.
        for line in lines where !isOver { try take(data: line, to: &events) }
    }

    private mutating func take(data: [UInt8], to events: inout [ChatEvent]) throws(ReplyAssembly.Failure) {
        if data.allSatisfy({ $0 == 0x20 }) { return }
        if data.starts(with: "[DONE]".utf8) { return try end(isCut: false, to: &events) }
        guard let chunk = JSONValue(data) else { throw .malformed }
        events += try assembly.take(chunk)
        if assembly.isOver { try end(isCut: false, to: &events) }
    }

    private mutating func end(isCut: Bool, to events: inout [ChatEvent]) throws(ReplyAssembly.Failure) {
        isOver = true
        events += try assembly.finish(isCut: isCut)
    }
}
