import RecallCore
import RecallText

/// A word that looks like a field with a value and is none: `form:anna`, `newer_than:2d`. It is searched as words.
///
/// Addresses (`https://…`), times (`12:30`), `Re:`, names in code (`std::sort`) and ports (`localhost:80`) look otherwise.
struct UnknownField {
    /// The bytes of the name and its colon.
    let range: Range<Int>
    private let name: String
    private let nearest: QueryField?

    /// The unknown field that begins at a byte of a query; `nil` if none does.
    init?(_ query: QueryBytes, at start: Int) {
        var colon = start
        while query[colon].isASCIILetter || query[colon] == UInt8(ascii: "_"), colon - start <= Self.longestName {
            colon += 1
        }
        guard (2...Self.longestName).contains(colon - start), query[colon] == UInt8(ascii: ":") else { return nil }
        (range, name) = (start..<colon + 1, query.text(start..<colon).lowercased())
        nearest = Self.nearest(to: name)
        let isFollowed = Self.isValue(query, from: colon + 1, mayBeNumber: nearest != nil)
        guard isFollowed, !Self.others.contains(name) else { return nil }
    }

    /// The note for the person who asks.
    var note: QueryNote {
        let question = nearest.map { " (did you mean “\($0.rawValue):”?)" } ?? ""
        return QueryNote("“\(name):” is not a field\(question), so it was searched as words", at: range)
    }

    private static let longestName = 20

    /// True if a value begins with a letter, a digit or a quotation mark directly after the colon, and has no further colon.
    private static func isValue(_ query: QueryBytes, from start: Int, mayBeNumber: Bool) -> Bool {
        if query.quote(at: start) > 0 { return true }
        guard !query.ends(at: start), query[start].mayBeOfWord, mayBeNumber || !query[start].isASCIIDigit else {
            return false
        }
        var end = start
        while !query.ends(at: end), query[end] != UInt8(ascii: ":") { end += query.character(at: end) }
        return query.ends(at: end)
    }

    private static func nearest(to name: String) -> QueryField? {
        if let field = synonyms[name] { return field }
        // Two letters are near to every other two.
        let names = QueryField.allCases.map(\.rawValue).filter { $0.count > 2 }
        return NearestName.nearest(to: name, in: names) { $0.count > 4 ? 2 : 1 }.flatMap(QueryField.init)
    }

    /// The names of such fields in other programs.
    private static let synonyms: [String: QueryField] = {
        let names: [(QueryField, String)] = [
            (.from, "sender author by"), (.to, "recipient recipients"), (.with, "participant people person contact"),
            (.subject, "title"), (.in, "folder mailbox maildir source chat path notebook"), (.kind, "type"),
            (.format, "filetype ext extension"), (.lang, "language"), (.filename, "file attachment"),
            (.label, "labels tags keyword keywords category"),
            (.has, "hasattachment hasattachments"), (.after, "since newer newer_than"),
            (.before, "until older older_than"), (.date, "on when sent received"), (.larger, "size"),
            (.id, "mid msgid"),
        ]
        return names.reduce(into: [:]) { fields, entry in
            for name in entry.1.split(separator: " ") { fields[String(name)] = entry.0 }
        }
    }()

    /// Words that stand before a colon otherwise: prefixes of subjects, and schemes of addresses without slashes.
    private static let others = Set.words(
        "about arxiv data doi geo git isbn issn javascript localhost magnet mailto news pmid sip sips sms tel urn xmpp"
    ).union(SubjectPrefixes.replies + SubjectPrefixes.forwards)
}
