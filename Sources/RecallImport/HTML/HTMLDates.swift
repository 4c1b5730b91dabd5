import Foundation

/// The dates that a page states in its head: `date` and the names for it of Dublin Core, Open Graph and schema.org.
struct HTMLDates {
    /// The dates of writing and of the last change.
    private(set) var created: Date?, modified: Date?

    private static let creation: Set<String> = [
        "date", "dc.date", "dcterms.date", "dc.date.created", "dcterms.created", "dc.date.issued", "dcterms.issued",
        "article:published_time", "datepublished", "datecreated", "created", "creation_date", "publish-date", "pubdate",
    ]
    private static let change: Set<String> = [
        "article:modified_time", "og:updated_time", "datemodified", "dcterms.modified", "dc.date.modified",
        "last-modified", "modified",
        "changed",
    ]

    /// The bytes at a page's start in which its head is searched.
    private static let headBytes = 256 << 10

    /// Reads the head of a page.
    init(_ html: [UInt8]) {
        var dates = DocumentDate()
        html.prefix(Self.headBytes).withUnsafeBufferPointer { head in
            var tokens = HTMLTokenizer(head, keepingAttributes: true)
            while let token = tokens.next() {
                guard case .start(let tag) = token else { continue }
                if tag.key == HTMLTag.key("body") { return }
                if tag.key == HTMLTag.key("meta") { take(tokens.attributes, &dates) }
            }
        }
    }

    private mutating func take(_ attributes: [(name: HTMLTag.Bytes, value: HTMLTag.Bytes)], _ dates: inout DocumentDate)
    {
        func value(_ names: String...) -> String? {
            attributes.first { names.contains(String(decoding: $0.name, as: UTF8.self).lowercased()) }
                .map { String(decoding: $0.value.prefix(200), as: UTF8.self) }
        }
        guard let name = value("name", "property", "itemprop", "http-equiv")?.lowercased(),
            let content = value("content")
        else { return }
        if Self.creation.contains(name) { created = created ?? dates.property(content) }
        if Self.change.contains(name) { modified = modified ?? dates.property(content) }
    }
}
