/// A mail within a mail that is an item of its own: one that was forwarded as a file, returned, or part of a digest.
struct AttachedMail {
    /// The mail as it was sent (RFC 5322).
    let bytes: [UInt8]
    /// The range of its text in the text of the mail around it.
    private(set) var text: Range<Int>
    /// The number of the part that it is.
    private(set) var part: Int
    /// Its number among the attachments; `nil` before it is listed.
    var number: Int?

    init(_ bytes: [UInt8], text: Range<Int>, part: Int, number: Int?) {
        (self.bytes, self.text, self.part, self.number) = (bytes, text, part, number)
    }

    /// True if `message` was sent by somebody at some time. Others are texts with a title.
    static func isMail(_ message: Bytes) -> Bool {
        let header = HeaderBlock(message, from: 0)
        return header.first(.from, message) != nil
            && (header.first(.date, message) != nil || header.first(.messageID, message) != nil)
    }

    /// The same within the content around its own, where a text of `count` bytes became what is at the end of `range`.
    func moved(into range: Range<Int>, of count: Int, attachmentsBefore: Int, part: Int) -> AttachedMail {
        var moved = self
        // A text that was cut, or not taken, has no place for it.
        let start = range.upperBound - count
        let isWhole = start >= range.lowerBound
        moved.text = isWhole ? start + text.lowerBound..<start + text.upperBound : range.upperBound..<range.upperBound
        moved.number = number.map { $0 + attachmentsBefore }
        moved.part = part
        return moved
    }
}

extension MailContent {
    /// The text without that of attached mails, and the ranges of it that the author of this one wrote.
    var ownText: (text: [UInt8], authored: [Range<Int>]) {
        var (own, ranges): ([UInt8], [Range<Int>]) = ([], [])
        for kept in rangesOfOwnText {
            var kept = kept
            while own.isEmpty, !kept.isEmpty, text[kept.lowerBound] == 10 { kept = kept.dropFirst() }
            let shift = own.count - kept.lowerBound
            ranges += authored.map { $0.clamped(to: kept) }.filter { !$0.isEmpty }
                .map { $0.lowerBound + shift..<$0.upperBound + shift }
            own += text[kept]
        }
        return (own, ranges)
    }

    private var rangesOfOwnText: [Range<Int>] {
        let attached = attachedMails.map(\.text).sorted { $0.lowerBound < $1.lowerBound }
        let starts = [0] + attached.map(\.upperBound)
        let ends = attached.map(\.lowerBound) + [text.count]
        return zip(starts, ends).map { $0..<max($0, $1) }
    }
}
