import RecallSearch
import Testing

@Suite("What searches keep of texts")
struct TextMemoryTests {
    @Test("is given back to searches of the same state, and to no others")
    func states() {
        let memory = TextMemory<Int, String>(capacity: 10)
        memory.keep("one", for: 1, rewrites: 3)
        #expect(memory.value(for: 1, rewrites: 3) == "one")
        #expect(memory.value(for: 2, rewrites: 3) == nil)
        #expect(memory.value(for: 1, rewrites: 4) == nil)
        #expect(memory.value(for: 1, rewrites: 2) == nil)
    }

    @Test("goes when a text was deleted, and does not come back from a search that began before")
    func rewrites() {
        let memory = TextMemory<Int, String>(capacity: 10)
        memory.keep("one", for: 1, rewrites: 3)
        memory.keep("two", for: 2, rewrites: 4)
        #expect(memory.value(for: 2, rewrites: 4) == "two")
        memory.keep("one", for: 1, rewrites: 3)
        #expect(memory.value(for: 1, rewrites: 3) == nil)
        #expect(memory.value(for: 1, rewrites: 4) == nil)
    }

    @Test("is never more than its capacity")
    func capacity() {
        let memory = TextMemory<Int, Int>(capacity: 8)
        for key in 0..<100 { memory.keep(key, for: key, rewrites: 0) }
        let kept = (0..<100).compactMap { memory.value(for: $0, rewrites: 0) }
        #expect((1...8).contains(kept.count) && kept.contains(99))
    }
}
