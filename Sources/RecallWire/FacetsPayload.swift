public import RecallCore

/// A month with the number of items that were written in it.
public struct MonthPayload: Encodable, Sendable {
    let month: String
    let items: Int

    /// A month as sent.
    public init(_ month: TimelineMonth) {
        (self.month, items) = (month.month, month.items)
    }
}

/// The facets of the items that match a query.
public struct FacetsPayload: Encodable, Sendable {
    struct Kind: Encodable {
        let kind: String
        let items: Int
    }

    struct Person: Encodable {
        let person: PersonPayload
        let query: String
        let items: Int
    }

    struct Place: Encodable {
        let name, query: String
        let items: Int
    }

    struct Language: Encodable {
        let language, query: String
        let items: Int
    }

    struct Year: Encodable {
        let year, items: Int
    }

    let total, threads: Int
    let kinds: [Kind]
    let people: [Person]
    let places: [Place]
    let languages: [Language]
    let years: [Year]
    let months: [MonthPayload]

    /// Facets as sent.
    public init(_ facets: LibraryFacets) {
        (total, threads) = (facets.total, facets.threads)
        kinds = facets.kinds.map { Kind(kind: $0.kind.rawValue, items: $0.items) }
        people = facets.people.map { Person(person: PersonPayload($0.person), query: $0.query, items: $0.items) }
        places = facets.places.map { Place(name: $0.name, query: $0.query, items: $0.items) }
        languages = facets.languages.map { Language(language: $0.language.code, query: $0.query, items: $0.items) }
        years = facets.years.map { Year(year: $0.year, items: $0.items) }
        months = facets.months.map(MonthPayload.init)
    }
}
