/// The text of a reply as it streams: passes on what the person is to read, drops what the model thinks, and picks out the
/// tool calls that it writes as text.
///
/// - Thinking: `<think>…</think>`, `<thinking>…`, `[THINK]…[/THINK]`, at the beginning only, so that an answer can quote
///   them.
/// - Calls: `<tool_call>{…}</tool_call>` (Hermes, Qwen), `[TOOL_CALLS]…` (Mistral), `<function=name>{…}</function>` and
///   `<|python_tag|>{…}` (Llama 3), and where tools are offered a fenced block or a whole reply of JSON that calls one.
///
/// Text that may become one of these is held back until it is clear, at most `limit` bytes of it.
struct ReplyText {
    /// A piece of what the text held.
    enum Piece: Hashable {
        case text(String)
        case call(WrittenCalls.Call)
    }

    /// A marked tool call that cannot be read.
    struct BrokenCall: Error {}

    /// A stretch of the text with a meaning of its own.
    fileprivate struct Stretch {
        let opening: StaticString
        /// Empty: the end of the reply.
        let closing: StaticString
        var isThought = false
        /// True if it is text unless it calls a tool that there is.
        var isDoubtful = false
    }

    fileprivate enum State {
        case opening
        case text
        case inside(Stretch)
    }

    private static let limit = 128 << 10
    private static let thoughts = [
        Stretch(opening: "<think>", closing: "</think>", isThought: true),
        Stretch(opening: "<thinking>", closing: "</thinking>", isThought: true),
        Stretch(opening: "[THINK]", closing: "[/THINK]", isThought: true),
    ]
    private static let marks = [
        Stretch(opening: "<tool_call>", closing: "</tool_call>"),
        Stretch(opening: "[TOOL_CALLS]", closing: "[TOOL_CALLS]"),
        Stretch(opening: "<function=", closing: "</function>"),
        Stretch(opening: "<|python_tag|>", closing: ""),
    ]
    private static let bare = [
        Stretch(opening: "{", closing: "", isDoubtful: true), Stretch(opening: "[{", closing: "", isDoubtful: true),
    ]
    private static let fence = Stretch(opening: "```", closing: "```", isDoubtful: true)

    private let written: WrittenCalls
    private let openings: [Stretch]
    private let anywhere: [Stretch]
    private var state = State.opening
    /// The bytes that are not passed on yet, without the opening of the stretch that it is in.
    private var held: [UInt8] = []
    /// The bytes of `held` in which a closing was looked for.
    private var searched = 0

    /// The text of a reply to a request that offered these tools.
    init(tools: Set<String>) {
        written = WrittenCalls(tools: tools)
        anywhere = Self.marks + (tools.isEmpty ? [] : [Self.fence])
        openings = Self.thoughts + anywhere + (tools.isEmpty ? [] : Self.bare)
    }

    /// The pieces that more text completes.
    mutating func take(_ text: String) throws(BrokenCall) -> [Piece] {
        held += Array(text.utf8)
        var pieces: [Piece] = []
        while try step(&pieces) {}
        return pieces
    }

    /// The pieces that the end of the reply completes.
    mutating func finish() throws(BrokenCall) -> [Piece] {
        var pieces: [Piece] = []
        if case .inside(let stretch) = state {
            if !stretch.isThought { try close(stretch, held, &pieces, isCut: true) }
        } else {
            pass(held.count, &pieces)
        }
        held = []
        return pieces
    }

    /// Handles what is certain of the text that is held. True if more of it may be.
    private mutating func step(_ pieces: inout [Piece]) throws(BrokenCall) -> Bool {
        switch state {
        case .opening: return open(&pieces)
        case .text: return text(&pieces)
        case .inside(let stretch): return try inside(stretch, &pieces)
        }
    }

    // MARK: Outside of stretches

    private mutating func open(_ pieces: inout [Piece]) -> Bool {
        held.removeFirst(held.prefix { $0 == 0x20 || (0x09...0x0D).contains($0) }.count)
        if held.isEmpty { return false }
        if let stretch = openings.first(where: { held.starts(with: $0.opening.bytes) }) { return enter(stretch) }
        if openings.contains(where: { $0.opening.bytes.starts(with: held) }) { return false }
        state = .text
        return true
    }

