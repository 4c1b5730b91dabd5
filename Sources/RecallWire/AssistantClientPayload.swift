public import Foundation

/// A program that may read the library over HTTP. Its token is not among this.
public struct AssistantClientPayload: Encodable, Sendable {
    let id, name, scope: String
    let created: Date
    let used: Date?

    /// A client as sent.
    ///
    /// - Parameters:
    ///   - scope: the items that it may read, in the query language; empty for all.
    ///   - used: the time of its last request, to the minute; `nil` for none.
    public init(id: String, name: String, scope: String, created: Date, used: Date?) {
        (self.id, self.name, self.scope, self.created, self.used) = (id, name, scope, created, used)
    }
}

/// The programs that may read the library over HTTP.
public struct AssistantClientListPayload: Encodable, Sendable {
    let clients: [AssistantClientPayload]

    /// A list of clients.
    public init(_ clients: [AssistantClientPayload]) {
        self.clients = clients
    }
}

/// A program that was added, with its token, which is sent this once.
public struct NewAssistantClientPayload: Encodable, Sendable {
    let client: AssistantClientPayload
    let token: String

    /// A client with its token.
    public init(_ client: AssistantClientPayload, token: String) {
        (self.client, self.token) = (client, token)
    }
}
