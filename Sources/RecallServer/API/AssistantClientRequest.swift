import RecallCore
import RecallKit

/// A program that is to be let in.
struct AssistantClientRequest: RequestBody {
    enum Key: String, CodingKey, CaseIterable {
        case name, scope
    }

    let name: String
    /// The items that it may read; empty for all.
    let scope: String

    init(from container: KeyedDecodingContainer<Key>) throws {
        let written = try container.decode(String.self, forKey: .name).unicodeScalars
        let isBlank = written.allSatisfy { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
        name = DisplayText.safe(String(written))
        guard !isBlank, written.count <= AssistantClients.longestName else {
            throw APIError.badRequest("name has 1 to \(AssistantClients.longestName) characters.")
        }
        scope = try container.scope(.scope) ?? ""
    }
}
