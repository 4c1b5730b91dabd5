import RecallCore
import RecallText

/// A parsed message, valid as long as its bytes are.
struct MailMessage {
    let bytes: Bytes
    let structure: MIMEStructure
    let fields: MailFields
    let content: MailContent

    /// Parses a message and calls `body` with it. The bytes are valid during the call only.
    ///
    /// - Parameter wanted: the attachments whose bytes are kept.
    static func read<Result>(
        _ message: [UInt8], wanted: AttachedPart.Wanted = .documents, _ body: (MailMessage) -> Result
    ) -> Result {
        withLineFeeds(message).withUnsafeBufferPointer { bytes in
            let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
            return body(MailMessage(bytes.slice(start..<bytes.count), wanted))
        }
    }

    private init(_ bytes: Bytes, _ wanted: AttachedPart.Wanted) {
        self.bytes = bytes
        structure = MIMEStructure(bytes)
        let charset = structure.parts.lazy.filter { $0.contentType.type == "text" }.compactMap(\.contentType.charset)
            .first
        fields = MailFields(structure.parts[0].header, bytes, charset: charset)
        content = MailContent(
            bytes, structure, relation: SubjectMark.relation(fields.subject), sender: fields.sender?.name ?? "",
            wanted: wanted)
    }

    /// Bare CR line ends, of programs older than most mail, become LF if the message has no others.
    private static func withLineFeeds(_ message: [UInt8]) -> [UInt8] {
        let start = message.prefix(64 << 10)
        guard !start.contains(10), start.contains(13) else { return message }
        return message.map { $0 == 13 ? 10 : $0 }
    }

    /// The same mail has the same identity wherever it was stored: white space, which transports change, does not count.
    var id: ItemID {
        var squeezed: [UInt8] = []
        squeezed.reserveCapacity(content.text.count + 1)
        for byte in content.text {
            if !byte.isASCIISpace { squeezed.append(byte) } else if squeezed.last != 32 { squeezed.append(32) }
        }
        let hash = Self.hex(SHA256.digest(squeezed))
        if let id = fields.details.messageID { return ItemID(identifying: ["mail", id, hash]) }
        let from = fields.sender.map { $0.name + " " + $0.address } ?? ""
        return ItemID(identifying: ["mail-without-id", from, fields.dateText, fields.subject, hash])
    }

    /// Lower-case hexadecimal digits.
    static func hex(_ bytes: [UInt8]) -> String {
        let digits: [UInt8] = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
