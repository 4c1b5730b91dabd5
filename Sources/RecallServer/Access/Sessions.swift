import Foundation
import RecallKit
import Synchronization

/// The sessions of this server: it may be used by whoever knows the library's token, or opens a one-time link, which hands it to a browser.
final class Sessions: Sendable {
    private struct State {
        var token: Secret
        /// Of links that were not opened yet.
        var codes: Set<Secret> = []
    }

    private let file: LibraryFile
    private let state: Mutex<State>

    /// The sessions of the library in `folder`, whose token is made when there is none.
    init(folder: String) throws {
        file = LibraryFile(path: folder + "/server.token")
        let known = try file.read().flatMap { Secret(String(decoding: $0, as: UTF8.self).trimmed) }
        let token = known ?? Secret()
        if known == nil { try Self.write(token, to: file) }
        state = Mutex(State(token: token))
    }

    /// The code of a new link, good for one use.
    func makeCode() -> String {
        let code = Secret()
        state.withLock { _ = $0.codes.insert(code) }
        return code.text
    }

    /// The token, if `code` is that of a link which was not opened before.
    func redeem(_ code: String) -> String? {
        state.withLock { state in
            // All are compared, so that time tells nothing.
            let found = state.codes.filter { $0.matches(code) }
            state.codes.subtract(found)
            return found.isEmpty ? nil : state.token.text
        }
    }

    /// True if `token` is the library's.
    func accepts(_ token: String) -> Bool {
        state.withLock(\.token).matches(token)
    }

    /// Makes a new token: all sessions and unopened links end.
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
