/// Prefixes that mail programs put before the subjects of replies and forwarded mails, in many languages: in lower
/// case, without the colon.
package enum SubjectPrefixes {
    /// The uses of a prefix. Each use leaves out some prefixes for its own reasons, and changing one would re-thread
    /// or re-split the mails of existing libraries.
    private struct Use: OptionSet {
        let rawValue: Int

        /// The mail answers another one; it forwards one.
        static let reply = Use(rawValue: 1), forward = Use(rawValue: 2)
        /// No part of the subject by which mails are threaded.
        static let threading = Use(rawValue: 4)
        /// Carries no meaning as a word of a title either. English words and single letters are excluded.
        static let word = Use(rawValue: 8)
    }

    /// The prefixes of replies.
    package static let replies = prefixes(.reply)
    /// The prefixes of forwarded mails.
    package static let forwards = prefixes(.forward)
    /// The prefixes without which the subjects of a thread are the same.
    package static let threading = Set(prefixes(.threading))
    /// The prefixes that carry no meaning as words of a title.
    package static let words = Set(prefixes(.word))

    private static func prefixes(_ use: Use) -> [String] {
        table.flatMap { $0.use.isSuperset(of: use) ? $0.prefixes.split(separator: " ").map(String.init) : [] }
    }

    private static let table: [(use: Use, prefixes: String)] = [
        ([.reply, .threading, .word], "re aw sv"),
        ([.reply, .threading], "antw res rif r odp ynt 回复 答复 返信"),
        (.reply, "antwort 回覆 отв ha на"),
        ([.forward, .threading, .word], "fwd fw wg tr rv"),
        ([.forward, .threading], "doorst enc vb vs pd i 转发"),
        (.forward, "轉寄 пересл weitergeleitet"),
        (.threading, "ant ref ответ fyi"),
    ]
}
