public import Foundation

/// A call of a tool by another program.
public struct ToolCallPayload: Encodable, Sendable {
    let date: Date
    let client, tool: String
    let items: Int?

    /// A call as sent; `items` is `nil` if it failed.
    public init(date: Date, client: String, tool: String, items: Int?) {
        (self.date, self.client, self.tool, self.items) = (date, client, tool, items)
    }
}

/// Calls of tools by other programs, newest first.
public struct ToolCallsPayload: Encodable, Sendable {
    let calls: [ToolCallPayload]
    let nextCursor: String?

    /// A page of calls; `nextCursor` asks for older ones.
    public init(_ calls: [ToolCallPayload], nextCursor: String? = nil) {
        (self.calls, self.nextCursor) = (calls, nextCursor)
    }
}
