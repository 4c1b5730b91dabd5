/// The parts of a query in double quotes, which must occur literally.
enum QuotedPhrases {
    /// The phrases, and the query without the quotation marks: what is in quotes is searched by meaning too. A quotation
    /// mark without its partner is no quotation.
    static func split(_ query: String) -> (text: String, phrases: [String]) {
        let parts = query.split(separator: /["“”„]/, omittingEmptySubsequences: false)
        guard parts.count > 2 else { return (query, []) }
        let quoted = parts.enumerated().filter { $0.offset % 2 == 1 && $0.offset < parts.count - 1 }
        return (parts.joined(separator: " "), quoted.map { String($0.element) })
    }
}
