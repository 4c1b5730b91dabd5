/// Cuts text into sentences by its punctuation, paragraphs and lists.
///
/// A full stop ends a sentence before a blank, unless a lower-case letter follows or it belongs to an abbreviation, an
/// initial or an ordinal ("7. Mai"). 。！？ need no blank. A line break alone is the wrapping of a mail and ends nothing.
struct ReadingSentences {
    private let scalars: [Unicode.Scalar]
    /// The UTF-8 offset of each scalar, and the end.
    private let offsets: [Int]
    // What was found last, which is found again from each of a run of signs.
    private var closings = 0...0
    private var last: (end: Int, goesOn: Bool) = (-1, false)

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
        var offsets = [0]
        offsets.reserveCapacity(scalars.count + 1)
        for scalar in scalars { offsets.append(offsets[offsets.count - 1] + UTF8.width(scalar)) }
        self.offsets = offsets
    }

    mutating func sentences() -> [Range<Int>] {
        var found: [Range<Int>] = []
        var (start, position) = (0, 0)
        while position < scalars.count {
            guard let end = end(at: position) else {
                position += 1
                continue
            }
            if let sentence = trimmed(start..<end) { found.append(sentence) }
            (start, position) = (end, end)
        }
        if let sentence = trimmed(start..<scalars.count) { found.append(sentence) }
        return found
    }

    /// The position after the sentence whose last sign is at `position`; `nil` if none ends there.
    private mutating func end(at position: Int) -> Int? {
        switch scalars[position] {
        case "。", "！", "？", "｡": return behindClosings(position + 1)
        case ".", "!", "?", "…", "؟", "।":
            let end = behindClosings(position + 1)
            guard end == scalars.count || scalars[end].properties.isWhitespace else { return nil }
            return goesOn(behind: end) || (scalars[position] == "." && isPartOfWord(stopAt: position)) ? nil : end
        case "\n": return endsLine(at: position) ? position + 1 : nil
        default: return nil
        }
    }

    /// Behind more signs that end the sentence too, and the quotation marks and parentheses that close with it.
    private mutating func behindClosings(_ position: Int) -> Int {
        if !closings.contains(position) {
            var end = position
            while end < scalars.count, Self.closings.contains(scalars[end]) { end += 1 }
            closings = position...end
        }
        return closings.upperBound
    }

    private static let closings = Set(#".!?…。！？"'”’»)]」』）】"#.unicodeScalars)

    /// True if the next word is in lower case, as no first word of a sentence is.
    private mutating func goesOn(behind position: Int) -> Bool {
        if last.end != position { last = (position, nextWord(position).first?.properties.isLowercase ?? false) }
        return last.goesOn
    }

    /// The letters that come next.
    private func nextWord(_ position: Int) -> ArraySlice<Unicode.Scalar> {
        let rest = scalars[position...].drop { $0.properties.isWhitespace }
        return rest.prefix { $0.properties.isAlphabetic }
    }

    /// True if the full stop belongs to the word before it.
    private func isPartOfWord(stopAt position: Int) -> Bool {
        let word = wordBefore(position)
        guard let first = word.first else { return false }
        if word.allSatisfy({ ("0"..."9").contains($0) }) { return isOrdinal(word, stopAt: position) }
        let isInitial = word.count == 1 && first.properties.isUppercase && first != "I"
        let lowercased = Self.lowercased(word)
        if Self.wordsBeforeNumbers.contains(lowercased) { return nextIsDigit(stopAt: position) }
        return isInitial || isLastOfSeveral(word) || Self.abbreviations.contains(lowercased)
    }

    /// True for the "e" of "i.e. Paul", false for the "m" of "9 p.m."
    private func isLastOfSeveral(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
        guard word.count == 1, word.startIndex > 1, scalars[word.startIndex - 1] == "." else { return false }
        return word.first != "m" && scalars[word.startIndex - 2].properties.isAlphabetic
    }

    /// "Key no. 7F", "Feb. 15", where the word may end a sentence too.
    private func nextIsDigit(stopAt position: Int) -> Bool {
        let next = scalars[(position + 1)...].first { !$0.properties.isWhitespace }
        return next.map { ("0"..."9").contains($0) } ?? false
    }

    /// "7. Mai", "im 1. Stock", and "1. " at the beginning of a line.
    private func isOrdinal(_ number: ArraySlice<Unicode.Scalar>, stopAt position: Int) -> Bool {
        guard number.count <= 2 else { return false }
        let isFirst = number.startIndex == 0 || scalars[number.startIndex - 1] == "\n"
        if isFirst || MonthNames.germanBeginnings.contains(Self.lowercased(nextWord(position + 1).prefix(3))) {
            return true
        }
        let before = number.startIndex - 1
        guard scalars[before] == " " else { return false }
        let word = wordBefore(before)
        return Self.germanArticles.contains(Self.lowercased(word)) || isGermanAm(word)
    }

    /// "am 3. Werktag", and not "I am 42. Tom is older."
    private func isGermanAm(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
        guard Self.lowercased(word) == "am", word.startIndex > 0 else { return false }
        return wordBefore(word.startIndex - 1) != ["I"]
    }

    private static let germanArticles: Set = [
        "im", "der", "die", "das", "den", "dem", "des", "zum", "zur", "vom", "beim", "ins", "ans", "jeden", "jeder",
        "jedes",
    ]

    private func wordBefore(_ position: Int) -> ArraySlice<Unicode.Scalar> {
        let before = scalars[..<position]
        return before.suffix(from: before.lastIndex { !Self.isOfWord($0) }.map { $0 + 1 } ?? 0)
    }

    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
    }

    private static func lowercased(_ word: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(word)).lowercased()
    }

    /// True if a line break ends a sentence: between paragraphs, after a colon, and between the items of a list.
    private func endsLine(at position: Int) -> Bool {
        let line = scalars[(position + 1)...].prefix { $0 != "\n" }.drop { $0.properties.isWhitespace }
        // Looked for once for each run of empty lines.
        if line.isEmpty || Self.isListPoint(line) { return true }
        return scalars[..<position].last { !$0.properties.isWhitespace } == ":"
    }

    /// `- `, `* `, `• `, `1. `, `2) `
    private static func isListPoint(_ line: ArraySlice<Unicode.Scalar>) -> Bool {
        let number = line.prefix { ("0"..."9").contains($0) }
        let mark = line.dropFirst(number.count).first
        let isMark = number.isEmpty ? mark.map(bullets.contains) : mark.map { $0 == "." || $0 == ")" }
        let isSpaced = line.dropFirst(number.count + 1).first?.properties.isWhitespace ?? false
        return (isMark ?? false) && isSpaced && number.count <= 3
    }

    private static let bullets = Set("-*•–—+".unicodeScalars)

    private func trimmed(_ range: Range<Int>) -> Range<Int>? {
        guard let first = range.first(where: { !scalars[$0].properties.isWhitespace }),
            let last = range.last(where: { !scalars[$0].properties.isWhitespace })
        else { return nil }
        return offsets[first]..<offsets[last + 1]
    }

    private static let wordsBeforeNumbers: Set<String> = [
        "no", "jan", "feb", "febr", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "okt", "nov", "dec", "dez",
    ]

    // What is often followed by a name or a number; where the next word is small, no list is needed.
    private static let abbreviations: Set<String> = [
        "mr", "mrs", "ms", "messrs", "dr", "prof", "st", "ft", "mt", "lt", "col", "sgt", "gov", "hon", "sr", "jr",
        "rev", "gen", "sen", "rep", "capt", "vs", "cf", "ca",
        "approx",
        "nr", "nos", "vol", "fig", "figs", "pp", "ed", "eds", "al", "dept", "ext", "tel", "hr", "fr", "frau", "bzw",
        "evtl", "ggf", "inkl", "zzgl", "usw", "abs", "str", "geb", "gest", "vgl", "bspw", "sog", "mind", "inh", "dipl",
        "ing", "mme", "mlle", "sra", "dra", "ud", "uds", "av", "art",
        "mevr", "dhr", "drs", "incl", "excl", "ref", "dott", "sig", "ul", "godz",
    ]
}
