public import Foundation
public import RecallCore
import RecallFiles

/// A program that may read the library over HTTP.
public struct AssistantClient: Hashable, Sendable, Codable, Identifiable {
    /// The id, by which it is revoked: eight hexadecimal digits.
    public let id: String
    /// The name that the person gave it.
    public let name: String
    /// The items that it may read, as a query of fields; empty for all.
    public let scope: String
    /// The time it was added.
    public let created: Date
    /// The time of its last request, to the minute; `nil` for none.
    public var lastUsed: Date?
    /// The SHA-256 of its token. The token itself is not kept.
    fileprivate let tokenHash: String
}

/// The programs that may read a library over HTTP: a small file beside it, readable by the owner only.
public struct AssistantClients: Sendable {
    private let location: LibraryLocation
    private var path: String { location.folder + "/assistant-clients.json" }

    /// The most clients of a library.
    private static let most = 100
    /// The longest name, in characters.
    public static let longestName = 60

    /// The clients of the library at `location`.
    public init(of location: LibraryLocation) {
        self.location = location
    }

    /// All clients, in the order in which they were added.
    ///
    /// - Throws: `StoreError` if the file cannot be read, or is open to other users.
    public func all() throws -> [AssistantClient] {
        guard let data = try LibraryFile(path: path).read() else { return [] }
        guard let clients = try? Self.decoder.decode([AssistantClient].self, from: data) else {
            throw StoreError(.damaged, "\(path) is damaged. Remove it, and add the assistants again.")
        }
        return clients
    }

    /// Adds a client.
    ///
    /// - Returns: the client, and its token, which is not to be had again.
    public func add(_ name: String, scope: String) throws -> (client: AssistantClient, token: String) {
        let token = Self.randomDigits(words: 4)
        let client = AssistantClient(
            id: String(Self.randomDigits(words: 1).prefix(8)),
            name: String(DisplayText.safe(name).prefix(Self.longestName)), scope: scope, created: Self.now,
            tokenHash: Self.hash(token))
        try change { clients in
            guard clients.count < Self.most else {
                throw StoreError(.unavailable, "There are \(Self.most) assistants already. Revoke one first.")
            }
            clients.append(client)
        }
        return (client, token)
    }

    /// Revokes a client: its next request is refused.
    ///
    /// - Returns: false if there is none with that id.
    public func revoke(_ id: String) throws -> Bool {
        try change { clients in
            let before = clients.count
            clients.removeAll { $0.id == id }
            return clients.count < before
        }
    }

    /// The client that a token belongs to; `nil` if there is none, or the clients cannot be read.
    public func client(token: String) -> AssistantClient? {
        guard token.utf8.count == 64, let clients = try? all() else { return nil }
        let hash = Self.hash(token)
        return clients.first { $0.tokenHash == hash }
    }

    /// Notes a request, at most once a minute. Where nothing can be written, it is not noted.
    public func noteUse(of client: AssistantClient) {
        guard client.lastUsed.map({ Self.now.timeIntervalSince($0) >= 60 }) ?? true else { return }
        try? change { clients in
            // It may have been revoked meanwhile.
            guard let index = clients.firstIndex(where: { $0.id == client.id }) else { return }
            clients[index].lastUsed = Self.now
        }
    }

    private func change<Value>(_ body: (inout [AssistantClient]) throws -> Value) throws -> Value {
        guard location.exists else {
            throw StoreError(.unavailable, "There is no library yet. Import something first.")
        }
        // Another process may change them at the same time.
        let lock = try FileLock(path + ".lock", waiting: true)
        return try lock.whileHeld {
            var clients = try all()
            let before = clients
            let value = try body(&clients)
            if clients != before { try LibraryFile(path: path).write(Self.encoder.encode(clients)) }
            return value
        }
    }

    // MARK: Forms

    private static var now: Date { Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down)) }

    private static func hash(_ token: String) -> String {
        var hash = SHA256()
        hash.update(token.utf8)
        return hash.finalize().map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    private static func randomDigits(words: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<words).map { _ in
            let digits = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        return encoder
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}
