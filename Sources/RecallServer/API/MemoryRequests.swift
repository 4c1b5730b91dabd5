import Foundation
import RecallCore

/// A memory to keep, or changes of one; `nil` stays as it is.
struct MemoryChange: RequestBody {
    enum Key: String, CodingKey, CaseIterable {
        case text, type, sensitivity, until, resolve
    }

    let text: String?
    let type: MemoryType?
    let sensitivity: MemorySensitivity?
    /// `nil` to leave it, `.some(nil)` to remove it.
    let until: Date??
    /// The fate of memories that it contradicts.
    let resolve: MemoryConflictResolution

    init(from container: KeyedDecodingContainer<Key>) throws {
        text = try container.contains(.text) ? container.decode(String.self, forKey: .text) : nil
        type = try container.choice(.type)
        sensitivity = try container.choice(.sensitivity)
        until = try container.contains(.until) ? .some(container.time(.until)) : nil
        resolve = try container.choice(.resolve) ?? .ask
    }

    /// The content with these changes.
    func applied(to content: MemoryContent) -> MemoryContent {
        MemoryContent(
            text ?? content.text, type: type ?? content.type, sensitivity: sensitivity ?? content.sensitivity,
            end: until ?? content.end)
    }
}

/// The refusal of a proposal.
struct MemoryRefusalRequest: RequestBody {
    enum Key: String, CodingKey, CaseIterable {
        case never
    }

    let refusal: MemoryRefusal

    init(from container: KeyedDecodingContainer<Key>) throws {
        refusal = try container.choice(.never) ?? .statement
    }
}

extension KeyedDecodingContainer {
    /// The time at `key`; `nil` for null.
    fileprivate func time(_ key: Key) throws -> Date? {
        guard try !decodeNil(forKey: key) else { return nil }
        guard let date = try? Date(try decode(String.self, forKey: key), strategy: .iso8601) else {
            throw APIError.badRequest("\(key.stringValue) is a time such as 2027-03-31T00:00:00Z, or null.")
        }
        return date
    }
}
