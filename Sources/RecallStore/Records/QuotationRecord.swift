import RecallCore

/// A quotation as stored in the JSON array of the column `item.quotations`. Part of the schema, like `ItemDetailsRecord`.
struct QuotationRecord: Codable {
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

extension QuotationRecord {
    init(_ quotation: Quotation) {
        self.init(
            start: quotation.range.lowerBound, end: quotation.range.upperBound, name: quotation.author?.name,
            address: quotation.author?.address)
    }

    var quotation: Quotation {
        Quotation(
            range: start..<max(start, end),
            author: name.map { Participant(name: $0, address: address ?? "") })
    }
}
