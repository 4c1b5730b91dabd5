import RecallCore

/// A statement about who is who.
struct PersonStatementRequest: RequestBody {
    enum Key: String, CodingKey, CaseIterable {
        case kind, first, second
    }

    let statement: PersonStatement

    init(from container: KeyedDecodingContainer<Key>) throws {
        guard let kind: PersonStatement.Kind = try container.choice(.kind) else {
            throw APIError.badRequest("kind is missing.")
        }
        let first = try container.person(.first)
        guard kind == .same || !container.contains(.second) else {
            throw APIError.badRequest("second belongs to the kind same alone.")
        }
        statement = PersonStatement(kind, first, kind == .same ? try container.person(.second) : "")
    }
}

/// The answer to the question who the library's owner is.
struct OwnerAnswerRequest: RequestBody {
    enum Key: String, CodingKey, CaseIterable {
        case written
    }

    /// Empty if the owner is none of those asked about.
    let written: [String]

    init(from container: KeyedDecodingContainer<Key>) throws {
        written = try container.decode([String].self, forKey: .written)
        guard written.count <= ServerLimits.paths else {
            throw APIError.badRequest("written has at most \(ServerLimits.paths) addresses, numbers and names.")
        }
        for each in written { try PersonStatementRequest.check(each, "written") }
    }
}

extension PersonStatementRequest {
    /// Checks an address, number or name.
    fileprivate static func check(_ written: String, _ key: String) throws {
        guard written.unicodeScalars.count <= ServerLimits.personLength, !written.allSatisfy(\.isWhitespace) else {
            throw APIError.badRequest(
                "\(key) is an address, a number or a name of at most \(ServerLimits.personLength) characters.")
        }
    }
}

extension KeyedDecodingContainer<PersonStatementRequest.Key> {
    /// The address, number or name at `key`.
    fileprivate func person(_ key: Key) throws -> String {
        let written = try decode(String.self, forKey: key)
        try PersonStatementRequest.check(written, key.stringValue)
        return written
    }
}
