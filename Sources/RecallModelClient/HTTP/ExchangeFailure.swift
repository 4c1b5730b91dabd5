import NIOCore
import NIOHTTP1

/// The errors of the exchanges with one server: each says what happened, where and what to do, and nothing of what was
/// asked or answered.
struct ExchangeFailure: Sendable {
    /// The server's address.
    let address: ModelAddress

    /// The errors of the server at an address.
    init(_ address: ModelAddress) {
        self.address = address
    }

    /// "The model server on port 11434".
    private var server: String {
        address.isLoopback
            ? "The model server on port \(address.port)"
            : "The model server that your settings name (port \(address.port))"
    }

    /// Nothing listens there.
    var unreachable: ChatModelError {
        ChatModelError(
            .unreachable,
            address.isLoopback
                ? "No model server answers on port \(address.port). Start it, or choose another: recall model chat list"
                : "\(server) cannot be reached. Check that it runs, or choose another: recall model chat list")
    }

    /// Too long a silence, or too long in all.
    var timedOut: ChatModelError {
        ChatModelError(.timedOut, "\(server) did not answer in time. Ask again, or choose a smaller model.")
    }

    /// The connection was closed in the middle.
    var endedEarly: ChatModelError {
        ChatModelError(
            .endedEarly, "\(server) closed the connection in the middle of its reply. Look into its log; ask again.")
    }

    /// A flood.
    var tooLong: ChatModelError {
        ChatModelError(.tooLong, "\(server) sent more than any reply has, so it was cut off. Choose another model.")
    }

    /// Something else than the protocol.
    var malformed: ChatModelError {
        ChatModelError(
            .malformed, "What answers on port \(address.port) does not speak as a model server does. Check the address."
        )
    }

    /// A tool call that cannot be read.
    var brokenCall: ChatModelError {
        ChatModelError(
            .malformed,
            "The model of port \(address.port) wrote a tool call that cannot be read. Ask again, or choose another.")
    }

    /// An error status, or an error in the middle of a reply.
    func refused(_ refusal: ServerRefusal) -> ChatModelError {
        let status = refusal.status.map { " (status \($0))" } ?? ""
        return ChatModelError(
            refusal.reason.code,
            "\(server) \(refusal.reason.words)\(status). \(refusal.reason.remedy)")
    }

    /// The failure that a head alone is; `nil` if the rest is worth reading.
    func failure(of head: HTTPResponseHead) -> ChatModelError? {
        let encodings = head.headers[canonicalForm: "content-encoding"]
        guard encodings.allSatisfy({ $0.lowercased() == "identity" }), head.status.code >= 200 else { return malformed }
        guard (300..<400).contains(head.status.code) else { return nil }
        return ChatModelError(
            .refused,
            "\(server) sent the request elsewhere (status \(head.status.code)). That is never followed: name the server itself."
        )
    }

    /// The failure behind an error of the connection.
    func failure(of error: any Error) -> ChatModelError {
        switch error {
        case let error as ChatModelError: error
        case HTTPParserError.invalidEOFState: endedEarly
        case HTTPParserError.headerOverflow: tooLong
        case is HTTPParserError: malformed
        default: endedEarly
        }
    }
}
