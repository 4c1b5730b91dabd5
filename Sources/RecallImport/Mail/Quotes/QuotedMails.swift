public import RecallCore
import RecallText

/// A mail within the text of another one, below the lines that introduce it.
public struct QuotedMail: Hashable, Sendable {
    /// The author, as the introduction says.
    public let author: Participant?
    /// The byte ranges of its author's own words, ascending; of a forwarded mail all up to the next one's introduction.
    public let ranges: [Range<Int>]
    /// True if the outer mail passes it on as its own text, false if it only answers it.
    public internal(set) var isForwarded: Bool
}

extension MailQuotes {
    /// The mails that the text of a mail quotes or forwards, and those within these, in the order of their introductions.
    ///
    /// - Parameters:
    ///   - text: UTF-8 with LF line ends.
    ///   - subject: the mail's subject, which tells a forward from a reply.
    ///   - sender: the name of the mail's author.
    /// - Complexity: O(*n* *d*) in the text's length and the depth of quotations, of which eight are read.
    public static func quotedMails(in text: String, subject: String, sender: String) -> [QuotedMail] {
        var reader = QuotedMailReader()
        let relation = SubjectMark.relation(subject)
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            reader.read(lines(of: bytes, relation: relation, sender: sender), at: 0, relation: relation)
        }
        return reader.found
    }
}

/// Reads the text below each introduction as the mail that it is.
private struct QuotedMailReader {
    private(set) var found: [QuotedMail] = []
    private static let mostDepth = 8

    /// Reads the mails within a text.
    ///
    /// - Parameter offset: the text's place in the outermost one.
    mutating func read(_ lines: MailLines, at offset: Int, relation: MailQuotes.Relation, depth: Int = 0) {
        guard depth < Self.mostDepth else { return }
        for body in lines.bodies(relation) { read(body, of: lines, at: offset, depth: depth) }
    }

    private mutating func read(_ body: MailLines.Body, of lines: MailLines, at offset: Int, depth: Int) {
        let place = offset + lines.lines[body.lines.lowerBound].range.lowerBound
        var author = body.introduction.flatMap { QuotedAuthor(lines, $0).author }
        lines.unquoted(body).withUnsafeBufferPointer { bytes in
            var inner = MailQuotes.lines(of: bytes, relation: .reply, sender: author?.name ?? "")
            inner.markForeign(lines, body)
            // Apple Mail quotes the line that introduces, too.
            if body.introduction == nil, let first = inner.firstIntroduction {
                author = QuotedAuthor(inner, first).author
            }
            let known = found.count
            read(inner, at: place, relation: .reply, depth: depth + 1)
            // What is within a forwarded mail is passed on with it.
            if body.isForwarded { for index in known..<found.count { found[index].isForwarded = true } }
            let within = found[known...].flatMap(\.ranges).sorted { $0.lowerBound < $1.lowerBound }
            let own = body.isForwarded ? inner.beforeFirstIntroduction : inner.authoredRanges
            let ranges = own.map { $0.moved(by: place) }.subtracting(within)
            let words = ranges.compactMap { inner.words(in: $0.moved(by: -place))?.moved(by: place) }
            guard !words.isEmpty else { return }
            found.insert(QuotedMail(author: author, ranges: words, isForwarded: body.isForwarded), at: known)
        }
    }
}

extension Range<Int> {
    fileprivate func moved(by distance: Int) -> Self { lowerBound + distance..<upperBound + distance }
}

extension MailLines {
    /// The text below an introduction.
    struct Body {
        /// The lines that name the author; `nil` for lines with quote marks that nothing introduces.
        let introduction: Introduction?
        let lines: Range<Int>
        /// True if quote marks tell the lines of the mail from others between them.
        let isMarked: Bool
        let isForwarded: Bool
    }

    /// The bodies below the introductions, and above the first one.
    func bodies(_ relation: MailQuotes.Relation) -> [Body] {
        let introductions = introductions.sorted { $0.lines.lowerBound < $1.lines.lowerBound }
        let ends = introductions.map(\.lines.lowerBound) + [lines.count]
        let above = body(below: nil, 0..<ends[0], relation)
        return [above].compactMap(\.self)
            + zip(introductions, ends.dropFirst()).compactMap { body(below: $0, $0.lines.upperBound..<$1, relation) }
    }

    private func body(below introduction: Introduction?, _ region: Range<Int>, _ relation: MailQuotes.Relation) -> Body?
    {
        guard let first = lines[region].first(where: { !$0.isBlank }) else { return nil }
        let text = lines[region].first { !$0.isBlank && ($0.mark == .authored || $0.mark == .quoted) }
        let isQuoted = lines[region].contains { $0.mark == .quoted }
        // Below header lines a forwarded mail has its own quotations and the answers to them.
        let isAnswer =
            (relation == .forward || hasForward) && text?.mark == .quoted && introduction?.isAttribution == false
            && introduction.map { lines[$0.lines].allSatisfy { $0.depth == 0 } } == true
            && lines[region].contains { !$0.isBlank && $0.mark == .authored }
        let isMarked = introduction == nil || first.depth > 0 && !isAnswer
        // Below a line of text that quotes nothing, the author goes on.
        let isForward = introduction?.isAttribution == false || relation == .forward
        guard isQuoted || introduction != nil && isForward else { return nil }
        return Body(
            introduction: introduction, lines: region, isMarked: isMarked,
            isForwarded: isAnswer || introduction != nil && isForward && text?.mark == .authored)
    }

    /// The bytes of a body, without the outermost quote mark of each line; all offsets stay.
    func unquoted(_ body: Body) -> [UInt8] {
        let start = lines[body.lines.lowerBound].range.lowerBound
        let end = body.lines.upperBound < lines.count ? lines[body.lines.upperBound].range.lowerBound : self.end
        var bytes = Array(text[start..<end])
        guard body.isMarked else { return bytes }
        for line in lines[body.lines] {
            let range = line.range.lowerBound - start..<line.range.upperBound - start
            if line.depth == 0 {
                for index in range { bytes[index] = UInt8(ascii: " ") }
            } else if let mark = bytes[range].firstIndex(of: UInt8(ascii: ">")) {
                bytes[mark] = UInt8(ascii: " ")
            }
        }
        return bytes
    }

    /// Marks the lines of a body of `outer`, whose lines these are, that the mail has not: answers between its own.
    fileprivate mutating func markForeign(_ outer: MailLines, _ body: Body) {
        guard body.isMarked else { return }
        for (index, line) in outer.lines[body.lines].enumerated() where line.depth == 0 && !line.isBlank {
            lines[index].mark = .notice
        }
    }

    /// The introduction at the beginning of the text.
    fileprivate var firstIntroduction: Introduction? {
        introductions.first { lines[..<$0.lines.lowerBound].allSatisfy(\.isBlank) }
    }

    /// A range without white space around it; `nil` if it has no word.
    fileprivate func words(in range: Range<Int>) -> Range<Int>? {
        let trimmed = text.trimmed(range)
        return text[trimmed].contains(where: \.mayBeOfWord) ? trimmed : nil
    }

    /// The text above the first introduction, or all.
    var beforeFirstIntroduction: [Range<Int>] {
        let first = introductions.map(\.lines.lowerBound).min().map { lines[$0].range.lowerBound } ?? text.count
        let range = text.trimmed(0..<first)
        return range.isEmpty ? [] : [range]
    }
}
