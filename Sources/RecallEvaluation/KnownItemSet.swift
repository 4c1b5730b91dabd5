import Foundation
public import RecallCore
import RecallKit

extension KnownItemSet {
    /// The queries of a library; `nil` if none were made.
    public static func read(from location: LibraryLocation) throws -> KnownItemSet? {
        try EvaluationFile.read(location.knownItemSet)
    }

    /// Saves the queries in the library's folder, readable by the owner only.
    public func write(to location: LibraryLocation) throws {
        try EvaluationFile.write(self, to: location.knownItemSet)
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
