import RecallCore
import Testing

struct ImportProgressTests {
    private func share(
        read: Int, of bytes: Int?, embedded: Int? = nil, of passages: Int = 0, hasEnded: Bool = false,
        wasStopped: Bool = false
    ) -> Double? {
        var summary = ImportSummary()
        (summary.bytes, summary.hasEnded, summary.wasStopped) = (read, hasEnded, wasStopped)
        var embedding = embedded.map { _ in EmbeddingProgress() }
        embedding?.passages = embedded ?? 0
        embedding?.total = passages
        return ImportProgress(summary, embedding, bytes: bytes, elapsed: .seconds(10)).share
    }

    @Test func `what is read counts before anything is embedded`() throws {
        #expect(share(read: 50, of: nil) == nil)
        #expect(share(read: 50, of: 100) == 0.5)
        let early = try #require(share(read: 50, of: 100, embedded: 0, of: 40))
        #expect(early > 0.05 && early < 0.2)
        let later = try #require(share(read: 50, of: 100, embedded: 20, of: 40))
        #expect(later > early && later < 0.5)
        #expect(share(read: 100, of: 100, embedded: 40, of: 40, hasEnded: true) == 1)
        #expect(share(read: 0, of: 0, embedded: 0, of: 0, hasEnded: true) == 1)
    }

    @Test func `an import that was stopped is not done, whatever of it is embedded`() throws {
        #expect(share(read: 25, of: 100, hasEnded: true, wasStopped: true) == 0.25)
        let stopped = try #require(share(read: 25, of: 100, embedded: 40, of: 40, hasEnded: true, wasStopped: true))
        #expect(stopped < 0.5)
        #expect(share(read: 25, of: nil, embedded: 40, of: 40, hasEnded: true, wasStopped: true) == nil)
        let begun = try #require(share(read: 25, of: 100, embedded: 0, of: 0, hasEnded: true, wasStopped: true))
        #expect(begun < 0.25)
    }
}
