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
        address = LibraryFile(path: folder + "/server.address")
        code = LibraryFile(path: folder + "/server.link")
    }

    /// Says where this process listens.
    func listen(port: Int) {
        try? address.write(Data("\(getpid()) \(port)\n".utf8))
    }

    /// Takes back what `listen` said, unless another server has said it since.
    func endListening() {
        if listener?.process == getpid() { address.remove() }
        remove()
    }

    /// A new link to the server that runs; `nil` if none does.
    func make() throws -> String? {
        guard let listener, kill(listener.process, 0) == 0 || errno == EPERM else { return nil }
        let secret = Secret()
        try code.write(Data(secret.text.utf8))
        return AppAddress.link(port: listener.port, code: secret.text)
    }

    /// True if `text` is the code of the link that was made last. It is used up then.
    func redeem(_ text: String) -> Bool {
        guard let data = try? code.read(), let secret = Secret(String(decoding: data, as: UTF8.self)),
            secret.matches(text)
        else { return false }
        remove()
        return true
    }

    /// Removes the link that was made last.
    func remove() { code.remove() }

    private var listener: (process: pid_t, port: Int)? {
        guard let data = try? address.read() else { return nil }
        let numbers = String(decoding: data, as: UTF8.self).split { $0.isWhitespace }.compactMap { Int32($0) }
        guard numbers.count == 2, numbers[0] > 0, 1...65_535 ~= numbers[1] else { return nil }
        return (numbers[0], Int(numbers[1]))
    }
}
