public import Foundation

/// An exact condition on items. It selects items and never affects their rank.
///
///     let filter = SearchFilter.all([.kind(.email), .from("anna"), .after(date), .not(.phrase("out of office"))])
public indirect enum SearchFilter: Hashable, Sendable {
    /// All of these; of none: every item.
    case all([SearchFilter])
    /// At least one of these; of none: no item.
    case any([SearchFilter])
    /// Not this.
    case not(SearchFilter)

    /// The words stand in the title or in the text, in that order and next to each other. Without any word: every item.
    /// More than 200 words are looked for 200 by 200.
    case words(WordSequence)
    /// Both stand in the title, or both in the text, with at most `distance` words between them, in either order.
    case near(WordSequence, WordSequence, distance: Int)
    /// The words stand in the title.
    case subject(WordSequence)
    /// The words stand in the name of where it is: a folder or a file of many items, a chat, a notebook, a label of a mail.
    case place(WordSequence)
    /// The words stand in its file's name, or in that of a file that came with it.
    case fileName(WordSequence)
    /// The words stand in a label of a mail, or in a tag of a note.
    case tag(WordSequence)

    /// Its kind.
    case kind(ItemKind)
    /// A document's format: `pdf`, `docx`, …
    case format(String)
    /// The language that its author wrote it in; `nil`: none that could be told.
    case language(Language?)
    /// The words are, in any order, whole words of the name and the address of somebody in one of the roles, regardless of
    /// case and accents; a text with an `@` is a part of the address that begins and ends with whole words. If that is
    /// true of no item, the text is any part of the name or the address. No words match nobody.
    case participant(WordSequence, in: Set<ParticipantRole>)
    /// Somebody in one of the roles has this address, whole, regardless of case. Other addresses of the same person do not count.
    case address(String, in: Set<ParticipantRole>)
    /// At least one file came with it.
    case hasAttachment
    /// Written at `from` or later, and before `to`. What has no date is never between dates.
    case date(from: Date?, to: Date?)
    /// The bytes of its text and of the files that came with it, as many as in the range.
    case byteCount(ClosedRange<Int>)

    /// Its id begins with these hexadecimal digits.
    case id(prefix: String)
    /// It is in one thread with an item whose id begins with these hexadecimal digits.
    case thread(prefix: String)
    /// The key of its conversation, exactly.
    case conversation(String)
}

/// The role of a participant in an item.
public enum ParticipantRole: String, Hashable, Sendable, CaseIterable {
    case from, to, cc, bcc
}

/// Words that stand next to each other. Case, accents and what is between words (blanks, punctuation) do not matter;
/// word endings do.
public struct WordSequence: Hashable, Sendable {
    /// The words, as typed.
    public var text: String
    /// True if the last word is a prefix.
    public var isPrefix: Bool

    /// The words of `text`.
    public init(_ text: String, isPrefix: Bool = false) {
        self.text = text
        self.isPrefix = isPrefix
    }
}

extension SearchFilter {
    /// Every item.
    public static let everything = SearchFilter.all([])

    /// The words stand next to each other.
    public static func phrase(_ text: String) -> SearchFilter { .words(WordSequence(text)) }

    /// A word begins so.
    public static func prefix(_ text: String) -> SearchFilter { .words(WordSequence(text, isPrefix: true)) }

    /// One of the kinds; any kind if there are none.
    public static func kinds(_ kinds: Set<ItemKind>) -> SearchFilter {
        let kinds = ItemKind.allCases.filter(kinds.contains)
        return kinds.isEmpty ? .everything : .any(kinds.map(SearchFilter.kind))
    }

    /// A picture came with it, or it is one, by the name of the file.
    public static let hasPicture = SearchFilter.any(
        ["jpg", "jpeg", "png", "heic", "gif", "webp"].map { .fileName(WordSequence($0)) })

    /// The words are in the sender's name or address.
    public static func from(_ words: String) -> SearchFilter { .participant(WordSequence(words), in: [.from]) }

    /// The words are in anyone's name or address: sender or recipient.
    public static func with(_ words: String) -> SearchFilter {
        .participant(WordSequence(words), in: Set(ParticipantRole.allCases))
    }

    /// Written at `date` or later.
    public static func after(_ date: Date) -> SearchFilter { .date(from: date, to: nil) }

    /// Written before `date`.
    public static func before(_ date: Date) -> SearchFilter { .date(from: nil, to: date) }

    /// True if it only says which items not, and all others pass: everything, `-from:ada`.
    public var onlyExcludes: Bool {
        switch self {
        case .all(let filters): filters.allSatisfy(\.onlyExcludes)
        case .any(let filters): filters.contains(where: \.onlyExcludes)
        case .not(let filter): !filter.onlyExcludes
        default: false
        }
    }

    /// Both.
    public func and(_ other: SearchFilter) -> SearchFilter {
        if self == .everything { return other }
        return other == .everything ? self : .all([self, other])
    }
}
