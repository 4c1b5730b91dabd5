/// What the items that match a query have in common, counted: what a person may narrow a list down to.
public struct LibraryFacets: Hashable, Sendable {
    /// The items.
    public var total = 0
    /// The threads they are in.
    public var threads = 0
    /// Their kinds, in the order of `ItemKind.allCases`, without those there are none of.
    public var kinds: [Kind] = []
    /// Who sent most of them, at most 50, those with most items first.
    public var people: [Person] = []
    /// Where most of them are (folders, files of many items, chats, notebooks), at most 50, those with most items first.
    public var places: [Place] = []
    /// The languages that they are written in, as far as these could be told, those with most items first.
    public var languages: [LanguageCount] = []
    /// The years they were written in, newest first, in the time zone of the query's clock.
    public var years: [Year] = []
    /// The months they were written in, newest first.
    public var months: [TimelineMonth] = []

    /// Items of a kind.
    public struct Kind: Hashable, Sendable {
        /// The kind.
        public var kind: ItemKind
        /// How many.
        public var items: Int

        /// A count.
        public init(kind: ItemKind, items: Int) {
            self.kind = kind
            self.items = items
        }
    }

    /// Items that somebody sent.
    public struct Person: Hashable, Sendable {
        /// Who, by the name they send most under.
        public var person: Participant
        /// What finds them in the query language: `from:"anna@people.example"`.
        public var query: String
        /// How many.
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
        /// What finds them in the query language: `in:"walks"`.
        public var query: String
        /// How many.
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
        /// What finds them in the query language: `lang:de`.
        public var query: String
        /// How many.
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
        /// How many.
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
