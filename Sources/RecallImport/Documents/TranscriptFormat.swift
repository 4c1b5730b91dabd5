public import RecallCore

extension SourceFormat {
    /// The words of a meeting or a film: WebVTT (https://www.w3.org/TR/webvtt1/) or SubRip.
    public static let transcript = SourceFormat("transcript", singular: "transcript", plural: "transcripts")
}

/// `.vtt` and `.srt` files, as Teams, Zoom, YouTube and players of films write them.
struct TranscriptFormat: DocumentFormat {
    let format = SourceFormat.transcript
    let extensions: Set = ["vtt", "srt"]
    let mediaTypes: Set = ["text/vtt", "application/x-subrip", "text/srt"]
    let revision: Int? = DocumentFileReader.revision

    func evidence(in file: SniffedFile) -> Evidence? {
        if begins(file.head) { return .signature }
        return file.isText(named: extensions) && !file.isBinary && file.head.firstOccurrence(of: "-->") != nil
            ? .name : nil
    }

    func begins(_ head: [UInt8]) -> Bool {
        let head = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
        guard head.starts(with: "WEBVTT".utf8) else { return false }
        return head.dropFirst(6).first.map { [0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? true
    }

    func mayBegin(_ head: [UInt8]) -> Bool { head.mayBeText }

    func text(in bytes: [UInt8]) -> ExtractedText? { Self.text(bytes) }

    func text(of input: DocumentInput, _ launcher: ParserLauncher) throws -> ExtractedText {
        Self.text(try input.bytesOfText(launcher))
    }

    /// The words that are said; of a file without cues all that is in it.
    private static func text(_ bytes: [UInt8]) -> ExtractedText {
        var text = PlainText.extract(bytes)
        var transcript = Transcript()
        transcript.read(Array(text.text.utf8))
        if !transcript.text.isEmpty { text.text = transcript.text }
        return text
    }
}

/// The words of the cues of a file: a paragraph for what one speaker says until another does.
///
/// - Complexity: O(*n*).
private struct Transcript {
    /// The paragraphs, apart by an empty line; a speaker's name stands before the first words.
    private(set) var text = ""

    private enum Block {
        /// Before a block, or in one of which only the number or name has been read.
        case none
        case cue
        /// `NOTE`, `STYLE`, `REGION`, or the header.
        case passedOver
    }

    private var isWebVTT = false
    private var block = Block.none
    /// The line before the times of a cue; in a file that has empty lines in cues, one of its lines.
    private var held = ""
    /// The open cue.
    private var (times, lines): (Range<Int>, [Substring]) = (0..<0, [])
    /// The end of the cue before, in milliseconds, and its last lines, which captions that roll repeat.
    private var (lastEnd, lastLines): (Int, [String]) = (0, [])
    /// The speaker of the last paragraph; empty if it has none.
    private var speaker = ""
    /// True if a tag has named a speaker: then a cue without one is nobody's.
    private var hasVoices = false

    /// Captions roll over so many lines at most.
    private static let rolledLines = 4
    /// The lines of a cue that are kept before they are written.
    private static let mostLines = 1_000
    /// A pause that ends a paragraph of nobody who is named, in milliseconds.
    private static let pause = 3_000

    mutating func read(_ bytes: [UInt8]) {
        isWebVTT = bytes.starts(with: "WEBVTT".utf8) || bytes.starts(with: "\u{FEFF}WEBVTT".utf8)
        if isWebVTT { block = .passedOver }
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            add(Substring(decoding: rest[..<end], as: UTF8.self))
            rest = rest[(end + 1)...]
        }
        add(Substring(decoding: rest, as: UTF8.self))
        add("")
    }

    private mutating func add(_ line: Substring) {
        guard !line.allSatisfy(\.isWhitespace) else { return endBlock(line) }
        if line.utf8.contains(UInt8(ascii: ">")), let times = CueTimes(line)?.range {
            // Without an empty line between cues, the number of the next one is the last line.
            if block == .cue, lines.last.map(Self.isNumber) == true { lines.removeLast() }
            endCue()
            (self.times, block, held) = (times, .cue, "")
            return
        }
        switch block {
        case .cue:
            lines.append(line)
            if lines.count == Self.mostLines { endCue() }
        case .passedOver: break
        case .none:
            let isNote = isWebVTT && ["NOTE", "STYLE", "REGION"].contains { line.hasPrefix($0) }
            if isNote { block = .passedOver } else { held += "\(line)\n" }
        }
    }

    private static func isNumber(_ line: Substring) -> Bool { line.allSatisfy(\.isNumber) }

    /// A line of YouTube's captions is one blank: it ends no cue.
    private mutating func endBlock(_ line: Substring) {
        guard block != .cue || line.isEmpty || !isWebVTT else { return }
        endCue()
        if block == .none, !isWebVTT, held.contains(where: { !$0.isNumber && !$0.isWhitespace }) {
            // SubRip has no rule for empty lines in a cue.
            (times, lines) = (lastEnd..<lastEnd, held.split(separator: "\n"))
            endCue()
        }
        (block, held) = (.none, "")
    }

    private mutating func endCue() {
        guard !lines.isEmpty else { return }
        var voice = ""
        let parts = lines.flatMap { CueText.parts($0, voice: &voice) }
        // What two speakers say is not repeated by one.
        let said = parts.map { "\($0.speaker)\t\($0.text)" }
        let isRolling = times.lowerBound <= lastEnd + 100
        let repeated = isRolling ? Self.overlap(of: lastLines, and: said) : 0
        var isAfterPause = times.lowerBound > lastEnd + Self.pause
        for part in parts.dropFirst(repeated) {
            say(part.text[...], by: part.speaker, isAfterPause: isAfterPause)
            isAfterPause = false
        }
        (lastEnd, lastLines) = (times.upperBound, Array(said.suffix(Self.rolledLines)))
        lines = []
    }

    /// The number of lines at the start of a cue that are the last ones of the cue before.
    private static func overlap(of last: [String], and lines: [String]) -> Int {
        let most = min(last.count, lines.count)
        return (0...most).last { last.suffix($0).elementsEqual(lines.prefix($0)) } ?? 0
    }

    private mutating func say(_ said: Substring, by named: String, isAfterPause: Bool) {
        var (name, words) = (named, said)
        if !named.isEmpty {
            hasVoices = true
        } else if let colon = CueText.endOfName(said) {
            // Zoom and Meet write the name into the text.
            name = String(said[..<colon])
            words = said[said.index(after: colon)...].drop { $0.isWhitespace }
        } else if !hasVoices {
            name = speaker
        }
        if text.isEmpty || name != speaker || (name.isEmpty && isAfterPause) {
            if !text.isEmpty { text += "\n\n" }
            if !name.isEmpty { text += name + ": " }
        } else {
            text += " "
        }
        text += words
        speaker = name
    }
}

/// `00:01:02.500 --> 00:01:04.000 align:start`, with a comma in SubRip; hours are optional.
private struct CueTimes {
    let range: Range<Int>

