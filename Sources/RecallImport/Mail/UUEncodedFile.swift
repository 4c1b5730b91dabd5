import CGMime
import RecallCore
import RecallText

/// A file within the text of a mail, as programs attach it that know no MIME: `begin 644 name`, lines of data, `end`.
struct UUEncodedFile {
    /// Its name.
    let name: String
    /// From the line `begin` through the line `end`.
    let range: Range<Int>

    /// The files in the part of a text in `range`.
    ///
    /// - Complexity: O(*n*).
    static func all(_ bytes: Bytes, in range: Range<Int>) -> [UUEncodedFile] {
        var files: [UUEncodedFile] = []
        var line = range.lowerBound
        while line < range.upperBound, files.count < ImportLimits.mimeParts {
            let file = bytes.has("begin ", at: line) ? UUEncodedFile(bytes, at: line, before: range.upperBound) : nil
            if let file { files.append(file) }
            line = file?.range.upperBound ?? bytes.lineEnd(from: line)
        }
        return files
    }

    private init?(_ bytes: Bytes, at start: Int, before end: Int) {
        var line = min(bytes.lineEnd(from: start), end)
        let words = bytes.slice(bytes.trimmed(start + 6..<line))
        let digits = words.prefix { $0 &- 48 < 8 }.count
        guard digits == 3 || digits == 4, words.count > digits + 1, words[digits] == 32 else { return nil }
        name = String(
            HeaderText.singleLine(String(decoding: words[(digits + 1)...], as: UTF8.self)).prefix(255))
        var hasData = false
        while line < end {
            let next = min(bytes.lineEnd(from: line), end)
            let content = bytes.slice(line..<next).prefix { $0 != 10 && $0 != 13 }
            if hasData, content.count == 3, bytes.has("end", at: line) {
                range = start..<next
                return
            }
            if let first = content.first {
                guard (32...96).contains(first) else { return nil }
                let count = Int((first - 32) & 63)
                // Spaces at the end of a line may be lost; some programs write a check sum there.
                guard content.count <= (count + 2) / 3 * 4 + 3, count == 0 || content.count > 1 else { return nil }
                hasData = hasData || count > 0
            }
            line = next
        }
        return nil
    }
}

extension MailContent {
    /// Lists a file within the text of the part `index`.
    mutating func list(_ file: UUEncodedFile, in index: Int) {
        var part = parts[index]
        part.contentType = MIMEContentType()
        (part.contentType.type, part.contentType.subtype) = ("application", "octet-stream")
        part.contentType.name = file.name
        part.encoding = GMIME_CONTENT_ENCODING_UUENCODE
        part.body = file.range
        attachments.append(
            AttachedPart(
                part, bytes, index: firstIndex + index, number: attachmentsBefore + attachments.count,
                wanted: wanted.within(isWithinAttached)))
    }
}
