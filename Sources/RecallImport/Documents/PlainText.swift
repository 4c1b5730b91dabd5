import RecallCore

/// Makes an extracted text of a plain text file.
enum PlainText {
    static func extract(_ bytes: [UInt8]) -> ExtractedText {
        let decoded = HTMLCharset.decode(bytes, declared: nil)
        var defects: Set<Defect> = decoded.isBad ? [.badCharset] : []
        var text = decoded.text.starts(with: [0xEF, 0xBB, 0xBF]) ? decoded.text.dropFirst(3) : decoded.text[...]
        if text.contains(0) { defects.insert(.controlCharacters) }
        if text.count > ImportLimits.textBytes {
            text = text.prefix(ImportLimits.textBytes)
            while let last = text.last, last & 0xC0 == 0x80 { text.removeLast() }
            if let last = text.last, last >= 0xC0 { text.removeLast() }
            defects.insert(.truncatedText)
        }
        return ExtractedText(text: String(decoding: lines(text), as: UTF8.self), defects: defects)
    }

    /// CRLF and CR become LF, NUL a space.
    private static func lines(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var previous: UInt8 = 0
        for byte in text {
            switch byte {
            case 0x0A where previous == 0x0D: break
            case 0x0D: result.append(0x0A)
            case 0: result.append(0x20)
            default: result.append(byte)
            }
            previous = byte
        }
        return result
    }
}
