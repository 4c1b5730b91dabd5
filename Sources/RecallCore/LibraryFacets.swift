/// Facet counts of the items that match a query: kinds, people, places and dates to narrow the list by.
public struct LibraryFacets: Hashable, Sendable {
    /// The items.
    public var total = 0
    /// The threads they are in.
    public var threads = 0
    /// Their kinds, in the order of `ItemKind.allCases`, without those there are none of.
    public var kinds: [Kind] = []
    /// The most frequent senders, at most 50, by descending number of items.
    public var people: [Person] = []
    /// The most frequent places (folders, mailboxes, chats, notebooks), at most 50, by descending number of items.
    public var places: [Place] = []
    /// The languages of the items, where known, by descending number of items.
    public var languages: [LanguageCount] = []
    /// The years they were written in, newest first, in the time zone of the query's clock.
    public var years: [Year] = []
    /// The months they were written in, newest first.
    public var months: [TimelineMonth] = []

    /// Items of a kind.
    public struct Kind: Hashable, Sendable {
        /// The kind.
        public var kind: ItemKind
        /// The number of items.
        public var items: Int

        /// A count.
        public init(kind: ItemKind, items: Int) {
            self.kind = kind
            self.items = items
        }
    }

    /// The items sent by one person.
    public struct Person: Hashable, Sendable {
        /// The sender, under the name used most often.
        public var person: Participant
        /// The query that selects these items: `from:"anna@people.example"`.
        public var query: String
        /// The number of items.
        public var items: Int

        /// A count.
        public init(person: Participant, query: String, items: Int) {
            self.person = person
            self.query = query
            self.items = items
        }
    }

    /// Items in a place.
    public struct Place: Hashable, Sendable {
        /// Its name.
        public var name: String
        /// The query that selects these items: `in:"walks"`.
        public var query: String
        /// The number of items.
        public var items: Int

        /// A count.
        public init(name: String, query: String, items: Int) {
            self.name = name
            self.query = query
            self.items = items
        }
    }

    /// Items in a language.
    public struct LanguageCount: Hashable, Sendable {
        /// The language.
        public var language: Language
        /// The query that selects these items: `lang:de`.
        public var query: String
        /// The number of items.
        public var items: Int

        /// A count.
        public init(language: Language, query: String, items: Int) {
            self.language = language
            self.query = query
            self.items = items
        }
    }

    /// Items of a year.
    public struct Year: Hashable, Sendable {
        /// The year.
        public var year: Int
        /// The number of items.
        public var items: Int

        /// A count.
        public init(year: Int, items: Int) {
            self.year = year
            self.items = items
        }
    }

    /// Nothing.
    public init() {}
}
