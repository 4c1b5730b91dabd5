public import Foundation

/// Payloads as the bytes that are sent.
public enum PayloadEncoding {
    /// The payload on one line.
    public static func line(_ payload: some Encodable) throws -> Data {
        try encoder([.withoutEscapingSlashes]).encode(payload)
    }

    /// The payload on one line, with its keys sorted.
    public static func sortedLine(_ payload: some Encodable) throws -> String {
        String(decoding: try encoder([.sortedKeys, .withoutEscapingSlashes]).encode(payload), as: UTF8.self)
    }

    /// The payload as a document with its version, indented, its keys sorted.
    public static func document(_ payload: some Encodable) throws -> String {
        let encoder = encoder([.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        return String(decoding: try encoder.encode(VersionedPayload(payload)), as: UTF8.self)
    }

    private static func encoder(_ formatting: JSONEncoder.OutputFormatting) -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting
        encoder.dateEncodingStrategy = .iso8601
        return encoder
    }
}

extension Range<Int> {
    /// The range as it is sent.
    var payload: [Int] { [lowerBound, upperBound] }
}
