import Foundation
import RecallText

/// The line that begins a message in an mbox file: `From `, a sender, and a date.
struct MboxMarker {
    /// The offset of the line in the file.
    var start: Int
    /// The offset of the message, after the line.
    var messageStart: Int
    /// The date in the line.
    var date: Date?

    /// True for the line that git writes before each patch, which is also in the text of mails with patches.
    var isOfGit = false

    /// The longest marker line.
    static let longest = 1 << 10

    /// Reads a marker at `index` of `window`, which begins at the file's byte `windowStart`; `nil` if none is there.
    ///
    /// A line without a date is text that begins with "From", and so is one that neither a header field nor the end of
    /// the message follows. Only the first line of a file may lack the date.
    init?(_ window: Bytes, at index: Int, windowStart: Int) {
        guard window.has("From ", at: index) else { return nil }
        let end = window.lineEnd(from: index)
        guard end - index <= Self.longest, Self.isMessage(window, at: end) else { return nil }
        let date = window.slice(Self.dateStart(window, index + 5..<end)..<end)
        guard MailDate.isComplete(date) || windowStart + index == 0 && HeaderBlock.isField(at: end, window) else {
            return nil
        }
        start = windowStart + index
        messageStart = windowStart + end
        // The name of a commit, as SHA-1 or SHA-256.
        let name = window.slice(index + 5..<end).prefix { $0.isASCIIDigit || (0x61...0x66).contains($0) }
        isOfGit = [40, 64].contains(name.count) && date.firstIndex(of: "Mon Sep 17 00:00:00 2001", from: 0) == 0
        // Programs write the first second of 1970 where they know none.
        self.date = MailDate.parse(date).flatMap { $0.timeIntervalSince1970 == 0 ? nil : $0 }
    }

    /// The place of a line that is missing before the mail at the start of a file.
    static let missing = MboxMarker()

    private init() { (start, messageStart) = (0, 0) }

    /// The end, an empty line, a field or another marker.
    private static func isMessage(_ window: Bytes, at index: Int) -> Bool {
        index == window.count || window[index] == 10 || window[index] == 13 || window.has("From ", at: index)
            || window.has(">From ", at: index) || HeaderBlock.isField(at: index, window)
    }

    /// Behind the sender: at the day of the week, or else at the second word.
    private static func dateStart(_ window: Bytes, _ rest: Range<Int>) -> Int {
        for i in rest where window[i] == 32 {
            if weekdays.contains(where: { window.hasIgnoringCase($0, at: i + 1) }) { return i + 1 }
        }
        let sender = window.trimmed(rest).lowerBound
        return window[sender..<rest.upperBound].firstIndex(of: 32) ?? rest.upperBound
    }

    private static let weekdays: [StaticString] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
}
