import RecallCore

// Lists of items, and what they have in common.

struct ListedItemFields: Encodable {
    private var summary: ItemSummaryFields
    private var preview: String
    private var thread: Int

    init(_ item: ListedItem) {
        summary = ItemSummaryFields(item.summary)
        preview = item.preview
        thread = item.threadItemCount
    }

    private enum Key: String, CodingKey {
        case preview, thread
    }

    /// The summary's fields stand beside the others.
    func encode(to encoder: any Encoder) throws {
        try summary.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(preview, forKey: .preview)
        try container.encode(thread, forKey: .thread)
    }
}

struct ItemPageFields: Encodable {
    var total, offset: Int
    var items: [ListedItemFields]

    init(_ page: ItemPage, offset: Int) {
        total = page.total
        self.offset = offset
        items = page.items.map(ListedItemFields.init)
    }
}

struct MonthFields: Encodable {
    var month: String
    var items: Int
}

struct FacetFields: Encodable {
    struct Kind: Encodable {
        var kind: String
        var items: Int
    }

    struct Person: Encodable {
        var person: PersonFields
        var query: String
        var items: Int
    }

    struct Place: Encodable {
        var name, query: String
        var items: Int
    }

    struct Language: Encodable {
        var language, query: String
        var items: Int
    }

    struct Year: Encodable {
        var year, items: Int
    }

    var total, threads: Int
    var kinds: [Kind]
    var people: [Person]
    var places: [Place]
    var languages: [Language]
    var years: [Year]
    var months: [MonthFields]

    init(_ facets: LibraryFacets) {
        (total, threads) = (facets.total, facets.threads)
        kinds = facets.kinds.map { Kind(kind: $0.kind.rawValue, items: $0.items) }
        people = facets.people.map { Person(person: PersonFields($0.person), query: $0.query, items: $0.items) }
        places = facets.places.map { Place(name: $0.name, query: $0.query, items: $0.items) }
        languages = facets.languages.map { Language(language: $0.language.code, query: $0.query, items: $0.items) }
        years = facets.years.map { Year(year: $0.year, items: $0.items) }
        months = facets.months.map { MonthFields(month: $0.month, items: $0.items) }
    }
}

/// What a deletion took away.
struct DeletionFields: Encodable {
    var items, threads: Int

    init(_ deletion: Deletion) {
        (items, threads) = (deletion.items, deletion.threads)
    }
}
