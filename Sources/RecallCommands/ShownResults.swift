import Foundation
import RecallCore
import RecallKit

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The results that the last search in a terminal showed, so that `recall show 3` opens the third.
///
/// Each terminal has a file in the library's folder, which holds the ids of items and nothing of the query.
struct ShownResults: Codable {
    private var version = 1
    /// The session that searched: a terminal's name is given to another one after it is closed.
    private var session: Int32
    private var items: [String]

    private init(session: Int32, items: [String]) {
        (self.session, self.items) = (session, items)
    }

    /// Remembers the best item of each result, if the command was given in a terminal. A library that cannot be written,
    /// such as one on a read-only medium, is searched all the same.
    static func store(_ response: SearchResponse, in location: LibraryLocation) {
        store(response.results.map { $0.passages.first?.item.id }, in: location)
    }

    /// Remembers the items that an answer cites, by number.
    static func store(_ answer: Answer, in location: LibraryLocation) {
        let items = Dictionary(answer.citations.map { ($0.number, $0.item.id) }) { first, _ in first }
        store((1...max(1, items.keys.max() ?? 1)).map { items[$0] }, in: location)
    }

    private static func store(_ ids: [ItemID?], in location: LibraryLocation) {
        guard let file = file(in: location) else { return }
        let shown = ShownResults(session: getsid(0), items: ids.map { $0?.description ?? "" })
        guard let data = try? JSONEncoder().encode(shown) else { return }
        try? FileManager.default.createDirectory(
            atPath: location.shownResults, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        try? file.write(data)
    }

    /// The item of the result with a number, from 1.
    static func item(_ number: Int, in location: LibraryLocation) throws -> ItemID {
        guard let file = file(in: location) else {
            throw CommandFailure(
                "Results are numbered for a terminal, and there is none here. Give an item's id, as JSON has it.",
                code: "not-found")
        }
        guard let shown = try file.read().flatMap({ try? JSONDecoder().decode(Self.self, from: $0) }),
            shown.session == getsid(0)
        else {
            throw CommandFailure(
                "There was no search in this terminal since it was opened or something was deleted, so there is no "
                    + "result \(number). Search first, or give an item's id.",
                code: "not-found")
        }
        guard number <= shown.items.count, let id = ItemID(shown.items[number - 1]) else {
            throw CommandFailure(
                "The last search in this terminal had \(Count.of(shown.items.count, "result")).", code: "not-found")
        }
        return id
    }

    /// The file of this terminal; `nil` if the command was not given in one. Output may go to a pager.
    private static func file(in location: LibraryLocation) -> LibraryFile? {
        guard let name = [STDOUT_FILENO, STDIN_FILENO, STDERR_FILENO].lazy.compactMap(terminalName).first else {
            return nil
        }
        return LibraryFile(path: location.shownResults + "/" + name + ".json")
    }

    /// `pts-3` of `/dev/pts/3`.
    private static func terminalName(_ descriptor: Int32) -> String? {
        var bytes = [CChar](repeating: 0, count: 256)
        guard ttyname_r(descriptor, &bytes, bytes.count) == 0 else { return nil }
        let path = bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: path, as: UTF8.self).split(separator: "/").dropFirst().joined(separator: "-")
    }
}
