import CGMime
import RecallCore
import RecallText

/// A mail of Apple Mail whose attachments lie in files of their own, as they are after decoding: those of
/// `Messages/12.partial.emlx` in `Attachments/12/2/plan.pdf`, by the number of the part (RFC 3501, 6.4.5).
struct PartialMail {
    /// The files of attachments, with the numbers of their parts.
    let files: [(part: String, path: String)]

    private static let ending = ".partial.emlx"
    private static let messages = "Messages", attachments = "Attachments"

    /// The attachments of the mail in the file at `path`; `nil` if it has none beside it.
    init?(_ path: String) {
        let parts = path.pathParts()
        guard let name = parts.last, name.hasSuffix(Self.ending), parts.dropLast().last == Self.messages else {
            return nil
        }
        let id = String(name.dropLast(Self.ending.count))
        let folder = "/" + (parts.dropLast(2) + [Self.attachments, id]).joined(separator: "/")
        guard id.isPlainPath else { return nil }
        files = Self.names(in: folder).prefix(ImportLimits.mimeParts).compactMap { number in
            let paths = Self.names(in: folder + "/" + number).map { "\(folder)/\(number)/\($0)" }
            return paths.first { FileStatus(path: $0)?.type == .file }.map { (number, $0) }
        }
        if files.isEmpty { return nil }
    }

    /// The names in a folder that are not hidden; none if it is a link.
    private static func names(in folder: String) -> [String] {
        guard FileStatus(path: folder)?.type == .folder, let listing = try? DirectoryListing(path: folder) else {
            return []
        }
        return listing.names.filter { !$0.hasPrefix(".") }
    }

    /// True for a folder of attachments of a mail that is there, with which they are read.
    static func holdsAttachments(folder path: String) -> Bool {
        var parts = path.pathParts()
        guard parts.count >= 2, parts[parts.count - 2] == attachments else { return false }
        parts[parts.count - 2] = messages
        return FileStatus(path: "/" + parts.joined(separator: "/") + ending)?.type == .file
    }

    /// The mail with its attachments in it, encoded as its parts say. One that cannot be read, or that there is no room for, stays
    /// out.
    func whole(_ message: [UInt8]) -> [UInt8] {
        message.withUnsafeBufferPointer { bytes in
            let parts = MIMEStructure(bytes).parts
            let paths = Dictionary(files.map { ($0.part, $0.path) }) { first, _ in first }
            let numbers = Self.numbers(of: parts)
            var (result, position) = ([UInt8](), 0)
            for (index, part) in parts.enumerated() where part.body.lowerBound >= position {
                guard part.children.isEmpty, bytes.trimmed(part.body).isEmpty,
                    let path = paths[numbers[index]],
                    let content = Self.content(path, part, room: ImportLimits.originalBytes - result.count)
                else { continue }
                result += bytes[position..<part.body.lowerBound]
                // A header that the next part follows at once has no empty line.
                if !result.hasEmptyLastLine { result.append(0x0A) }
                result += content
                if part.body.upperBound == bytes.count || bytes[part.body.upperBound] > 0x0D { result.append(0x0A) }
                position = part.body.upperBound
            }
            return result + bytes[position...]
        }
    }

    private static func content(_ path: String, _ part: MIMEPart, room: Int) -> [UInt8]? {
        guard let file = try? RegularFile(path: path), file.byteCount < room / 2,
            let bytes = try? file.bytes(limit: file.byteCount)
        else { return nil }
        let encoded = TransferEncoding.encode(bytes, part.encoding)
        guard part.encoding == GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE else { return encoded }
        // No line may look like a boundary.
        return encoded.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            line.first == UInt8(ascii: "-") ? Array("=2D".utf8) + line.dropFirst() : Array(line)
        }.joined(separator: [0x0A]).map(\.self)
    }

    /// The numbers of all parts. That of a mail in a mail is that of its only part, or goes before those of its parts.
    private static func numbers(of parts: [MIMEPart]) -> [String] {
        var numbers = parts.map { _ in "" }
        // A part comes after the one that it is in.
        for (index, part) in parts.enumerated() {
            for (place, child) in part.children.enumerated() {
                let isMail = part.contentType.type == "message"
                let number = isMail && !parts[child].children.isEmpty ? [] : ["\(place + 1)"]
                numbers[child] = ([numbers[index]] + number).filter { !$0.isEmpty }.joined(separator: ".")
            }
        }
        if parts.count == 1 { numbers[0] = "1" }
        return numbers
    }
}

extension [UInt8] {
    /// True if an empty line is at the end.
    fileprivate var hasEmptyLastLine: Bool {
        suffix(2).elementsEqual([0x0A, 0x0A]) || suffix(3).elementsEqual([0x0A, 0x0D, 0x0A])
    }
}
