import Foundation
import RecallCore
import RecallKit

/// A set of items, queries and relevance judgements in the layout of TREC and BEIR: `items.jsonl` (Recall JSONL),
/// `queries.jsonl` and `qrels.tsv`.
public struct EvaluationSet: Sendable {
    /// A query with its relevance judgements.
    public struct Query: Sendable, Decodable {
        /// The query's id.
        public var id: String
        /// The text of the query.
        public var text: String
        /// The conversation that ranking is restricted to; `nil` for the whole set.
        public var thread: String?
        /// A label by which metrics are also averaged.
        public var category: String?
    }

    /// The kind of ids in the judgements.
    enum Naming {
        /// Ids given by the items' source.
        case source
        /// Ids given by the library.
        case library
    }

    /// The folder's name.
    public var name: String
    var naming = Naming.source
    /// The path of the items' file.
    public var itemsPath: String
    /// The queries with at least one judgement.
    public var queries: [Query]
    /// The grade of each relevant item, by query id and item id.
    public var judgements: [String: [String: Int]]

    /// The reason why a folder cannot be read as an evaluation set.
    public struct Problem: Error, CustomStringConvertible {
        /// The problem, its place, and the expected content.
        public var description: String
    }

    /// Reads the queries and judgements in the folder at `path`.
    public init(folder path: String) throws {
        name = URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent
        itemsPath = path + "/items.jsonl"
        guard FileManager.default.fileExists(atPath: itemsPath) else {
            throw Problem(
                description:
                    "\(itemsPath) is missing: an evaluation folder has items.jsonl, queries.jsonl and qrels.tsv")
        }
        judgements = try Self.judgements(path + "/qrels.tsv")
        let known = judgements
        queries = try Self.lines(path + "/queries.jsonl").enumerated().compactMap { number, line in
            do {
                let query = try JSONDecoder().decode(Query.self, from: Data(line.utf8))
                return known[query.id] == nil ? nil : query
            } catch {
                throw Problem(description: "\(path)/queries.jsonl, line \(number + 1): not {\"id\", \"text\", …}")
            }
        }
    }

    /// The user's own queries, except those whose item is no longer in `library`.
    init(_ own: KnownItemSet, in library: RecallLibrary) throws {
        name = "own"
        naming = .library
        itemsPath = ""
        let known = try own.queries.filter { query in try ItemID(query.item).flatMap(library.item) != nil }
        queries = known.map { Query(id: $0.id, text: $0.text, thread: nil, category: $0.category.rawValue) }
        judgements = Dictionary(known.map { ($0.id, [$0.item: 1]) }) { first, _ in first }
    }

    /// The query as it is searched, without quotation marks, because the published figures are for unquoted words.
    func searchQuery(_ query: Query, limit: Int = 10) -> SearchQuery {
        SearchQuery(
            query.text.replacing(/["“”„]/, with: " "), syntax: .words,
            filter: query.thread.map(SearchFilter.conversation) ?? .everything, limit: limit)
    }

    private static func judgements(_ path: String) throws -> [String: [String: Int]] {
        var judgements: [String: [String: Int]] = [:]
        for (number, line) in try lines(path).enumerated() {
            let fields = line.split(separator: "\t")
            guard fields.count == 4, let grade = Int(fields[3]) else {
                throw Problem(description: "\(path), line \(number + 1): not query, 0, item, grade, parted by tabs")
            }
            if grade > 0 { judgements[String(fields[0]), default: [:]][String(fields[2])] = grade }
        }
        return judgements
    }

    static func lines(_ path: String) throws -> [Substring] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Problem(description: "\(path) is missing or cannot be read")
        }
        return String(decoding: data, as: UTF8.self).split(separator: "\n")
    }
}

extension EvaluationSet.Naming {
    /// The name of the item that holds a passage.
    func name(ofItemIn passage: RankedPassage) -> String? {
        switch self {
        case .source: passage.externalID
        case .library: passage.item.description
        }
    }
}
