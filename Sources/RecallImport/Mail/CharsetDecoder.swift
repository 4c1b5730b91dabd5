import CGMime
import RecallCore
import RecallText

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Turns bytes in a declared charset into UTF-8. What is declared wrongly is read as UTF-8, then as Windows-1252.
enum CharsetDecoder {
    /// The text of `bytes` in UTF-8.
    ///
    /// - Parameter charset: the declared charset in lower case, or `nil`.
    /// - Complexity: O(*n*).
    static func utf8(_ bytes: [UInt8], charset: String?, _ defects: inout Set<Defect>) -> [UInt8] {
        let (isASCII, isUTF8) = bytes.withUnsafeBufferPointer { ($0.isASCII, Self.isUTF8($0)) }
        switch family(charset) {
        case .ascii where isASCII, .unknown where isASCII, .latin where isASCII, .utf8 where isUTF8: return bytes
        case .other(let name):
            if let converted = convert(bytes, from: name, &defects) { return converted }
        case .unknown where charset == nil && isUTF8: return bytes
        case .latin where !isUTF8: return windows1252(bytes)
        default: break
        }
        defects.insert(.badCharset)
        return isUTF8 ? bytes : repaired(bytes, charset)
    }

    /// True if `bytes` are valid UTF-8.
    static func isUTF8(_ bytes: Bytes) -> Bool {
        bytes.isASCII || String(validating: bytes, as: UTF8.self) != nil
    }

    private enum Family {
        case ascii, utf8, latin, unknown
        case other(String)
    }

    private static func family(_ charset: String?) -> Family {
        switch charset {
        case nil, "", "x-unknown", "unknown", "unknown-8bit", "x-user-defined": .unknown
        case "us-ascii", "ascii", "ansi_x3.4-1968": .ascii
        case "utf-8", "utf8", "unicode-1-1-utf-8": .utf8
        case "iso-8859-1", "latin1", "iso8859-1", "iso_8859-1", "windows-1252", "cp1252": .latin
        case let name?: name.utf8.allSatisfy(isNameByte) ? .other(name) : .unknown
        }
    }

    /// The name by which iconv knows a charset with all that Windows adds to it, which mail programs write under the old name.
    private static func canonical(_ name: String) -> String {
        switch name {
        case "shift_jis", "shift-jis", "sjis", "x-sjis", "windows-31j", "ms932", "csshiftjis": "cp932"
        case "iso-2022-jp-ms", "cp50220", "cp50221", "cp50222", "csiso2022jp": "iso-2022-jp"
        case "x-euc-jp", "eucjp", "x-euc", "cp51932": "euc-jp"
        case "euc-kr", "ks_c_5601-1987", "ks_c_5601-1989", "ksc5601", "ksc_5601", "korean", "windows-949", "ms949":
            "cp949"
        case "gb2312", "gbk", "x-gbk", "cp936", "ms936", "gb_2312-80", "csgb2312", "cn-gb", "euc-cn": "gb18030"
        case "unicode-1-1-utf-7", "x-unicode-2-0-utf-7": "utf-7"
        case "x-mac-roman", "x-macintosh": "macintosh"
        case "x-mac-cyrillic": "mac-cyrillic"
        default: numbered(name) ?? name
        }
    }

    /// `cp1251` of `win-1251`, `x-cp1251`, `cp-1251`.
    private static func numbered(_ name: String) -> String? {
        let prefixes = ["windows-", "windows", "win-", "win", "x-cp", "cp-", "ansi-"]
        guard let prefix = prefixes.first(where: { name.hasPrefix($0) }) else { return nil }
        let number = name.dropFirst(prefix.count)
        return (3...5).contains(number.count) && number.utf8.allSatisfy(\.isASCIIDigit) ? "cp\(number)" : nil
    }

    /// Text declared as UTF-8 that has a few wrong bytes keeps the rest; else it is Windows-1252.
    private static func repaired(_ bytes: [UInt8], _ charset: String?) -> [UInt8] {
        guard case .utf8 = family(charset) else { return windows1252(bytes) }
        let text = Array(String(decoding: bytes, as: UTF8.self).utf8)
        let wrong = text.indices.dropLast(2).count { text[$0] == 0xEF && text[$0 + 1] == 0xBF && text[$0 + 2] == 0xBD }
        let wide = bytes.count { $0 >= 0xC0 }
        return wrong * 2 > wide ? windows1252(bytes) : text
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte == 45 || byte == 95 || byte == 46 || byte == 58
    }

    /// `nil` if no such charset is known.
    private static func convert(_ bytes: [UInt8], from name: String, _ defects: inout Set<Defect>) -> [UInt8]? {
        let name = canonical(name)
        let japanese = JapaneseCode.windows31J(bytes, from: name)
        return convert(japanese ?? bytes, iconv: japanese == nil ? name : "cp932", &defects)
    }

    private static func convert(_ bytes: [UInt8], iconv name: String, _ defects: inout Set<Defect>) -> [UInt8]? {
        _ = GMimeLibrary.options
        let converter = g_mime_iconv_open("UTF-8", name)
        guard recall_iconv_is_valid(converter) != 0 else { return nil }
        defer { g_mime_iconv_close(converter) }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + bytes.count / 2)
        var isDamaged = false
        bytes.withUnsafeBytes { source in
            var input = source.baseAddress.map {
                UnsafeMutablePointer(mutating: $0.assumingMemoryBound(to: CChar.self))
            }
            var left = source.count
            while left > 0 {
                let code = step(converter, &input, &left, &result)
                guard code == EILSEQ || code == EINVAL, left > 0 else { continue }
                isDamaged = true
                result += [0xEF, 0xBF, 0xBD]
                input? += 1
                left -= 1
            }
        }
        if isDamaged { defects.insert(.badCharset) }
        return result
    }

    /// Converts as much as fits a buffer; the error number if it stopped at wrong bytes, else 0.
    private static func step(
        _ converter: iconv_t?, _ input: inout UnsafeMutablePointer<CChar>?, _ left: inout Int, _ result: inout [UInt8]
    ) -> Int32 {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16 << 10) { buffer in
            var output = buffer.baseAddress
            var room = buffer.count
            errno = 0
            let status = iconv(converter, &input, &left, &output, &room)
            let code = status == -1 ? errno : 0
            if status != -1 { iconv(converter, nil, nil, &output, &room) }
            result.append(
                contentsOf: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<(buffer.count - room)]))
            return code == E2BIG ? 0 : code
        }
    }

    /// - Complexity: O(*n*).
    static func windows1252(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + bytes.count / 4)
        for byte in bytes {
            if byte < 0x80 {
                result.append(byte)
            } else {
                let scalar = byte < 0xA0 ? highControls[Int(byte) - 0x80] : UInt32(byte)
                result.append(contentsOf: UTF8.encode(Unicode.Scalar(scalar).unsafelyUnwrapped).unsafelyUnwrapped)
            }
        }
        return result
    }

    /// 0x80 to 0x9F of Windows-1252; the five unassigned ones are U+FFFD.
    private static let highControls: [UInt32] = [
        0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD,
        0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0xFFFD, 0x017E, 0x0178,
    ]
}
