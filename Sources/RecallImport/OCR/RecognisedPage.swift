/// The text of one picture, as tesseract's table of words gives it (`tsv`).
struct RecognisedPage {
    /// A word, and how sure tesseract is of it, from 0 to 100.
    fileprivate struct Word {
        let text: Substring
        let confidence: Double
        var letters: Int { text.count { $0.isLetter || $0.isNumber } }
    }

    /// The text, lines of a paragraph joined; empty if it is noise.
    let text: String

    /// Words below this are dropped: specks and lines that were taken for letters.
    private static let leastConfidence = 30.0
    /// Words from this on are counted on.
    private static let goodConfidence = 60.0
    /// A page with fewer letters in good words is no text: a photograph, a pattern, a stamp.
    private static let fewestLetters = 8
    /// A page whose letters have a lower mean confidence is noise.
    private static let leastMean = 55.0

    /// The text in the output of tesseract. Lines that are none of its table are passed over.
    init(_ output: [UInt8]) {
        var lines: [(paragraph: String, line: String, words: [Word])] = []
        for row in String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let fields = row.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count == 12, fields[0] == "5", let confidence = Double(fields[10]), confidence >= 0,
                fields[11].contains(where: { !$0.isWhitespace })
            else { continue }
            let word = Word(text: fields[11], confidence: confidence)
            let paragraph = fields[1...3].joined(separator: " ")
            if let last = lines.last, last.paragraph == paragraph, last.line == fields[4] {
                lines[lines.count - 1].words.append(word)
            } else {
                lines.append((paragraph, String(fields[4]), [word]))
            }
        }
        text = Self.isNoise(lines.flatMap(\.words)) ? "" : Self.text(lines.map { ($0.paragraph, Self.line($0.words)) })
    }

    private static func isNoise(_ words: [Word]) -> Bool {
        let letters = words.reduce(0) { $0 + $1.letters }
        let sum = words.reduce(0) { $0 + $1.confidence * Double($1.letters) }
        let good = words.filter { $0.confidence >= goodConfidence && ($0.letters > 1 || $0.isIdeographic) }
        return good.reduce(0) { $0 + $1.letters } < fewestLetters || sum < leastMean * Double(letters)
    }

    private static func line(_ words: [Word]) -> String {
        words.filter { $0.confidence >= leastConfidence }.map { String($0.text) }.joined(separator: " ")
    }

    /// The lines, with an empty one between paragraphs.
    private static func text(_ lines: [(paragraph: String, line: String)]) -> String {
        var result: [String] = []
        var paragraph = ""
        for (next, line) in lines where !line.isEmpty {
            if next != paragraph, !result.isEmpty { result.append("") }
            if next == paragraph, let last = result.last, let joined = joined(last, line) {
                result[result.count - 1] = joined.before
                if !joined.after.isEmpty { result.append(joined.after) }
            } else {
                result.append(line)
            }
            paragraph = next
        }
        let body = result.joined(separator: "\n")
        return PDFParagraphs(body[...]).lines(of: body[...]).joined(separator: "\n")
    }

    /// Two lines of which the first ends in the middle of a word, with the word whole; `nil` if it does not.
    private static func joined(_ before: String, _ after: String) -> (before: String, after: String)? {
        guard before.hasSuffix("-"), before.dropLast().last?.isLetter == true, after.first?.isLowercase == true else {
            return nil
        }
        let parts = after.split(separator: " ", maxSplits: 1)
        return (String(before.dropLast()) + (parts.first ?? ""), parts.count > 1 ? String(parts[1]) : "")
    }
}

extension RecognisedPage.Word {
    /// True for Chinese and Japanese, in which a word may be one character.
    fileprivate var isIdeographic: Bool { text.unicodeScalars.contains { $0.properties.isIdeographic } }
}
