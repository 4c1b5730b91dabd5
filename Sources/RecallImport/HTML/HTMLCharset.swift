import CLibXML2

/// Finds out the charset of HTML and decodes it to UTF-8.
enum HTMLCharset {
    /// `html` in UTF-8 without NUL, and whether some of it could not be read in its charset.
    static func decode(_ html: [UInt8], declared: String?) -> (text: [UInt8], isBad: Bool) {
        if let utf16 = utf16Order(html) { return convert(html, from: utf16) }
        let isUTF8 = isValidUTF8(html)
        if html.starts(with: [0xEF, 0xBB, 0xBF]) || isUTF8 && !isStateful(declared) {
            return isUTF8 ? (html, false) : (repaired(html), true)
        }
        let written = declared.flatMap(canonical) ?? metaCharset(html).flatMap(canonical)
        let name = written ?? LegacyCharset.guess(html) ?? "windows-1252"
        switch name {
        case "windows-1252": return (Windows1252.decode(html), false)
        case "utf-8": return (hasMultibyte(html) ? repaired(html) : Windows1252.decode(html), true)
        default: return convert(html, from: name)
        }
    }

    /// The byte order of UTF-16, by byte order mark or by the zero bytes of its ASCII characters.
    private static func utf16Order(_ html: [UInt8]) -> String? {
        if html.starts(with: [0xFF, 0xFE]) { return "utf-16le" }
        if html.starts(with: [0xFE, 0xFF]) { return "utf-16be" }
        let head = html.prefix(1_024)
        guard head.count >= 4 else { return nil }
        var zeros = (even: 0, odd: 0)
        for (i, byte) in head.enumerated() where byte == 0 {
            if i % 2 == 0 { zeros.even += 1 } else { zeros.odd += 1 }
        }
        if zeros.odd * 4 > head.count, zeros.even * 16 < head.count { return "utf-16le" }
        if zeros.even * 4 > head.count, zeros.odd * 16 < head.count { return "utf-16be" }
        return nil
    }

    private static func isValidUTF8(_ bytes: [UInt8]) -> Bool {
        String(validating: bytes, as: UTF8.self) != nil
    }

    private static func repaired(_ bytes: [UInt8]) -> [UInt8] {
        Array(String(decoding: bytes, as: UTF8.self).utf8)
    }

    /// True if there is a well-formed character of several bytes, so that the text was meant as UTF-8.
    private static func hasMultibyte(_ bytes: [UInt8]) -> Bool {
        bytes.indices.dropLast().contains { (0xC2...0xDF).contains(bytes[$0]) && bytes[$0 + 1] & 0xC0 == 0x80 }
            || bytes.indices.dropLast(2).contains {
                bytes[$0] & 0xF0 == 0xE0 && bytes[$0 + 1] & 0xC0 == 0x80 && bytes[$0 + 2] & 0xC0 == 0x80
            }
    }

    /// True if the charset encodes other characters with ASCII bytes.
    private static func isStateful(_ name: String?) -> Bool {
        name.flatMap(canonical) == "iso-2022-jp"
    }

    /// The charset in a `<meta>` element near the start, or in the declaration of XML.
    private static func metaCharset(_ html: [UInt8]) -> String? {
        let head = String(decoding: html.prefix(8_192).map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self).lowercased()
        if head.hasPrefix("<?xml"), let found = head.prefix(while: { $0 != ">" }).firstRange(of: "encoding=") {
            let value = head[found.upperBound...].drop { $0 == "\"" || $0 == "'" }
            return String(value.prefix { $0.isLetter || $0.isNumber || "-_:.".contains($0) })
        }
        var rest = head[...]
        while let meta = rest.firstRange(of: "<meta") {
            rest = rest[meta.upperBound...]
            let element = rest.prefix { $0 != ">" }
            guard let found = element.firstRange(of: "charset=") else { continue }
            let value = element[found.upperBound...].drop { $0 == "\"" || $0 == "'" || $0 == " " }
            return String(value.prefix { $0.isLetter || $0.isNumber || "-_:.".contains($0) })
        }
        return nil
    }

    /// The name by which a charset of the WHATWG list is converted; `nil` for others: UTF-7 is never read.
    private static func canonical(_ name: String) -> String? {
        let name = name.lowercased().filter { !" \"'".contains($0) }
        switch name {
        case "utf-8", "utf8": return "utf-8"
        case "iso-8859-1", "iso_8859-1", "latin1", "l1", "iso8859-1", "cp1252", "windows-1252", "x-cp1252":
            return "windows-1252"
        case "gb2312", "gbk", "x-gbk", "gb_2312-80", "gb18030", "cp936": return "gb18030"
        case "big5", "big5-hkscs": return "big5-hkscs"
        case "shift_jis", "shift-jis", "sjis", "x-sjis", "windows-31j", "cp932": return "cp932"
        case "euc-kr", "ks_c_5601-1987", "ksc5601", "korean", "cp949": return "cp949"
        case "euc-jp", "iso-2022-jp", "koi8-r", "koi8-u", "macintosh", "windows-874", "utf-16le", "utf-16be":
            return name
        case "utf-16": return "utf-16le"
        case "ibm866", "cp866": return "cp866"
        case "tis-620", "iso-8859-11": return "cp874"
        default:
            let numbered = ["iso-8859-", "iso_8859-", "windows-125", "cp125"].first { name.hasPrefix($0) }
            guard let numbered, let number = Int(name.dropFirst(numbered.count)), number < 17 else { return nil }
            return numbered.hasPrefix("iso") ? "iso-8859-\(number)" : "cp125\(number)"
        }
    }

    /// Decodes with iconv; a byte that does not fit becomes U+FFFD.
    static func convert(_ bytes: [UInt8], from charset: String) -> (text: [UInt8], isBad: Bool) {
        if let bytes = JapaneseCode.windows31J(bytes, from: charset) { return convert(bytes, from: "cp932") }
        guard let converter = iconv_open("UTF-8", charset), converter != iconv_t(bitPattern: -1) else {
            return (Windows1252.decode(bytes), true)
        }
        defer { iconv_close(converter) }
        var text: [UInt8] = []
        var isBad = false
        var input = bytes
        let block = UnsafeMutablePointer<CChar>.allocate(capacity: 1 << 16)
        defer { block.deallocate() }
        input.withUnsafeMutableBytes { raw in
            var next = raw.baseAddress?.assumingMemoryBound(to: CChar.self)
            var left = raw.count
            while left > 0 {
                var out: UnsafeMutablePointer<CChar>? = block
                var room = 1 << 16
                _ = iconv(converter, &next, &left, &out, &room)
                text.append(contentsOf: UnsafeRawBufferPointer(start: block, count: (1 << 16) - room))
                guard left > 0, room > 16 else { continue }  // all done, or the block is full
                isBad = true
                text += [0xEF, 0xBF, 0xBD]
                next = next?.advanced(by: 1)
                left -= 1
            }
        }
        return (text, isBad)
    }
}
