import RecallCore

/// A quoted text as stored in the JSON array of the column `item.quoted`. Part of the schema, like `ItemDetailsRecord`.
struct QuotedTextRecord: Codable {
    var start: Int
    var end: Int
    /// The author's name and address; both `nil` if it is unknown.
    var name: String?
    var address: String?

    enum CodingKeys: String, CodingKey {
        case start = "start"
        case end = "end"
        case name = "name"
        case address = "address"
    }
}

extension QuotedTextRecord {
    init(_ quotedText: QuotedText) {
        self.init(
            start: quotedText.range.lowerBound, end: quotedText.range.upperBound, name: quotedText.author?.name,
            address: quotedText.author?.address)
    }

    var quotedText: QuotedText {
        QuotedText(
            range: start..<max(start, end),
            author: name.map { Participant(name: $0, address: address ?? "") })
    }
}
