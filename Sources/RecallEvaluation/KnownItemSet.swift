import Foundation
public import RecallCore
import RecallKit

/// Queries whose target item is known, made from the user's own items (`recall eval make`).
///
/// The queries contain words of the user's texts, so they are stored in the library's folder, readable by the owner
/// only.
public struct KnownItemSet: Hashable, Sendable, Codable {
    /// The remembered detail that a query is made from.
    public enum Category: String, Sendable, Codable, CaseIterable {
        /// Rare words of one sentence, shuffled.
        case words
        /// A sentence without a third of its words.
        case sentence
        /// Most words of the title.
        case title
        /// The sender's name and some words.
        case sender
        /// Some words, and the month in which it was written.
        case month
    }

    /// A query and its target item.
    public struct Query: Hashable, Sendable, Codable {
        /// A hash of the item, the category and the text.
        public var id: String
        /// The text of the query.
        public var text: String
        /// The remembered detail it is made from.
        public var category: Category
        /// The item's kind.
        public var kind: ItemKind
        /// The item's id.
        public var item: String

        init(_ text: String, _ category: Category, of item: Item) {
            self.text = text
            self.category = category
            kind = item.kind
            self.item = item.id.description
            id = ItemID(identifying: [self.item, category.rawValue, text]).description
        }
    }

    private var version = 1
    /// The seed of the random choices.
    public var seed: UInt64
    /// The queries.
    public var queries: [Query]

    init(seed: UInt64, queries: [Query]) {
        self.seed = seed
        self.queries = queries
    }

    /// The path of a library's queries.
    public static func path(in location: LibraryLocation) -> String { location.folder + "/evaluation.json" }

    /// The queries of a library; `nil` if none were made.
    public static func read(from location: LibraryLocation) throws -> KnownItemSet? {
        try EvaluationFile.read(path(in: location))
    }

    /// Saves the queries in the library's folder, readable by the owner only.
    public func write(to location: LibraryLocation) throws {
        try EvaluationFile.write(self, to: Self.path(in: location))
    }
}

/// Evaluation files in a library's folder: JSON, mode 0600, written atomically.
enum EvaluationFile {
    struct Problem: Error, CustomStringConvertible {
        var description: String
    }

    static func read<Value: Decodable>(_ path: String) throws -> Value? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        do {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            return try decoder.decode(Value.self, from: data)
        } catch {
            throw Problem(description: "\(path) is damaged. Remove it, and run: recall eval make")
        }
    }

    static func write(_ value: some Encodable, to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        try LibraryFile(path: path).write(encoder.encode(value))
    }
}
