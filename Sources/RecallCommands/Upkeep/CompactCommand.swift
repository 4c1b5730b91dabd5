import ArgumentParser
import RecallCore
import RecallKit

struct CompactCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compact",
        abstract: "Makes the library as small and as quick to search as it can be.",
        discussion: """
            Rarely needed: imports and deletions keep the library in order. After many deletions, or before a long backup, this \
            writes it anew without what is unused. You can search meanwhile; an import waits. It needs room for a second copy.
            """)

    @OptionGroup var library: LibraryOptions

    @Flag(help: "Do only what recall serve does by itself in quiet moments: short steps, without writing all anew.")
    var light = false

    func run() async throws {
        guard library.location.exists else {
            throw CommandFailure("There is no library at \(library.location.folder) yet. Check --library.")
        }
        let library = try RecallLibrary(at: library.location, for: .write, model: .none)
        if light { return print("\(Count.of(try library.maintainAll(), "step")) done.") }
        let (before, after) = try library.compact()
        print("\(Count.bytes(before)) before, \(Count.bytes(after)) after.")
    }
}
