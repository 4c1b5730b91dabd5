import RecallCore
import RecallEmbedding
import RecallStore
import RecallTestSupport
import Testing

@Suite(.waiting, .scratch) struct PrecisionTests {
    private let fixture: CommandFixture

    init() throws {
        fixture = try CommandFixture()
        try fixture.scratch.write("in/one.md", "The kettle whistles at night.")
        try fixture.scratch.write("more/two.md", "Ferns grow by the mill.")
    }

    /// The precision of the vectors that searches use, and whether every passage has one.
    private func serving() throws -> (precision: String?, isComplete: Bool) {
        try LibraryStore(at: LibraryLocation(path: fixture.library), for: .read).read { snapshot in
            let parts = try snapshot.servingGeneration()?.fingerprint.split(separator: "/") ?? []
            let counts = try snapshot.passageCounts()
            return (parts.dropFirst().first.map(String.init), counts.all == counts.embedded)
        }
    }

    private func recall(_ arguments: String...) throws -> RecallProcess.Outcome {
        try RecallProcess.run(arguments, environment: ["RECALL_LIBRARY": fixture.library], in: fixture.scratch)
    }

    @Test func `a library is embedded in this machine's preferred precision`() throws {
        #expect(try recall("import", fixture.scratch.path + "/in").code == 0)
        #expect(try serving() == (EncoderPrecision.preferred.rawValue, true))
    }

    @Test(arguments: EncoderPrecision.allCases) func `what it was told, a library keeps`(precision: EncoderPrecision)
        throws
    {
        #expect(try recall("import", fixture.scratch.path + "/in", "--precision", precision.rawValue).code == 0)
        #expect(try serving() == (precision.rawValue, true))
        #expect(try recall("import", fixture.scratch.path + "/more").code == 0)
        #expect(try serving() == (precision.rawValue, true))
        let found = try recall("search", "whistling kettle", "--format", "json")
        #expect(found.json["lanes"] as? [String] == ["words", "meaning"])
    }

    @Test func `another precision makes all vectors anew`() throws {
        #expect(try recall("import", fixture.scratch.path + "/in", "--precision", "f32").code == 0)
        #expect(try recall("import", "--embed-only", "--precision", "bf16").code == 0)
        #expect(try serving() == ("bf16", true))
    }

    @Test func `a precision that does not exist is refused with those that do`() throws {
        let outcome = try recall("import", fixture.scratch.path + "/in", "--precision", "fp8")
        #expect(outcome.code == 64)
        for precision in EncoderPrecision.allCases { #expect(outcome.errors.contains(precision.rawValue)) }
    }
}
