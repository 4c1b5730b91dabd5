import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A JSON request body. Unknown keys are rejected as mistakes.
protocol RequestBody: Decodable {
    associatedtype Key: CodingKey & CaseIterable

    init(from container: KeyedDecodingContainer<Key>) throws
}

extension RequestBody {
    init(from decoder: any Decoder) throws {
        let known = Set(Key.allCases.map(\.stringValue))
        let unknown = try decoder.container(keyedBy: AnyKey.self).allKeys.first { !known.contains($0.stringValue) }
        if let unknown {
            throw APIError.unknownName("key", unknown.stringValue, known: known.sorted())
        }
        try self.init(from: decoder.container(keyedBy: Key.self))
    }

    /// Reads the body of a request.
    static func read(_ request: inout Request) async throws -> Self {
        let type = request.headers[.contentType]?.split(separator: ";").first?.lowercased()
        guard type == "application/json" else {
            throw APIError(
                .unsupportedMediaType, "not-json",
                "Send the body as JSON, with the header Content-Type: application/json.")
        }
        let body = try await request.collectBody(upTo: ServerLimits.bodyBytes)
        do {
            return try JSONDecoder().decode(Self.self, from: Data(body.readableBytesView))
        } catch let error as DecodingError {
            throw APIError.badRequest(error.sentence)
        }
    }
}

extension KeyedDecodingContainer {
    /// The integer at `key`, which must be in `range`; `nil` if it is missing.
    func number(_ key: Key, in range: ClosedRange<Int>) throws -> Int? {
        guard contains(key) else { return nil }
        let value = try decode(Int.self, forKey: key)
        guard range.contains(value) else {
            throw APIError.badRequest("\(key.stringValue) is from \(range.lowerBound) to \(range.upperBound).")
        }
        return value
    }

    /// The value of an enumeration at `key`; `nil` if it is missing.
    func choice<Value: RawRepresentable<String> & CaseIterable>(_ key: Key) throws -> Value? {
        guard contains(key) else { return nil }
        guard let value = Value(rawValue: try decode(String.self, forKey: key)) else {
            let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw APIError.badRequest("\(key.stringValue) is one of \(known).")
        }
        return value
    }

    /// The paths at `key`: absolute, or relative to the home folder with `~`.
    func paths(_ key: Key, count: ClosedRange<Int>) throws -> [String] {
        let paths = try decode([String].self, forKey: key)
        guard count.contains(paths.count) else {
            throw APIError.badRequest("\(key.stringValue) has \(count.lowerBound) to \(count.upperBound) paths.")
        }
        return try paths.map(RequestPath.absolute)
    }
}

private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension DecodingError {
    /// The problem with a body, without any of its values.
    fileprivate var sentence: String {
        switch self {
        case .keyNotFound(let key, _): "\(key.stringValue) is missing."
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            "\(Self.place(context)) must be \(Self.name(type))."
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            "\(Self.place(context)) has a value that is not possible here."
        default: "The body is not JSON."
        }
    }

    private static func place(_ context: Context) -> String {
        let names = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
        return names.isEmpty ? "The body" : names.joined(separator: ".")
    }

    private static func name(_ type: Any.Type) -> String {
        switch type {
        case is String.Type: "text"
        case is Int.Type: "a whole number"
        case is Double.Type: "a number"
        case is Bool.Type: "true or false"
        case is [String].Type, is [Any].Type: "a list of texts"
        default: "an object"
        }
    }
}
