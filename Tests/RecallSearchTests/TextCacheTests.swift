import RecallSearch
import Testing

@Suite("Texts kept between searches")
struct TextCacheTests {
    @Test("is given back to searches of the same state, and to no others")
    func states() {
        let cache = TextCache<Int, String>(capacity: 10)
        cache.keep("one", for: 1, rewrites: 3)
        #expect(cache.value(for: 1, rewrites: 3) == "one")
        #expect(cache.value(for: 2, rewrites: 3) == nil)
        #expect(cache.value(for: 1, rewrites: 4) == nil)
        #expect(cache.value(for: 1, rewrites: 2) == nil)
    }

    @Test("goes when a text was deleted, and does not come back from a search that began before")
    func rewrites() {
        let cache = TextCache<Int, String>(capacity: 10)
        cache.keep("one", for: 1, rewrites: 3)
        cache.keep("two", for: 2, rewrites: 4)
        #expect(cache.value(for: 2, rewrites: 4) == "two")
        cache.keep("one", for: 1, rewrites: 3)
        #expect(cache.value(for: 1, rewrites: 3) == nil)
        #expect(cache.value(for: 1, rewrites: 4) == nil)
    }

    @Test("is never more than its capacity")
    func capacity() {
        let cache = TextCache<Int, Int>(capacity: 8)
        for key in 0..<100 { cache.keep(key, for: key, rewrites: 0) }
        let kept = (0..<100).compactMap { cache.value(for: $0, rewrites: 0) }
        #expect((1...8).contains(kept.count) && kept.contains(99))
    }

    @Test("counts values by their sizes, and a value that is kept again once")
    func sizes() {
        let cache = TextCache<Int, Int>(capacity: 8)
        for _ in 0..<3 { cache.keep(1, for: 1, rewrites: 0, size: 4) }
        cache.keep(2, for: 2, rewrites: 0, size: 4)
        #expect(cache.value(for: 1, rewrites: 0) == 1 && cache.value(for: 2, rewrites: 0) == 2)
        cache.keep(3, for: 3, rewrites: 0, size: 4)
        #expect(cache.value(for: 1, rewrites: 0) == nil && cache.value(for: 3, rewrites: 0) == 3)
        cache.keep(4, for: 4, rewrites: 0, size: 9)
        #expect(cache.value(for: 4, rewrites: 0) == nil)
    }
}
