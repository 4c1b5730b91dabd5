import Foundation
import RecallCore
import RecallKit

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// One-time links that another process makes for a running server (`recall serve --link`), through files in the
/// library's folder: no program needs a network client for it.
struct LinkFile: Sendable {
    private let address: LibraryFile
    private let code: LibraryFile

    init(folder: String) {
        address = LibraryFile(path: folder + "/server.address", isShared: true)
        code = LibraryFile(path: folder + "/server.link", isShared: true)
    }

    /// A process that serves the library.
    private struct Listener: Equatable {
        let process: pid_t
        let port: Int

        var isAlive: Bool { process > 0 && kill(process, 0) == 0 }
        var line: String { "\(process) \(port)\n" }
    }

    /// Says where this process listens. A link that was made before is void.
    func listen(port: Int) {
        code.remove()
        write(listeners + [Listener(process: getpid(), port: port)])
    }

    /// Takes back what `listen` said.
    func endListening() {
        write(listeners.filter { $0.process != getpid() })
    }

    /// A new link to the server that was started last; `nil` if none runs.
    func make() throws -> String? {
        guard let port = listeners.last?.port else { return nil }
        let secret = Secret()
        try code.write(Data("\(port) \(secret.text)".utf8))
        return AppAddress.link(port: port, code: secret.text)
    }

    /// True if `text` is the code of the link that was made last, for the server at `port`. It is used up then.
    func redeem(_ text: String, port: Int) -> Bool {
        guard let data = try? code.read() else { return false }
        let parts = String(decoding: data, as: UTF8.self).split(separator: " ")
        guard parts.count == 2, Int(parts[0]) == port, Secret(String(parts[1]))?.matches(text) == true else {
            return false
        }
        code.remove()
        return true
    }

    /// Voids the link that was made last.
    func remove() { code.remove() }

    private func write(_ listeners: [Listener]) {
        guard !listeners.isEmpty else { return address.remove() }
        try? address.write(Data(listeners.map(\.line).joined().utf8))
    }

    /// Those that still run.
    private var listeners: [Listener] {
        guard let data = try? address.read() else { return [] }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap { line in
            let numbers = line.split(separator: " ").compactMap { Int32($0) }
            guard numbers.count == 2, 1...65_535 ~= numbers[1] else { return nil }
            return Listener(process: numbers[0], port: Int(numbers[1]))
        }.filter(\.isAlive)
    }
}
