public import Foundation

/// Payloads as the bytes that are sent: JSON in which no character steers a terminal or turns the direction of text, since
/// people read it there too. Escapes mean the same to every program.
public enum PayloadEncoding {
    /// The payload on one line.
    public static func line(_ payload: some Encodable) throws -> Data {
        ControlEscapes.escaped(try JSONLineEncoder.encode(payload))
    }

    /// The payload on one line, with its keys sorted.
    public static func sortedLine(_ payload: some Encodable) throws -> String {
        let line = try encoder([.sortedKeys, .withoutEscapingSlashes]).encode(payload)
        return String(decoding: ControlEscapes.escaped(line), as: UTF8.self)
    }

    /// The payload as a document with its version, indented, its keys sorted.
    public static func document(_ payload: some Encodable) throws -> String {
        let encoder = encoder([.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        return String(decoding: ControlEscapes.escaped(try encoder.encode(VersionedPayload(payload))), as: UTF8.self)
    }

    /// The same for lines that were encoded without it.
    public static func escaped(_ lines: [UInt8]) -> [UInt8] { Array(ControlEscapes.escaped(Data(lines))) }

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
