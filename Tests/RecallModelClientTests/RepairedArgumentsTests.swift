import RecallModelClient
import Testing

/// JSON as models write it.
struct RepairedArgumentsTests {
    @Test(arguments: [
        (#"{"a":1}"#, #"{"a":1}"#), ("", "{}"), ("  ", "{}"), ("null", "{}"), (#"{"a":[1,2,],}"#, #"{"a":[1,2]}"#),
        ("{'a': 'it\\'s \"b\"'}", #"{"a":"it's \"b\""}"#), (#"{"a":{"b":[1,{"c":"d"#, #"{"a":{"b":[1,{"c":"d"}]}}"#),
        (#"{"a":1}}]"#, #"{"a":1}"#), ("{a: True, b: None}", #"{"a":true,"b":null}"#),
        ("{\"a\":\"x\ny\"}", #"{"a":"x\ny"}"#),
        ("```json\n{\"a\":1}\n```", #"{"a":1}"#), (#""{\"a\":1}""#, #"{"a":1}"#), (#"{"a":"#, "{}"), (#"{"a"#, "{}"),
        (#"{"a":"😀\ud83d\ude00\ud83d"}"#, "{\"a\":\"😀😀\u{FFFD}\"}"), (#"{"a":-1.5e+3,"b":1"#, #"{"a":-1.5e+3,"b":1}"#),
    ])
    func `slips are mended`(written: String, meant: String) throws {
        #expect(try RepairedArguments.json(of: written) == meant)
    }

    @Test(arguments: [
        "keys", "[1]", "1", "{]", #"{"a":1} and more"#, #"{"a":01}"#, #"{"a":0x1}"#, #"{"a":NaN}"#, #"{"a" 1}"#,
        #"{"a":\u12}"#,
        #"{"a":"\u12G4"}"#, "{,}", "\"{\\\"a\\\"\"x",
    ])
    func `what is no object is refused`(written: String) {
        #expect(throws: ChatModelError.self) { try RepairedArguments.json(of: written) }
    }

    @Test func `depth and length are bounded`() {
        for open in ["[", "{\"a\":", "\"", "{'"] {
            #expect(throws: ChatModelError.self) {
                try RepairedArguments.json(of: "{\"a\":" + String(repeating: open, count: 30_000))
            }
        }
        #expect(throws: ChatModelError(.tooLong, "The arguments of a tool call are longer than 64 KB.")) {
            try RepairedArguments.json(of: String(repeating: "a", count: 1 << 17))
        }
    }

    @Test func `every beginning of an object is mended to an object, or refused`() throws {
        let whole = Array(
            #"{"query":"what \"he\" said","filters":{"kinds":["mail","chat"],"limit":10},"deep":true}"#.utf8)
        for count in 1...whole.count {
            let written = String(decoding: whole.prefix(count), as: UTF8.self)
            guard let mended = try? RepairedArguments.json(of: written) else { continue }
            #expect(JSONValue(Array(mended.utf8))?.isObject == true)
        }
        #expect(try RepairedArguments.json(of: String(decoding: whole, as: UTF8.self)).utf8.elementsEqual(whole))
    }
}
