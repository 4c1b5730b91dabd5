import RecallCore
import RecallKit

/// A conversation to begin.
struct ConversationStart: RequestBody {
    enum Key: String, CodingKey, CaseIterable {
        case scope
    }

    /// In the query language; empty for everything.
    let scope: String

    init(from container: KeyedDecodingContainer<Key>) throws {
        scope = try container.scope(.scope) ?? ""
    }
}

/// Changes of a conversation; `nil` stays as it is.
struct ConversationChange: RequestBody {
    enum Key: String, CodingKey, CaseIterable {
        case title, scope
    }

    let title, scope: String?

    init(from container: KeyedDecodingContainer<Key>) throws {
        scope = try container.scope(.scope)
        title = try container.contains(.title) ? Self.title(container.decode(String.self, forKey: .title)) : nil
    }

    private static func title(_ text: String) throws -> String {
        let title = DisplayText.safe(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !title.isEmpty, title.unicodeScalars.count <= ServerLimits.titleLength else {
            throw APIError.badRequest("title has 1 to \(ServerLimits.titleLength) characters.")
        }
        return title
    }
}

/// A question to a conversation.
struct QuestionRequest: RequestBody {
    enum Key: String, CodingKey, CaseIterable {
        case question, again
    }

    let question: String
    /// True to replace the last question and its answer.
    let again: Bool

    init(from container: KeyedDecodingContainer<Key>) throws {
        question = try container.decode(String.self, forKey: .question)
        guard 1...ServerLimits.questionBytes ~= question.utf8.count, !question.allSatisfy(\.isWhitespace) else {
            throw APIError.badRequest("question has 1 to \(ServerLimits.questionBytes) bytes.")
        }
        again = try container.contains(.again) ? container.decode(Bool.self, forKey: .again) : false
    }
}

extension KeyedDecodingContainer {
    /// The scope at `key`, which only selects; `nil` if it is missing.
    func scope(_ key: Key) throws -> String? {
        guard contains(key) else { return nil }
        let scope = DisplayText.safe(try decode(String.self, forKey: key))
        guard scope.unicodeScalars.count <= ServerLimits.addressQueryLength else {
            throw APIError.badRequest("scope has at most \(ServerLimits.addressQueryLength) characters.")
        }
        guard RecallLibrary.scopeFilter(scope) != nil else {
            throw APIError.badRequest(DisplayText.safe(RecallLibrary.scopeProblem(scope)))
        }
        return scope
    }
}
