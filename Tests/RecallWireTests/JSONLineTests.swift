import Foundation
import RecallWire
import Testing

/// Lines of JSON, compared with what Foundation's encoder makes.
struct JSONLineTests {
    private struct Values: Codable, Equatable {
        struct Inner: Codable, Equatable {
            var list: [[Int]]
            var table: [String: Double]
        }

        var last = "\u{0}\u{1F}\"\\/\n\r\t\u{8} é 日本 🪴"
        var first: [Float] = [0, -0.0, 1, 0.1, -2.5e-9, 3e20, .greatestFiniteMagnitude]
        var numbers: [Double] = [1_710_000_000, 1e16, 0.3, -7, .leastNonzeroMagnitude]
        var bytes: [UInt8] = [0, 255]
        var large: [Int64] = [.min, .max]
        var none: Int?
        var empty: [String] = []
        var truths = [true, false]
        var date = Date(timeIntervalSince1970: 1_710_000_000)
        var inner: Inner? = Inner(list: [[], [1], [2, 3]], table: ["a": 1.5])
    }

    private static var foundation: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        encoder.dateEncodingStrategy = .iso8601
        return encoder
    }

    @Test func `lines mean the same as those of Foundation, for all payloads`() throws {
        let examples = PayloadExamples.all.flatMap { [$0.full, $0.minimal] as [any Encodable] }
        for payload in examples + PayloadExamples.alternatives.flatMap(\.values) {
            #expect(try JSONValue(PayloadEncoding.line(payload)) == JSONValue(Self.foundation.encode(payload)))
        }
    }

    @Test func `values of all kinds come back`() throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let line = try PayloadEncoding.line(Values())
        #expect(try decoder.decode(Values.self, from: line) == Values())
        #expect(try JSONValue(line) == JSONValue(Self.foundation.encode(Values())))
        #expect(try PayloadEncoding.line([Int]()) == Data("[]".utf8) && PayloadEncoding.line("a") == Data(#""a""#.utf8))
    }

    @Test func `keys stand in the order in which they are declared`() throws {
        let line = String(decoding: try PayloadEncoding.line(Values()), as: UTF8.self)
        let keys = ["last", "first", "numbers", "bytes", "large", "empty", "truths", "date", "inner", "list", "table"]
        let places = keys.compactMap { line.range(of: "\"\($0)\":")?.lowerBound }
        #expect(places.count == keys.count && places == places.sorted() && !line.contains("none"))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `what is no number is refused`(value: Double) {
        #expect(throws: EncodingError.self) { try PayloadEncoding.line([value]) }
        #expect(throws: EncodingError.self) { try PayloadEncoding.line(Float(value)) }
    }
}
