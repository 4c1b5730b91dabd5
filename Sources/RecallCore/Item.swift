public import Foundation

/// One e-mail, message, document or note.
public struct Item: Hashable, Sendable {
    /// The identity of its content.
    public var id: ItemID
    /// The properties that only items of its kind have.
    public var details: ItemDetails
    /// The subject, the document's or the note's title; empty if there is none. One line.
    public var title: String
    /// The author, if the source names one.
    public var sender: Participant?
    /// Whom it was sent to.
    public var recipients: [Recipient]
    /// The time it was written; `nil` if the source does not say.
    public var date: Date?
    /// The whole text, for display and words: valid UTF-8 without NUL, LF line ends.
    public var text: String
    /// The UTF-8 byte ranges of `text` written by its author, ascending, not overlapping, at character boundaries.
    /// Quoted replies, signatures and boilerplate are excluded. Only these ranges are embedded.
    public var authoredRanges: [Range<Int>]
    /// The conversation the source itself names: a chat's key, a JSONL `thread`. `nil` where threads follow from content.
    public var conversation: String?
    /// The name of that conversation for people to read (the chat's title); empty if there is none.
    public var conversationTitle: String
    /// The files attached to it.
    public var attachments: [Attachment]
    /// The item whose attachment this is, or `nil`.
    public var parent: ItemID?
    /// The id the source gave it (JSONL `id`, Message-ID), or `nil`: for programs that match results with their own data.
    public var externalID: String?
    /// The URL of the original, if the source gives one.
    public var url: String?
    /// The defects found while reading it.
    public var defects: Set<Defect>

    /// An item; without `authoredRanges` all of its text counts as written by its author.
    public init(
        id: ItemID, details: ItemDetails, title: String = "", sender: Participant? = nil, recipients: [Recipient] = [],
        date: Date? = nil, text: String, authoredRanges: [Range<Int>]? = nil, conversation: String? = nil,
        conversationTitle: String = "", attachments: [Attachment] = [], parent: ItemID? = nil,
        externalID: String? = nil, url: String? = nil, defects: Set<Defect> = []
    ) {
        self.id = id
        self.details = details
        self.title = title
        self.sender = sender
        self.recipients = recipients
        self.date = date
        self.text = text
        self.authoredRanges = authoredRanges ?? (text.isEmpty ? [] : [0..<text.utf8.count])
        self.conversation = conversation
        self.conversationTitle = conversationTitle
        self.attachments = attachments
        self.parent = parent
        self.externalID = externalID
        self.url = url
        self.defects = defects
    }

    /// The kind its details belong to.
    public var kind: ItemKind { details.kind }

    /// The author's own text: the ranges of `authoredRanges`, joined by line feeds.
    ///
    /// - Complexity: O(*n*) in the text's length.
    public var embeddableText: String {
        let bytes = Array(text.utf8)
        return authoredRanges.map { String(decoding: bytes[$0], as: UTF8.self) }.joined(separator: "\n")
    }
}
