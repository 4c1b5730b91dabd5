import RecallCore
import Testing

struct ItemIDTests {
    @Test func `an id survives its text form`() {
        let id = ItemID(identifying: ["mail", "a@example.org"])
        #expect(ItemID(id.description) == id)
        #expect(id.description.utf8.count == 32)
    }

    @Test(arguments: ["", "abc", String(repeating: "g", count: 32), "+" + String(repeating: "0", count: 31)])
    func `what is no id is refused`(text: String) {
        #expect(ItemID(text) == nil)
    }

    @Test(arguments: [
        (["a:b"], ["a", "b"]), (["ab", "c"], ["a", "bc"]), (["1:a1:b"], ["a", "b"]), (["a", ""], ["a"]),
        (["", "a"], ["a", ""]), (["a"], ["A"]), (["é"], ["e\u{301}", ""]), (["12", "3"], ["1", "23"]),
    ])
    func `different parts identify different items`(a: [String], b: [String]) {
        #expect(ItemID(identifying: a) != ItemID(identifying: b))
        #expect(ItemID(identifying: a) == ItemID(identifying: a))
    }

    @Test func `the range of a prefix holds the ids that begin with it, and no others`() throws {
        let id = ItemID(identifying: ["x"])
        for length in [1, 7, 16, 17, 32] {
            let range = try #require(ItemID.range(ofPrefix: String("\(id)".prefix(length))))
            #expect(range.contains(id))
            #expect(range.lowerBound.description.prefix(length) == range.upperBound.description.prefix(length))
        }
        #expect(
            try #require(ItemID.range(ofPrefix: "a")).contains(try #require(ItemID(String(repeating: "a", count: 32)))))
        #expect(
            !(try #require(ItemID.range(ofPrefix: "a"))).contains(
                try #require(ItemID("b" + String(repeating: "0", count: 31)))))
        for none in ["", "g", String(repeating: "a", count: 33)] { #expect(ItemID.range(ofPrefix: none) == nil) }
    }
}
