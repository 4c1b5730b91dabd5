import Foundation
package import RecallCore
import RecallModelClient

/// A call of a tool with checked arguments. All tools only read.
package enum ToolRequest: Hashable, Sendable {
    /// The best passages for a query.
    case search(ToolQuery)
    /// The items around a source in its thread.
    case readThread(source: Int, direction: Direction)
    /// A page of the item that a source is of.
    case readItem(source: Int, page: Int)
    /// The number of items that match.
    case count(ToolQuery)
    /// The items that match, newest first.
    case list(ToolQuery, page: Int)
    /// The people who wrote items that match, with how many.
    case people(ToolQuery)

    /// The items of a thread to read.
    package enum Direction: String, Hashable, Sendable, Codable, CaseIterable {
        case around, earlier, later
    }
}

/// A query of a model: the query language, and the filters that models set more reliably by name.
package struct ToolQuery: Hashable, Sendable, Codable {
    package var query: String?
    package var from: String?
    package var kind: ItemKind?
    /// Days, `2024-03-01`: not before, and before.
    package var after, before: String?

    /// A query for what its text says.
    package init(query: String? = nil) {
        self.query = query
    }

    /// The query, restricted to `scope`.
    func searchQuery(in scope: SearchFilter, limit: Int, clock: QueryClock) -> SearchQuery {
        var filters = [scope]
        if let from, !from.isEmpty { filters.append(.from(from)) }
        if let kind { filters.append(.kind(kind)) }
        filters += [after.map { ("after", $0) }, before.map { ("before", $0) }].compactMap(\.self)
            .compactMap { Self.date($1, in: clock).map($0 == "after" ? SearchFilter.after : SearchFilter.before) }
        return SearchQuery(
            query ?? "", filter: filters.reduce(.everything) { $0.and($1) }, limit: limit, clock: clock)
    }

    /// One line of JSON.
    package var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    /// The message about such an argument, after its name.
    package static let dayExpected = " must be a day, a month or a year: 2024-03-01, 2024-03, 2024."

    /// The name of the argument that should be a day and is none; `nil` if there is no such. A filter that is not understood
    /// must not be left out: the answer would be of all time.
    package var unreadableDay: String? {
        [("after", after), ("before", before)].first { _, day in
            day.map { Self.date($0, in: QueryClock()) == nil } ?? false
        }?.0
    }

    private static func date(_ text: String, in clock: QueryClock) -> Date? {
        let written = text.prefix { $0 != "T" }
        let parts = written.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard (1...3).contains(parts.count), zip(parts, [1...9999, 1...12, 1...31]).allSatisfy({ $1.contains($0) })
        else {
            return nil
        }
        let day = DateComponents(
            year: parts[0], month: parts.count > 1 ? parts[1] : 1, day: parts.count > 2 ? parts[2] : 1)
        return clock.calendar.date(from: day)
    }
}

/// The reason why a call is not carried out, for the model to read.
struct ToolCallProblem: Error, Hashable, Sendable {
    let text: String
}

extension ToolRequest {
    private struct PagedQuery: Decodable {
        var page: Int?
    }

    private struct ReadArguments: Decodable {
        var source: Int
        var direction: Direction?
        var page: Int?
    }

    /// The longest arguments that are read, in bytes.
    private static let longestArguments = 8 << 10

    /// The call that a model made.
    init(_ call: ToolCall) throws(ToolCallProblem) {
        guard let tool = Tool.ofModel.first(where: { $0.rawValue == call.name }) else {
            throw ToolCallProblem(text: "There is no such tool. Tools: " + Tool.names)
        }
        guard call.arguments.utf8.count <= Self.longestArguments else {
            throw ToolCallProblem(text: "The arguments are too long.")
        }
        do {
            self = try Self.decoded(tool, Data(call.arguments.isEmpty ? "{}".utf8 : call.arguments.utf8))
        } catch let problem as ToolCallProblem {
            throw problem
        } catch {
            throw ToolCallProblem(text: "The arguments do not fit. They must be JSON of this schema: " + tool.schema())
        }
    }

    private static func decoded(_ tool: Tool, _ arguments: Data) throws -> ToolRequest {
        let decoder = JSONDecoder()
        switch tool {
        case .search: return .search(try query(decoder, arguments))
        case .count: return .count(try query(decoder, arguments))
        case .people: return .people(try query(decoder, arguments))
        case .list:
            let page = try decoder.decode(PagedQuery.self, from: arguments).page ?? 1
            return .list(try query(decoder, arguments), page: page)
        case .readThread:
            let read = try decoder.decode(ReadArguments.self, from: arguments)
            return .readThread(source: read.source, direction: read.direction ?? .around)
        case .readItem:
            let read = try decoder.decode(ReadArguments.self, from: arguments)
            return .readItem(source: read.source, page: read.page ?? 1)
        case .similar, .recallMemories, .proposeMemory: throw ToolCallProblem(text: "There is no such tool.")
        }
    }

    private static func query(_ decoder: JSONDecoder, _ arguments: Data) throws -> ToolQuery {
        let query = try decoder.decode(ToolQuery.self, from: arguments)
        guard let name = query.unreadableDay else { return query }
        throw ToolCallProblem(text: name + ToolQuery.dayExpected)
    }
}