    private mutating func text(_ pieces: inout [Piece]) -> Bool {
        for place in held.indices where Self.mayOpen(held[place]) {
            let rest = held[place...]
            if let stretch = anywhere.first(where: { rest.starts(with: $0.opening.bytes) }) {
                pass(place, &pieces)
                return enter(stretch)
            }
            if anywhere.contains(where: { $0.opening.bytes.starts(with: rest) }) {
                pass(place, &pieces)
                return false
            }
        }
        pass(held.count, &pieces)
        return false
    }

    private static func mayOpen(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "<") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "`")
    }

    private mutating func enter(_ stretch: Stretch) -> Bool {
        // What is bare is its own opening.
        if !stretch.isBare { held.removeFirst(stretch.opening.utf8CodeUnitCount) }
        searched = 0
        state = .inside(stretch)
        return true
    }

    /// Passes the first `count` bytes on as text.
    private mutating func pass(_ count: Int, _ pieces: inout [Piece]) {
        guard count > 0 else { return }
        pieces.append(.text(String(decoding: held.prefix(count), as: UTF8.self)))
        held.removeFirst(count)
    }

    // MARK: Inside of a stretch

    private mutating func inside(_ stretch: Stretch, _ pieces: inout [Piece]) throws(BrokenCall) -> Bool {
        if let end = closing(of: stretch) {
            let content = Array(held[..<end])
            held.removeFirst(end + stretch.closing.utf8CodeUnitCount)
            searched = 0
            state = stretch.next
            if !stretch.isThought { try close(stretch, content, &pieces, isCut: false) }
            return true
        }
        if stretch.isThought { held.removeFirst(max(0, held.count - stretch.closing.utf8CodeUnitCount)) }
        guard held.count > Self.limit else { return false }
        guard stretch.isDoubtful else { throw BrokenCall() }
        restore(stretch)
        state = .text
        pass(held.count, &pieces)
        return false
    }

    /// The place of the closing in what is held, looked for only in what is new.
    private mutating func closing(of stretch: Stretch) -> Int? {
        let closing = Array(stretch.closing.bytes)
        guard !closing.isEmpty, held.count >= closing.count else { return nil }
        let start = stretch.isThought ? 0 : max(0, searched - closing.count)
        searched = held.count
        return (start...(held.count - closing.count)).first {
            held[$0] == closing[0] && held[$0...].starts(with: closing)
        }
    }

    private mutating func close(
        _ stretch: Stretch, _ content: [UInt8], _ pieces: inout [Piece], isCut: Bool
    ) throws(BrokenCall) {
        if let calls = calls(stretch, content) {
            pieces += calls.map(Piece.call)
        } else if stretch.isDoubtful {
            let closing = isCut ? "" : stretch.closing.description
            let opening = stretch.isBare ? "" : stretch.opening.description
            pieces.append(.text(opening + String(decoding: content, as: UTF8.self) + closing))
        } else if !content.allSatisfy({ $0 == 0x20 || $0 == 0x0A }) {
            throw BrokenCall()
        }
    }

    private func calls(_ stretch: Stretch, _ content: [UInt8]) -> [WrittenCalls.Call]? {
        guard stretch.isDoubtful else { return written.marked(content) }
        guard !stretch.isBare else { return written.unmarked(content) }
        // The language of a fenced block is not part of it.
        return written.unmarked(
            Array(content.drop { $0 != 0x0A && $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: "[") }))
    }

    private mutating func restore(_ stretch: Stretch) {
        if !stretch.isBare { held = Array(stretch.opening.bytes) + held }
    }
}

extension ReplyText.Stretch {
    /// True if its opening is part of it.
    fileprivate var isBare: Bool { isDoubtful && closing.utf8CodeUnitCount == 0 }

    /// The state behind it. Mistral's mark between two calls closes the one and opens the other.
    fileprivate var next: ReplyText.State {
        if isDoubtful { return .text }
        return closing.bytes.elementsEqual(opening.bytes) ? .inside(self) : .opening
    }
}

extension StaticString {
    /// Its UTF-8.
    fileprivate var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
    }
}
