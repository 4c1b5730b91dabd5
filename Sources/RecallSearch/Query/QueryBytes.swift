/// A query's UTF-8, and what its characters mean to the language.
struct QueryBytes {
    let bytes: [UInt8]

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    var count: Int { bytes.count }

    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// The byte at `position`; 0 past the end.
    subscript(_ position: Int) -> UInt8 { position < bytes.count ? bytes[position] : 0 }

    /// The length of the blank at `position`: 0 if there is none.
    func blank(at position: Int) -> Int {
        switch self[position] {
        case 0x09...0x0D, 0x20: 1
        case 0xC2: self[position + 1] == 0xA0 ? 2 : 0
        case 0xE2:
            switch (self[position + 1], self[position + 2]) {
            case (0x80, 0x80...0x8A), (0x80, 0xA8), (0x80, 0xA9), (0x80, 0xAF), (0x81, 0x9F): 3
            default: 0
            }
        case 0xE3: self[position + 1] == 0x80 && self[position + 2] == 0x80 ? 3 : 0
        default: 0
        }
    }

    /// The words between blanks in `range`, as words that no operator joins.
    func words(in range: Range<Int>) -> [QueryToken] {
        var (words, start) = ([QueryToken](), range.lowerBound)
        while start < range.upperBound {
            var end = start
            while end < range.upperBound, blank(at: end) == 0 { end += 1 }
            if end > start {
                words.append(QueryToken(kind: .word, range: start..<end, content: start..<end, isOperand: false))
            }
            start = end + blank(at: end)
        }
        return words
    }

    /// The length of the double quotation mark at `position`: 0 if there is none. They pair whatever their shape: “…”,
    /// „…“, "…".
    func quote(at position: Int) -> Int {
        if self[position] == UInt8(ascii: "\"") { return 1 }
        guard self[position] == 0xE2, self[position + 1] == 0x80 else { return 0 }
        return (0x9C...0x9E).contains(self[position + 2]) ? 3 : 0
    }

    /// True if a token delimited by blanks ends at `position`.
    func ends(at position: Int) -> Bool {
        position >= count || blank(at: position) > 0
    }

    /// The length of the character that begins at `position`.
    func character(at position: Int) -> Int {
        switch self[position] {
        case ..<0xC0: 1
        case ..<0xE0: 2
        case ..<0xF0: 3
        default: 4
        }
    }
}

extension String {
    /// The text with blanks for double quotation marks, whatever their shape.
    var withoutQuotationMarks: String {
        let marks: Set<Unicode.Scalar> = ["\"", "“", "”", "„"]
        guard unicodeScalars.contains(where: marks.contains) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { marks.contains($0) ? " " : $0 }))
    }
}
