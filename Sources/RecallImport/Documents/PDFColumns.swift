/// Columns that pdftotext put together line by line. It goes by the places of the words, and where something spans the columns
/// or stands beside them, it may take the lines of two for one. Programs that set columns draw one after the other, which is
/// the order of `pdftotext -raw`; where a page goes to and fro between places of that order, it is taken instead.
enum PDFColumns {
    /// Consecutive words of one order that are consecutive in the other, too.
    private struct Run {
        let start: Int
        var end: Int
        var count = 1
    }

    /// The body that pdftotext wrote, with the pages that mix columns in the order in which they were drawn, and the cells of
    /// each row of a table on one line.
    ///
    /// - Parameter drawn: the body that `pdftotext -raw` wrote; pages end with form feeds in both.
    static func ordered(_ body: ArraySlice<UInt8>, drawn: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let pages = body.split(separator: 0x0C, omittingEmptySubsequences: false)
        let drawnPages = drawn.split(separator: 0x0C, omittingEmptySubsequences: false)
        guard pages.count == drawnPages.count else { return body }
        var isChanged = false
        let ordered = zip(pages, drawnPages).map { page, drawn in
            guard page.count <= mostBytes else { return page }
            let (text, drawn) = (String(decoding: page, as: UTF8.self), String(decoding: drawn, as: UTF8.self))
            let ordered =
                isMixed(text, drawn: drawn) ? joiningWords(drawn) : PDFRows.joined(text[...], drawn: drawn[...])
            if ordered == text { return page }
            isChanged = true
            return Array(ordered.utf8)[...]
        }
        return isChanged ? Array(ordered.joined(separator: [0x0C]))[...] : body
    }

    /// A page with more is a table or worse.
    private static let mostBytes = 64 << 10

    /// True if the text leaves the order in which it was drawn and comes back to it, several times.
    private static func isMixed(_ page: String, drawn: String) -> Bool {
        let runs = runs(of: page, in: drawn)
        let returns = zip(zip(runs, runs.dropFirst()), runs.dropFirst(2)).count { pair, third in
            (1...longestGap).contains(third.start - pair.0.end) && abs(pair.1.start - pair.0.end) > shortestWay
        }
        return returns >= fewestReturns && 5 * returns > runs.count
    }

    /// Words that are not compared, as they are on the page twice, may lie between a line and the next.
    private static let longestGap = 8
    /// A word farther away is at another place.
    private static let shortestWay = 12
    /// Of the pages of 81 real documents, those that mix columns have 9 to 55, all others 4 or fewer.
    private static let fewestReturns = 6

    /// The runs of at least three pairs of words, in the order of `page`, as positions in `drawn`.
    private static func runs(of page: String, in drawn: String) -> [Run] {
        let places = uniquePairs(drawn)
        var runs: [Run] = []
        for (_, place) in uniquePairs(page).compactMap({ pair, at in places[pair].map { (at, $0) } }).sorted(by: {
            $0.0 < $1.0
        }) {
            if let last = runs.last, (1...3).contains(place - last.end) {
                runs[runs.count - 1].end = place
                runs[runs.count - 1].count += 1
            } else {
                runs.append(Run(start: place, end: place))
            }
        }
        return runs.filter { $0.count >= 3 }
    }

    /// The pairs of consecutive words that are in a text once, and the numbers of their first words.
    private static func uniquePairs(_ text: String) -> [[Substring]: Int] {
        let words = text.split(whereSeparator: \.isWhitespace)
        var places: [[Substring]: Int] = [:]
        for (number, pair) in zip(words, words.dropFirst()).enumerated() {
            places.updateValue(places[[pair.0, pair.1]] == nil ? number : -1, forKey: [pair.0, pair.1])
        }
        return places.filter { $0.value >= 0 }
    }

    /// The text with words whole that a line's end cut, as pdftotext has them in the other order.
    private static func joiningWords(_ text: String) -> String {
        var lines: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard let last = lines.last, last.hasSuffix("-"), last.dropLast().last?.isLetter == true,
                line.first?.isLowercase == true
            else {
                lines.append(String(line))
                continue
            }
            let parts = line.split(separator: " ", maxSplits: 1)
            lines[lines.count - 1] = String(last.dropLast()) + (parts.first ?? "")
            if parts.count > 1 { lines.append(String(parts[1])) }
        }
        return lines.joined(separator: "\n")
    }
}
