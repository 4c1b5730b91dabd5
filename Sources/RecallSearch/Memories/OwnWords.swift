import RecallCore
import RecallText

/// The sentences of a message that are its author's own: no quoted lines, no forwarded mail, nothing in quotation marks.
enum OwnWords {
    /// The sentences, each with what ends it.
    static func sentences(of message: String) -> [String] {
        let own = lines(of: message).filter { !isQuoted($0) }.joined(separator: "\n")
        return parts(of: withoutQuotations(own))
    }

    // MARK: Lines

    /// The lines up to the first that begins something pasted.
    private static func lines(of message: String) -> [Substring] {
        let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
        let hasMore = lines.count { !$0.allSatisfy(\.isWhitespace) } > 1
        return Array(lines.prefix { !(hasMore && beginsPasted($0)) })
    }

    private static func isQuoted(_ line: Substring) -> Bool {
        line.drop(while: \.isWhitespace).first.map { ">|".contains($0) } ?? false
    }

    /// A header, a greeting, or words that announce a text: "Here is the mail:".
    private static func beginsPasted(_ line: Substring) -> Bool {
        let line = line.trimming(while: \.isWhitespace).lowercased()
        if line.hasPrefix("--") || line.hasPrefix("__") || line.hasSuffix(":") || line.contains("forwarded message") {
            return true
        }
        let isGreeting = line.hasSuffix(",") && line.split(separator: " ").count <= 5
        return isGreeting || headers.contains { line.hasPrefix($0) }
    }

    private static let headers = [
        "from:", "to:", "cc:", "subject:", "date:", "sent:", "von:", "an:", "betreff:", "datum:", "gesendet:", "de:",
        "para:", "asunto:", "fecha:",
    ]

    // MARK: Quotations

    /// The text with an ellipsis for what is in quotation marks. A mark that nothing closes quotes the rest.
    private static func withoutQuotations(_ text: String) -> String {
        var (own, isQuoting) = ("", false)
        for character in text {
            if "\"“”„«»".contains(character) {
                if !isQuoting { own.append("…") }
                isQuoting.toggle()
            } else if !isQuoting {
                own.append(character)
            }
        }
        return own
    }

    // MARK: Sentences

    /// Cut at what ends a sentence and at line ends, unless an abbreviation or a number goes on.
    private static func parts(of text: String) -> [String] {
        var (parts, current) = ([String](), "")
        let characters = Array(text)
        for (index, character) in characters.enumerated() {
            if character == "\n" {
                parts.append(current)
                current = ""
                continue
            }
            current.append(character)
            let ends =
                ".!?".contains(character) && (index + 1 == characters.count || characters[index + 1].isWhitespace)
            guard ends, character != "." || !isAbbreviated(current, before: characters[(index + 1)...]) else {
                continue
            }
            parts.append(current)
            current = ""
        }
        return (parts + [current]).map { String($0.trimming(while: \.isWhitespace)) }.filter { !$0.isEmpty }
    }

    private static func isAbbreviated(_ text: String, before rest: ArraySlice<Character>) -> Bool {
        let last = text.dropLast().split(whereSeparator: \.isWhitespace).last.map { $0.lowercased() } ?? ""
        if last.allSatisfy(\.isNumber) { return last.count <= 2 && beginsWithMonth(rest) }
        return last.count == 1 || abbreviations.contains(last)
    }

    /// "14. Juni" is one date.
    private static func beginsWithMonth(_ text: ArraySlice<Character>) -> Bool {
        let word = String(text.drop(while: \.isWhitespace).prefix(while: \.isLetter))
        return MonthNames.numbers(in: [.german])[WordFolding.fold(word)] != nil
    }

    private static let abbreviations: Set<String> = [
        "dr", "mr", "mrs", "ms", "prof", "st", "no", "nr", "e.g", "i.e", "approx", "sr", "sra", "dra", "hr", "fr",
    ]
}

extension StringProtocol {
    /// The text without such characters at both ends.
    func trimming(while isTrimmed: (Character) -> Bool) -> SubSequence {
        let start = drop(while: isTrimmed)
        guard let last = start.lastIndex(where: { !isTrimmed($0) }) else { return start.prefix(0) }
        return start[...last]
    }
}
