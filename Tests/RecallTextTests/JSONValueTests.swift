import RecallText
import Testing

struct JSONValueTests {
    private func parse(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

    @Test func `values of all types are read`() throws {
        let value = try parse(
            #" { "a" : [1, -2.5e1, true, false, null, "x\"\\\/\b\f\n\r\t\u00e9\ud83e\udd8b"], "b": {}, "b": [] } "#)
        let elements = try #require(value["a"]?.elements)
        #expect(elements[0].int == 1 && elements[1].double == -25 && elements[1].int == -25)
        #expect(elements[2].bool == true && elements[3].bool == false && elements[4] == .null)
        #expect(elements[5].string == "x\"\\/\u{8}\u{c}\n\r\t\u{e9}🦋")
        #expect(value["b"] == .array([]) && value["c"] == nil)
        #expect(value.members?.map(\.name) == ["a", "b", "b"])
        #expect(try parse("[1, 2]").ints == [1, 2] && parse("[1, 2.5]").ints == nil)
    }

    @Test(arguments: [
        "", " ", "{", "[1,]", "{\"a\":1,}", "{a:1}", "01", "1.", "+1", "tru", "nulll", "\"a", "\"\\x\"", "\"\\ud800\"",
        "1 2",
        "\"\u{1}\"", String(repeating: "[", count: 200) + String(repeating: "]", count: 200),
    ])
    func `what is not JSON is refused`(text: String) {
        #expect(throws: JSONSyntaxError.self) { try parse(text) }
    }

    @Test func `bytes that are not UTF-8 are refused where they stand`() throws {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: [0x22, 0xC3, 0x22]) }
        #expect(error?.offset == 1)
    }

    @Test func `values are skipped down to a hundred levels`() {
        func isSkipped(_ depth: Int) -> Bool {
            let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            return Array(text.utf8).withUnsafeBufferPointer { bytes in
                var scanner = JSONScanner(bytes)
                return (try? scanner.skipValue()) != nil
            }
        }
        #expect(isSkipped(1) && isSkipped(100) && !isSkipped(101) && !isSkipped(102))
    }
}
