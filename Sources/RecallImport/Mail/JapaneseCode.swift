/// Japanese text in Windows-31J: iconv knows neither ISO-2022-JP nor EUC-JP with what Windows adds to them, such as ① and ㈱, nor
/// half-width kana in the former.
enum JapaneseCode {
    /// The text of a charset as iconv calls it; `nil` if it is another one, or if it has what Windows-31J has not.
    static func windows31J(_ bytes: [UInt8], from charset: String) -> [UInt8]? {
        switch charset {
        case "iso-2022-jp": windows31J(iso2022: bytes)
        case "euc-jp": windows31J(euc: bytes)
        default: nil
        }
    }

    /// The text of ISO-2022-JP; `nil` if it has an escape sequence of another charset, or one that is cut.
    ///
    /// - Complexity: O(*n*).
    private static func windows31J(iso2022: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(iso2022.count)
        var (set, i) = (CharacterSet.ascii, 0)
        while i < iso2022.count {
            let byte = iso2022[i]
            if let (next, length) = escape(iso2022[i...].prefix(4)) {
                (set, i) = (next, i + length)
                continue
            }
            guard byte != 0x1B else { return nil }
            // Each line begins in ASCII.
            if byte == 10 || byte == 13 { set = .ascii }
            let isKanji = set == .kanji && isCode(byte) && i + 1 < iso2022.count && isCode(iso2022[i + 1])
            if isKanji {
                append(byte, iso2022[i + 1], to: &result)
            } else {
                result.append(set == .kana && (0x21...0x5F).contains(byte) ? byte | 0x80 : byte)
            }
            i += isKanji ? 2 : 1
        }
        return result
    }

    /// The text of EUC-JP; `nil` if it has characters that Windows-31J has not.
    ///
    /// - Complexity: O(*n*).
    private static func windows31J(euc: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(euc.count)
        var i = 0
        while i < euc.count {
            let next = i + 1 < euc.count ? euc[i + 1] : 0
            switch euc[i] {
            case 0x8F: return nil
            case 0x8E where next >= 0xA1:
                result.append(next)
                i += 2
            case 0xA1...0xFE where (0xA1...0xFE).contains(next):
                append(euc[i] & 0x7F, next & 0x7F, to: &result)
                i += 2
            default:
                result.append(euc[i])
                i += 1
            }
        }
        return result
    }

    private enum CharacterSet { case ascii, kana, kanji }

    private static func isCode(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) }

    /// The set to which an escape sequence at the start of `bytes` changes, and its length.
    private static func escape(_ bytes: ArraySlice<UInt8>) -> (CharacterSet, length: Int)? {
        switch bytes.first {
        case 0x0E: return (.kana, 1)
        case 0x0F: return (.ascii, 1)
        case 0x1B: break
        default: return nil
        }
        let rest = bytes.dropFirst()
        let sequences: [(StaticString, CharacterSet)] = [
            ("(B", .ascii), ("(J", .ascii), ("(H", .ascii), ("(I", .kana), ("$B", .kanji), ("$@", .kanji),
            ("$(B", .kanji), ("$(@", .kanji), ("&@", .kanji),
        ]
        for (sequence, set) in sequences {
            let isHere = sequence.withUTF8Buffer { rest.starts(with: $0) }
            if isHere { return (set, 1 + sequence.utf8CodeUnitCount) }
        }
        return nil
    }

    /// Appends a character of JIS X 0208 as Shift-JIS has it.
    private static func append(_ row: UInt8, _ cell: UInt8, to result: inout [UInt8]) {
        let high = (row - 0x21) / 2 + 0x81
        result.append(high > 0x9F ? high + 0x40 : high)
        result.append(row % 2 == 0 ? cell + 0x7E : cell + (cell >= 0x60 ? 0x20 : 0x1F))
    }
}
