import Foundation
import RecallKit
import Synchronization

/// Access to this server. A program sends the library's token. A browser redeems a one-time link for a session.
final class Sessions: Sendable {
    /// A browser's access to this server, until the server ends.
    ///
    /// Browsers send cookies to every port of 127.0.0.1, so the cookie alone opens nothing but the empty app. The page
    /// keeps the other two in its own storage, which belongs to this port.
    struct Session: Sendable {
        /// The value of the cookie.
        let cookie = Secret()
        /// Sent by the page with each request, in a header.
        let page = Secret()
        /// Part of the addresses of frames, files and event streams, where no header can be sent. Good for reading only.
        let address = Secret()
    }

    private struct State {
        var token: Secret
        /// The codes of unopened links.
        var codes: Set<Secret> = []
        /// Oldest first.
        var sessions: [Session] = []
    }

    private let file: LibraryFile
    private let links: LinkFile
    private let state: Mutex<State>

    /// The sessions of the library in `folder`, whose token is created if it does not exist. In a folder that is read-only
    /// a new token lives as long as the server.
    init(folder: String, isReadOnly: Bool = false) throws {
        file = LibraryFile(path: folder + "/server.token")
        links = LinkFile(folder: folder)
        let known = try file.read().flatMap { Secret(String(decoding: $0, as: UTF8.self).trimmed) }
        let token = known ?? Secret()
        if known == nil, !isReadOnly { try Self.write(token, to: file) }
        state = Mutex(State(token: token))
    }

    /// The code of a new link, valid once.
    func makeCode() -> String {
        let code = Secret()
        state.withLock { _ = $0.codes.insert(code) }
        return code.text
    }

    /// A new session if `code` belongs to an unopened link to this port; `nil` otherwise.
    func redeem(_ code: String, port: Int) -> Session? {
        state.withLock { state in
            // All are compared, so that time tells nothing.
            let found = state.codes.filter { $0.matches(code) }
            state.codes.subtract(found)
            guard !found.isEmpty || links.redeem(code, port: port) else { return nil }
            let session = Session()
            state.sessions = state.sessions.suffix(Self.mostSessions - 1) + [session]
            return session
        }
    }

    private static let mostSessions = 64

    /// True if `token` is the library's token.
    func accepts(_ token: String) -> Bool {
        followFile()
        return state.withLock(\.token).matches(token)
    }

    /// The session to which a cookie belongs.
    func session(cookie: String) -> Session? {
        followFile()
        return state.withLock(\.sessions).filter { $0.cookie.matches(cookie) }.first
    }

    /// Takes over a token that another server of the library wrote, which ends all sessions here too.
    private func followFile() {
        guard let text = try? file.read().map({ String(decoding: $0, as: UTF8.self).trimmed }) else { return }
        state.withLock { state in
            if !state.token.matches(text), let token = Secret(text) { state = State(token: token) }
        }
    }

    /// Replaces the token, which ends all sessions and unopened links.
    func rotate() throws {
        let token = Secret()
        try Self.write(token, to: file)
        links.remove()
        state.withLock { $0 = State(token: token) }
    }

    private static func write(_ token: Secret, to file: LibraryFile) throws {
        try file.write(Data((token.text + "\n").utf8))
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
