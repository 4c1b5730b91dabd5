import CGMime
import RecallCore
import RecallText

/// The encoded words (RFC 2047) of a field, made fit for GMime: those that follow each other become one, in UTF-8.
///
/// GMime decodes a run of words as one stream of base64, so that all is lost after a word that ends in `=`. And what a charset
/// does not have it makes `?`.
enum EncodedWords {
    /// `value` with its encoded words in UTF-8; `nil` if it has none.
    ///
    /// - Complexity: O(*n*).
    static func normalized(_ value: Bytes) -> [UInt8]? {
        guard value.firstIndex(of: "=?", from: 0) != nil else { return nil }
        var result: [UInt8] = []
        var (position, copied) = (0, 0)
        var ends = Ends(value)
        while let start = value.firstIndex(of: "=?", from: position) {
            guard let first = word(at: start, value, &ends) else {
                position = start + 2
                continue
            }
            var run = [first]
            while let last = run.last, let next = word(at: endOfBlanks(last.end, value), value, &ends) {
                run.append(next)
            }
            result += value[copied..<start]
            append(run, value, to: &result)
            (position, copied) = (run[run.count - 1].end, run[run.count - 1].end)
        }
        return copied == 0 ? nil : result + value[copied...]
    }

    /// `=?charset?B?payload?=`, or with Q; RFC 2231 lets a language follow the charset.
    private struct Word {
        var charset: String
        var isBase64: Bool
        var payload: Range<Int>
        var end: Int
    }

    /// The places of `?=`, each of which is looked for once.
    private struct Ends {
        private let value: Bytes
        private var next: Int? = 0

        init(_ value: Bytes) { self.value = value }

        /// The first one at or after `start`.
        mutating func first(from start: Int) -> Int? {
            if let known = next, known < start { next = value.firstIndex(of: "?=", from: start) }
            return next
        }
    }

    /// More is no word.
    private static let longest = 8 << 10

    private static func word(at start: Int, _ value: Bytes, _ ends: inout Ends) -> Word? {
        guard value.has("=?", at: start) else { return nil }
        var i = start + 2
        while i < value.count, i - start < 64, value[i] > 32, value[i] < 127, value[i] != UInt8(ascii: "?") { i += 1 }
        guard i > start + 2, i + 2 < value.count, value[i] == UInt8(ascii: "?"), value[i + 2] == UInt8(ascii: "?")
        else { return nil }
        let encoding = value[i + 1].asciiLowercase
        guard encoding == UInt8(ascii: "b") || encoding == UInt8(ascii: "q") else { return nil }
        guard let end = ends.first(from: i + 3), end - i <= longest,
            value.slice(i + 3..<end).firstIndex(of: "=?", from: 0) == nil
        else { return nil }
        let charset = String(decoding: value[start + 2..<i].prefix { $0 != UInt8(ascii: "*") }, as: UTF8.self)
        return Word(
            charset: charset.lowercased(), isBase64: encoding == UInt8(ascii: "b"), payload: i + 3..<end,
            end: end + 2)
    }

    private static func endOfBlanks(_ start: Int, _ value: Bytes) -> Int {
        var i = start
        while i < value.count, value[i].isASCIISpace { i += 1 }
        return i
    }

    /// Appends the words as one. Those of one charset may divide a character.
    private static func append(_ run: [Word], _ value: Bytes, to result: inout [UInt8]) {
        var (text, i) = ([UInt8](), 0)
        while i < run.count {
            let charset = run[i].charset
            var bytes: [UInt8] = []
            while i < run.count, run[i].charset == charset {
                bytes += decoded(run[i], value)
                i += 1
            }
            var defects: Set<Defect> = []
            text += CharsetDecoder.utf8(bytes, charset: charset, &defects)
        }
        // GMime takes text up to a NUL.
        for i in text.indices where text[i] == 0 { text[i] = 32 }
        result += Array("=?utf-8?B?".utf8)
        result += TransferEncoding.encode(text, GMIME_CONTENT_ENCODING_BASE64).filter { !$0.isASCIISpace }
        result += Array("?=".utf8)
    }

    private static func decoded(_ word: Word, _ value: Bytes) -> [UInt8] {
        let payload = value.slice(word.payload)
        if word.isBase64 { return TransferEncoding.decode(payload, GMIME_CONTENT_ENCODING_BASE64) }
        var (result, i) = ([UInt8](), 0)
        while i < payload.count {
            if payload[i] == UInt8(ascii: "="), i + 2 < payload.count, let high = digit(payload[i + 1]),
                let low = digit(payload[i + 2])
            {
                result.append(high << 4 | low)
                i += 3
            } else {
                result.append(payload[i] == UInt8(ascii: "_") ? 32 : payload[i])
                i += 1
            }
        }
        return result
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte.asciiLowercase {
        case let byte where byte.isASCIIDigit: byte - 48
        case let byte where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte): byte - 87
        default: nil
        }
    }
}
