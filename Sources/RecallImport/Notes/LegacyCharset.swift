/// Tells charsets of scripts other than Latin by their bytes, where nothing declares them: old text files of Windows and Unix.
/// Says nothing unless it is certain, so that Western text stays Windows-1252.
enum LegacyCharset {
    private static let most = 64 << 10
    /// Fewer characters tell nothing.
    private static let fewest = 8

    /// The charset of `text`, which is no UTF-8, as iconv calls it; `nil` if it may be Windows-1252.
    static func guess(_ text: [UInt8]) -> String? {
        let bytes = Array(text.prefix(most))
        let (letters, high) = (bytes.count(where: \.isASCIILetter), bytes.count { $0 >= 0x80 })
        guard high >= fewest else { return nil }
        return japanese(bytes) ?? eastAsian(bytes) ?? (high > letters ? singleByte(bytes) : nil)
    }

    /// Shift JIS: pairs with a lead of its own range, many of which are kana.
    private static func japanese(_ bytes: [UInt8]) -> String? {
        var (pairs, kana, i) = (0, 0, 0)
        while i < bytes.count {
            let lead = bytes[i]
            guard lead >= 0x80 else { i += 1; continue }
            // Katakana of half width.
            if 0xA1...0xDF ~= lead { i += 1; continue }
            guard i + 1 < bytes.count else { break }
            let trail = bytes[i + 1]
            guard 0x81...0x9F ~= lead || 0xE0...0xFC ~= lead, 0x40...0xFC ~= trail, trail != 0x7F else { return nil }
            pairs += 1
            if (lead == 0x82 && trail >= 0x9F) || (lead == 0x83 && trail <= 0x96) { kana += 1 }
            i += 2
        }
        return pairs >= fewest / 2 && kana * 6 > pairs ? "cp932" : nil
    }

    /// EUC-JP, EUC-KR and GB 2312, in which all bytes of a pair are high, so that no run of them is odd; and Big5.
    private static func eastAsian(_ bytes: [UInt8]) -> String? {
        var (runs, odd, i) = (0, 0, 0)
        var leads = [Int](repeating: 0, count: 256)
        while i < bytes.count {
            let end = bytes[i...].firstIndex { $0 < 0xA1 || $0 == 0xFF } ?? bytes.count
            if end > i {
                runs += 1
                odd += (end - i) % 2
                for at in stride(from: i, to: end - 1, by: 2) { leads[Int(bytes[at])] += 1 }
            }
            i = max(end, i) + 1
        }
        let pairs = leads.reduce(0, +)
        let others = bytes.contains { 0x80...0xA0 ~= $0 }
        // Capitals of Western languages come in twos: "EDUCAÇÃO".
        if odd == 0, !others, pairs >= fewest, pairs >= 2 * runs {
            if (leads[0xA4] + leads[0xA5]) * 6 > pairs { return "euc-jp" }
            if leads[0xB0...0xC8].reduce(0, +) * 10 > pairs * 9 { return "cp949" }
            let common = leads[0xB0...0xD7].reduce(0, +) + leads[0xA1] + leads[0xA3]
            return common * 10 >= pairs * 9 ? "gb18030" : nil
        }
        return isBig5(bytes) ? "big5-hkscs" : nil
    }

    private static func isBig5(_ bytes: [UInt8]) -> Bool {
        var (pairs, common, adjacent, last, i) = (0, 0, 0, -1, 0)
        while i < bytes.count {
            guard bytes[i] >= 0x80 else { i += 1; continue }
            guard i + 1 < bytes.count else { break }
            let (lead, trail) = (bytes[i], bytes[i + 1])
            guard 0xA1...0xF9 ~= lead, 0x40...0x7E ~= trail || 0xA1...0xFE ~= trail else { return false }
            pairs += 1
            if 0xA1...0xC6 ~= lead { common += 1 }
            if last == i { adjacent += 1 }
            i += 2
            last = i
        }
        // Letters of Western languages stand alone: "ÅKERSBERGA ÅSA".
        return pairs >= fewest && common * 10 > pairs * 8 && adjacent * 2 > pairs
    }

    /// Cyrillic, Greek and Hebrew, by the letters that are frequent in the one or missing in the other.
    private static func singleByte(_ bytes: [UInt8]) -> String? {
        var counts = [Int](repeating: 0, count: 256)
        for byte in bytes where byte >= 0x80 { counts[Int(byte)] += 1 }
        let count = { (range: ClosedRange<Int>) in counts[range].reduce(0, +) }
        let letters = count(0xC0...0xFF)
        guard letters >= fewest, letters * 10 > count(0x80...0xFF) * 7 else {
            // Code page 866 has its letters before and after the signs for frames.
            let dos = count(0x80...0xAF) + count(0xE0...0xEF)
            return dos >= fewest && dos * 10 > count(0x80...0xFF) * 9 && count(0xA0...0xAF) * 4 > dos ? "cp866" : nil
        }
        let (upper, lower) = (count(0xC0...0xDF), count(0xE0...0xFF))
        if upper == 0, count(0xFB...0xFF) == 0 { return "cp1255" }
        // Small letters are more than capitals: in KOI8 they come first.
        if upper > lower * 2 {
            return [0xC1, 0xC5, 0xCF].allSatisfy { counts[$0] * 50 > letters } ? "koi8-r" : nil
        }
        guard lower > upper else { return nil }
        let accented =
            counts[0xDC] + counts[0xDD] + counts[0xDE] + counts[0xDF] + counts[0xFC] + counts[0xFD] + counts[0xFE]
        if counts[0xE0] * 100 < letters, accented * 20 > letters { return "cp1253" }
        return counts[0xE0] * 50 > letters && counts[0xEE] * 50 > letters ? "cp1251" : nil
    }
}
