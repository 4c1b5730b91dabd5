import Foundation
import Hummingbird
import RecallCore

/// The parameters of a URL's query, parsed strictly: each at most once, no unknown ones.
struct QueryParameters {
    private let values: [String: String]

    /// The parameters of `request`, which may have only the `known` names.
    init(_ request: Request, _ known: String...) throws {
        var values: [String: String] = [:]
        for part in request.uri.query?.split(separator: "&") ?? [] {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let key = try Self.decoded(pair[0])
            if key == RequestGuard.key { continue }
            guard known.contains(key) else { throw APIError.unknownName("parameter", key, known: known) }
            guard values.updateValue(pair.count > 1 ? try Self.decoded(pair[1]) : "", forKey: key) == nil else {
                throw APIError.badRequest("\(key) is given more than once.")
            }
        }
        self.values = values
    }

    private static func decoded(_ text: Substring) throws -> String {
        guard let decoded = text.replacing("+", with: " ").removingPercentEncoding else {
            throw APIError.badRequest("The parameters are not percent-encoded UTF-8.")
        }
        return decoded
    }

    /// The text of a parameter; `nil` if it is missing.
    func text(_ name: String) -> String? {
        values[name]
    }

    /// The text of a parameter, of at most so many Unicode scalars; `nil` if it is missing.
    func text(_ name: String, atMost length: Int) throws -> String? {
        guard values[name, default: ""].unicodeScalars.count <= length else {
            throw APIError.badRequest("\(name) has at most \(length) characters here.")
        }
        return values[name]
    }

    /// The query that filters listed items; matches all items if it is missing.
    func itemQuery() throws -> SearchQuery {
        SearchQuery(try text("query", atMost: ServerLimits.addressQueryLength) ?? "")
    }

    /// The integer value of a parameter; `fallback` if it is missing.
    func number(_ name: String, in range: ClosedRange<Int>, else fallback: Int) throws -> Int {
        guard let text = values[name] else { return fallback }
        guard let value = Int(text), range.contains(value) else {
            throw APIError.badRequest("\(name) is a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return value
    }
}
