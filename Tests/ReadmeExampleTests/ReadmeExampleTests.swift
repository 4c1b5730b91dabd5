import RecallKit
import Testing

/// The example of README.md, which imports RecallKit alone.
struct ReadmeExampleTests {
    /// Compiled, not run: it would make a library in the home folder.
    static func example() async throws {
        let library = try RecallLibrary(at: "~/mail-library", for: .write)
        _ = try await library.importAndEmbed(at: ["/archive/mail.mbox"])
        for result in try library.search("who can lend us a tent?").results {
            print(result.thread.title, result.why)
        }
    }

    @Test func `the answer of a library can be read with one import`() throws {
        #expect(throws: (any Error).self) { try RecallLibrary(at: "/nowhere/library", for: .read, model: .none) }
        #expect(RecallLibrary.interpret("from:anna boiler").freeText == "boiler")
    }
}
