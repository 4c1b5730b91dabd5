/// The stable identity of an item: the first 128 bits of a SHA-256 of its identifying content.
///
/// The same message imported twice, or found in two exports, has the same id, so importing it again changes nothing.
/// The identifying content depends on the kind: Message-ID and text of an e-mail; chat, sender, time and text of a
/// message; source and path of a document or a note.
public struct ItemID: Hashable, Sendable, Comparable {
    /// The high and the low 64 bits.
    public let high: UInt64, low: UInt64

    /// An id of the given halves, as read from storage.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The id of what `parts` identify. The parts are hashed with their lengths, so `["ab", "c"]` and `["a", "bc"]` differ.
    ///
    /// - Complexity: O(*n*) in the parts' UTF-8 length.
    public init(identifying parts: [String]) {
        var hash = SHA256()
        for part in parts {
            var part = part
            part.withUTF8 { bytes in
                hash.update(String(bytes.count).utf8)
                hash.update(CollectionOfOne(UInt8(ascii: ":")))
                hash.update(bytes)
            }
        }
        let digest = hash.finalize()
        high = Self.word(digest[0..<8])
        low = Self.word(digest[8..<16])
    }

    /// The id of a file that is one item as a whole.
    public init(file path: String) {
        self.init(identifying: ["file", path])
    }

    /// The id whose `description` is `text`, or `nil` if that is not 32 hexadecimal digits.
    public init?(_ text: String) {
        let digits = Array(text.utf8)
        guard digits.count == 32, digits.allSatisfy({ $0.isASCIIHexDigit }),
            let high = UInt64(text.prefix(16), radix: 16), let low = UInt64(text.suffix(16), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }

    /// The ids whose text form begins with `prefix`, or `nil` if that is not 1 to 32 hexadecimal digits.
    public static func range(ofPrefix prefix: String) -> ClosedRange<ItemID>? {
        let missing = 32 - prefix.utf8.count
        guard !prefix.isEmpty, missing >= 0, let low = ItemID(prefix + String(repeating: "0", count: missing)),
            let high = ItemID(prefix + String(repeating: "f", count: missing))
        else { return nil }
        return low...high
    }

    /// The order of the 128-bit numbers.
    public static func < (a: ItemID, b: ItemID) -> Bool {
        (a.high, a.low) < (b.high, b.low)
    }

    private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension ItemID: CustomStringConvertible {
    /// 32 lower-case hexadecimal digits.
    public var description: String {
        Self.hex(high) + Self.hex(low)
    }

    private static func hex(_ word: UInt64) -> String {
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension ItemID: Encodable {
    /// Encodes the text form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension UInt8 {
    fileprivate var isASCIIHexDigit: Bool {
        (0x30...0x39).contains(self) || (0x61...0x66).contains(self) || (0x41...0x46).contains(self)
    }
}
