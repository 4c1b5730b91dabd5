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

extension KeyedDecodingContainer<PersonStatementRequest.Key> {
    /// The address, number or name at `key`.
    fileprivate func person(_ key: Key) throws -> String {
        let written = try decode(String.self, forKey: key)
        guard written.unicodeScalars.count <= ServerLimits.personLength, !written.allSatisfy(\.isWhitespace) else {
            throw APIError.badRequest(
                "\(key.stringValue) is an address, a number or a name of at most \(ServerLimits.personLength) characters."
            )
        }
        return written
    }
}
