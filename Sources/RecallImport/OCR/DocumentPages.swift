import RecallCore

/// The texts of the pages of a document.
struct DocumentPages: Equatable {
    var texts: [String]

    /// Pages without text.
    init(count: Int) {
        texts = Array(repeating: "", count: count)
    }

    /// The pages of a text that begin at these offsets in UTF-8.
    init(_ text: String, starts: [Int]) {
        let bytes = Array(text.utf8)
        texts = starts.indices.map { page in
            let end = page + 1 < starts.count ? starts[page + 1] : bytes.count
            guard starts[page] >= 0, starts[page] < end, end <= bytes.count else { return "" }
            let text = bytes[starts[page]..<end]
            return String(
                decoding: text[..<((text.lastIndex { $0 != 0x0A }).map { $0 + 1 } ?? text.startIndex)], as: UTF8.self)
        }
    }

    /// The numbers, from 0, of the pages that are pictures, as far as the text tells.
    var scanned: [Int] { texts.indices.filter { Self.letters(texts[$0]) < Self.fewestLetters } }

    /// A page with fewer letters is taken for a picture with a mark on it: a number, the name of a scanner's program.
    private static let fewestLetters = 32

    /// Takes the text that was recognised in the picture of a page, if it says more than the text of the page.
    mutating func take(_ recognised: String, at index: Int) {
        guard texts.indices.contains(index), Self.letters(recognised) >= 2 * Self.letters(texts[index]) + 4 else {
            return
        }
        texts[index] = recognised
    }

    var areEmpty: Bool { texts.allSatisfy(\.isEmpty) }

    /// The text of all pages, an empty line between them, with the offsets at which they begin.
    func joined() -> ExtractedText {
        var bytes: [UInt8] = []
        var starts: [Int] = []
        var isCut = false
        for text in texts {
            let separator: [UInt8] = bytes.isEmpty || text.isEmpty ? [] : [0x0A, 0x0A]
            guard !isCut, bytes.count + separator.count + text.utf8.count <= ImportLimits.textBytes else {
                isCut = true
                starts.append(bytes.count)
                continue
            }
            bytes += separator
            starts.append(bytes.count)
            bytes += Array(text.utf8)
        }
        return ExtractedText(
            text: String(decoding: bytes, as: UTF8.self), pageCount: texts.count, pageStarts: starts,
            defects: isCut ? [.truncatedText] : [])
    }

    /// The letters and digits of a text.
    static func letters(_ text: String) -> Int { text.count { $0.isLetter || $0.isNumber } }
}
