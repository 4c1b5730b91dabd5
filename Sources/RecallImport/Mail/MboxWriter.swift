public import Foundation

/// Writes e-mails into one file: mboxrd, which every mail program reads. Works on bytes, since a mail may be in any
/// encoding.
public enum MboxWriter {
    /// A mail as it stands in an mbox file: the line before it, its bytes with one more `>` before each line that could be
    /// such a line, and an empty line.
    public static func entry(_ mail: [UInt8], from address: String, date: Date?) -> [UInt8] {
        var entry = Array("From \(envelope(address)) \(moment(date))\n".utf8)
        entry.reserveCapacity(mail.count + entry.count + 64)
        // Some programs keep the line of the mailbox in front of the mail.
        var rest = mail.starts(with: from) ? mail[lineEnd(mail, from: 0)...] : mail[...]
        while !rest.isEmpty {
            let end = lineEnd(mail, from: rest.startIndex)
            let line = rest[..<end]
            if line.drop(while: { $0 == mark }).starts(with: from) { entry.append(mark) }
            entry += line
            rest = rest[end...]
        }
        if entry.last != 10 { entry.append(10) }
        entry.append(10)
        return entry
    }

    private static let from = Array("From ".utf8)
    private static let mark = UInt8(ascii: ">")

    private static func lineEnd(_ bytes: [UInt8], from start: Int) -> Int {
        bytes[start...].firstIndex(of: 10).map { $0 + 1 } ?? bytes.count
    }

    /// The address, if it can stand in the line between two mails: printable, in ASCII, without a space.
    private static func envelope(_ address: String) -> String {
        let isPlain = 1...200 ~= address.utf8.count && address.utf8.allSatisfy { 0x21...0x7E ~= $0 }
        return isPlain ? address : "MAILER-DAEMON"
    }

    /// `Mon Mar  4 10:00:00 2024`, in UTC.
    private static func moment(_ date: Date?) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let date = date.flatMap { RFC3339.text($0) == nil ? nil : $0 } ?? Date(timeIntervalSince1970: 0)
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second, .weekday], from: date)
        guard let year = parts.year, let month = parts.month, let day = parts.day, let weekday = parts.weekday,
            let hour = parts.hour, let minute = parts.minute, let second = parts.second
        else { return "Thu Jan  1 00:00:00 1970" }
        let clock = [hour, minute, second].map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
        return "\(days[weekday - 1]) \(months[month - 1]) \(day < 10 ? " " : "")\(day) \(clock) \(year)"
    }

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
