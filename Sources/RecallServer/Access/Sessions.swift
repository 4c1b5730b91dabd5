import Foundation
import RecallKit
import Synchronization

/// The sessions of this server. A client needs the library's token, or a one-time link, which gives a browser the
/// token.
final class Sessions: Sendable {
    private struct State {
        var token: Secret
        /// The codes of unopened links.
        var codes: Set<Secret> = []
    }

    private let file: LibraryFile
    private let state: Mutex<State>

    /// The sessions of the library in `folder`, whose token is created if it does not exist.
    init(folder: String) throws {
        file = LibraryFile(path: folder + "/server.token")
        let known = try file.read().flatMap { Secret(String(decoding: $0, as: UTF8.self).trimmed) }
        let token = known ?? Secret()
        if known == nil { try Self.write(token, to: file) }
        state = Mutex(State(token: token))
    }

    /// The code of a new link, valid once.
    func makeCode() -> String {
        let code = Secret()
        state.withLock { _ = $0.codes.insert(code) }
        return code.text
    }

    /// The token if `code` belongs to an unopened link; `nil` otherwise.
    func redeem(_ code: String) -> String? {
        state.withLock { state in
            // All are compared, so that time tells nothing.
            let found = state.codes.filter { $0.matches(code) }
            state.codes.subtract(found)
            return found.isEmpty ? nil : state.token.text
        }
    }

    /// True if `token` is the library's token.
    func accepts(_ token: String) -> Bool {
        state.withLock(\.token).matches(token)
    }

    /// Replaces the token, which ends all sessions and unopened links.
    func rotate() throws {
        let token = Secret()
        try Self.write(token, to: file)
        state.withLock { $0 = State(token: token) }
    }

    private static func write(_ token: Secret, to file: LibraryFile) throws {
        try file.write(Data((token.text + "\n").utf8))
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