    init?(_ line: Substring) {
        let words = line.split(maxSplits: 3) { $0.isWhitespace }
        guard words.count >= 3, words[1] == "-->", let start = Self.milliseconds(words[0]),
            let end = Self.milliseconds(words[2])
        else { return nil }
        range = start..<max(start, end)
    }

    private static func milliseconds(_ text: Substring) -> Int? {
        let parts = text.split(omittingEmptySubsequences: false) { ":.,".contains($0) }
        let numbers = parts.compactMap { $0.count <= 6 ? Int($0) : nil }
        guard 3...4 ~= parts.count, numbers.count == parts.count, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
        return numbers.dropLast().reduce(0) { $0 * 60 + $1 } * 1_000 + (numbers.last ?? 0)
    }
}

/// The text of lines of cues, without their tags.
private enum CueText {
    typealias Part = (speaker: String, text: String)

    /// The words of a line, by the voices in it. `voice` is that of the line before, and of the next one.
    static func parts(_ line: Substring, voice: inout String) -> [Part] {
        var (parts, words, rest) = ([Part](), "", line)
        func end() {
            let said = CleanText.line(words)
            if !said.isEmpty { parts.append((voice, said)) }
            words = ""
        }
        while let mark = rest.firstIndex(where: { $0 == "<" || $0 == "&" || $0 == "{" }) {
            words += rest[..<mark]
            rest = rest[mark...]
            if let (name, character) = references.first(where: { rest.hasPrefix($0.name) }) {
                words += character
                rest = rest.dropFirst(name.count)
            } else if let close = endOfTag(rest) {
                let tag = rest[..<close].dropFirst()
                let isVoice = tag.hasPrefix("v ") || tag.hasPrefix("v.")
                if isVoice || tag == "/v" {
                    end()
                    voice = isVoice ? CleanText.line(String(tag.drop { !$0.isWhitespace })) : ""
                }
                rest = rest[close...].dropFirst()
            } else {
                words.append(rest.removeFirst())
            }
        }
        words += rest
        end()
        return parts
    }

    private static let references: [(name: String, character: String)] = [
        ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", " "), ("&lrm;", ""), ("&rlm;", ""), ("&quot;", "\""),
        ("&#39;", "'"),
    ]

    private static let longestTag = 300

    /// The end of a tag, or of a style of SubRip: `<i>`, `</c>`, `<00:01.500>`, `{\an8}`. Not each `<` in a text begins one.
    private static func endOfTag(_ text: Substring) -> Substring.Index? {
        let (inside, open) = (text.dropFirst(), text.first)
        guard let first = inside.first, open == "<" || (open == "{" && first == "\\"),
            open == "{" || first == "/" || first.isLetter || first.isNumber
        else { return nil }
        let closing: Character = open == "{" ? "}" : ">"
        let end = inside.prefix(longestTag).firstIndex { $0 == closing || $0 == open }
        return end.flatMap { text[$0] == closing ? $0 : nil }
    }

    private static let longestName = 60

    /// The colon after a name: `Ada Berg: yes`, of at most six words without marks of a sentence.
    static func endOfName(_ text: Substring) -> Substring.Index? {
        guard let colon = text.prefix(longestName).firstIndex(of: ":"),
            text[colon...].dropFirst().first?.isWhitespace == true
        else { return nil }
        let name = text[..<colon]
        guard name.first?.isLetter == true, !name.contains(where: ",;!?\"/".contains),
            name.split(separator: " ").count <= 6
        else { return nil }
        return colon
    }
}
