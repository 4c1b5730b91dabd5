import RecallCore

/// Text as items hold it: valid UTF-8 without NUL, line ends LF, at most `ImportLimits.textBytes`.
struct CleanText {
    /// The text.
    private(set) var text: String
    /// The defects that were repaired.
    private(set) var defects: Set<Defect> = []

    /// Cleans `text`.
    ///
    /// - Complexity: O(*n*), without a copy where nothing is to be changed.
    init(_ text: String) {
        var text = text
        let cleaned = text.withUTF8 { Self.cleaned($0) }
        self.text = cleaned?.text ?? text
        if let cleaned { defects = cleaned.defects }
    }

    /// `text` on one line, without control characters and white space around it.
    static func line(_ text: String) -> String {
        guard !isLine(text.utf8) else { return text }
        let words = text.unicodeScalars.split { $0.value < 0x20 || $0.value == 0x7F || $0.properties.isWhitespace }
        return words.map { String($0) }.joined(separator: " ")
    }

    /// True if there is certainly nothing to change: names mostly are ASCII with a blank between words.
    private static func isLine(_ bytes: String.UTF8View) -> Bool {
        var (last, hasBlanks, isASCII): (UInt8, Bool, Bool) = (0x20, false, true)
        for byte in bytes {
            guard byte >= 0x20, byte != 0x7F, byte != 0x20 || last != 0x20 else { return false }
            if byte == 0x20 { hasBlanks = true }
            if byte >= 0x80 { isASCII = false }
            last = byte
        }
        return !hasBlanks || (isASCII && last != 0x20)
    }

    /// `nil` if `bytes` are clean.
    private static func cleaned(_ bytes: UnsafeBufferPointer<UInt8>) -> (text: String, defects: Set<Defect>)? {
        let isCut = bytes.count > ImportLimits.textBytes
        guard isCut || bytes.contains(where: { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 }) else { return nil }
        var defects: Set<Defect> = isCut ? [.truncatedText] : []
        var result: [UInt8] = []
        result.reserveCapacity(min(bytes.count, ImportLimits.textBytes))
        for i in 0..<(isCut ? characterBoundary(in: bytes) : bytes.count) {
            // A replaced byte becomes three.
            guard result.count <= ImportLimits.textBytes - 3 || !defects.contains(.controlCharacters) else {
                defects.insert(.truncatedText)
                break
            }
            append(bytes[i], next: i + 1 < bytes.count ? bytes[i + 1] : 0, to: &result, &defects)
        }
        return (String(decoding: result, as: UTF8.self), defects)
    }

    private static func append(_ byte: UInt8, next: UInt8, to result: inout [UInt8], _ defects: inout Set<Defect>) {
        switch byte {
        case 0x0D: if next != 0x0A { result.append(0x0A) }
        case 0x0B, 0x0C: result.append(0x0A)
        case 0x0A, 0x09, 0x20...: result.append(byte)
        default:
            result.append(contentsOf: [0xEF, 0xBF, 0xBD])
            defects.insert(.controlCharacters)
        }
    }

    /// The last start of a character at or before the limit.
    private static func characterBoundary(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var end = ImportLimits.textBytes
        while bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return end
    }
}
