import Foundation
public import RecallCore
import RecallKit

/// Queries of which it is known what they seek, made from one's own items (`recall eval make`).
///
/// Their words are a person's: they stay in a file of the library's folder that only its owner can read.
public struct KnownItemSet: Hashable, Sendable, Codable {
    /// What of an item a person would remember.
    public enum Category: String, Sendable, Codable, CaseIterable {
        /// Rare words of one sentence, in no order.
        case words
        /// A sentence with a third of its words left out.
        case sentence
        /// Most words of the title.
        case title
        /// The sender's name and some words.
        case sender
        /// Some words, and the month in which it was written.
        case month
    }

    /// A query and the item it seeks.
    public struct Query: Hashable, Sendable, Codable {
        /// Follows from the item, the category and the text.
        public var id: String
        /// What is asked.
        public var text: String
        /// What of the item it asks by.
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
    /// What the random choices followed from.
    public var seed: UInt64
    /// The queries.
    public var queries: [Query]

    init(seed: UInt64, queries: [Query]) {
        self.seed = seed
        self.queries = queries
    }

    /// Where a library's queries are.
    public static func path(in location: LibraryLocation) -> String { location.folder + "/evaluation.json" }

    /// The queries of a library; `nil` if none were made.
    public static func read(from location: LibraryLocation) throws -> KnownItemSet? {
        try EvaluationFile.read(path(in: location))
    }

    /// Keeps the queries in the library's folder, for its owner alone.
    public func write(to location: LibraryLocation) throws {
        try EvaluationFile.write(self, to: Self.path(in: location))
    }
}

/// Files of an evaluation in a library's folder: JSON, mode 0600, whole or not there.
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
