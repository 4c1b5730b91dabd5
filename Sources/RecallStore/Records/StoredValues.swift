import Foundation
import RecallCore

// Encodings of domain values in columns. These encodings are part of the schema: they never change for a migration.

extension ItemKind {
    /// The value of the column.
    var storedValue: Int {
        switch self {
        case .email: 1
        case .message: 2
        case .document: 3
        case .note: 4
        }
    }

    init?(storedValue: Int) {
        guard let kind = Self.allCases.first(where: { $0.storedValue == storedValue }) else { return nil }
        self = kind
    }
}

extension Recipient.Role {
    /// The value of the column.
    var storedValue: String {
        switch self {
        case .to: "to"
        case .cc: "cc"
        case .bcc: "bcc"
        }
    }

    init?(storedValue: String) {
        guard let role = Self.allCases.first(where: { $0.storedValue == storedValue }) else { return nil }
        self = role
    }
}

extension ParticipantRole {
    /// The role of a recipient's row; `nil` for the sender.
    var recipientRole: Recipient.Role? {
        switch self {
        case .from: nil
        case .to: .to
        case .cc: .cc
        case .bcc: .bcc
        }
    }
}

extension Language? {
    /// The value of the column: 0 for none.
    var storedValue: UInt8 { map { $0.rawValue + 1 } ?? 0 }
}

extension Language {
    init?(storedValue: UInt8) {
        guard storedValue > 0 else { return nil }
        self.init(rawValue: storedValue - 1)
    }
}

extension ItemID {
    /// 16 bytes, big-endian.
    var storedValue: Data {
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Data($0) }
    }

    init?(storedValue: Data) {
        guard storedValue.count == 16 else { return nil }
        let words = storedValue.withUnsafeBytes { bytes in
            (bytes.loadUnaligned(as: UInt64.self), bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        }
        self.init(high: UInt64(bigEndian: words.0), low: UInt64(bigEndian: words.1))
    }
}

extension ParticipantDigest {
    var storedValue: Data { Data(bytes) }

    init?(storedValue: Data) { self.init(bytes: Array(storedValue)) }
}

extension Date {
    /// Milliseconds since 1970, clamped to the range of the column.
    var storedValue: Int64 {
        Int64((timeIntervalSince1970 * 1000).rounded().clamped(to: -9e15...9e15))
    }

    init(storedValue: Int64) {
        self.init(timeIntervalSince1970: Double(storedValue) / 1000)
    }
}

extension Double {
    func clamped(to range: ClosedRange<Double>) -> Double {
        isNaN ? 0 : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}

/// Unsigned LEB128 integers: seven bits a byte, low bits first.
enum VariableLengthInteger {
    static func append(_ value: Int, to bytes: inout [UInt8]) {
        var rest = UInt64(bitPattern: Int64(value))
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// The integer at `position`, which advances past it; `nil` at the end or if the bytes are damaged.
    @inline(__always)
    static func read(_ bytes: UnsafeRawBufferPointer, _ position: inout Int) -> Int? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while position < bytes.count, shift < 63 {
            let byte = bytes[position]
            position += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return Int(value) }
            shift += 7
        }
        return nil
    }
}

/// Ascending, disjoint ranges as pairs of varints: the gap since the previous end, and the length.
enum StoredRanges {
    /// The number of ranges. Each is two varints, and only the last byte of a varint is below 128.
    static func count(_ data: Data) -> Int {
        data.count { $0 < 0x80 } / 2
    }

    static func encode(_ ranges: [Range<Int>]) -> Data {
        var bytes: [UInt8] = []
        var end = 0
        for range in ranges {
            VariableLengthInteger.append(range.lowerBound - end, to: &bytes)
            VariableLengthInteger.append(range.count, to: &bytes)
            end = range.upperBound
        }
        return Data(bytes)
    }

    static func decode(_ data: Data) -> [Range<Int>] {
        data.withUnsafeBytes { bytes in
            var ranges: [Range<Int>] = []
            var (position, end) = (0, 0)
            while let gap = VariableLengthInteger.read(bytes, &position),
                let count = VariableLengthInteger.read(bytes, &position),
                gap >> 40 == 0, count >> 40 == 0
            {
                ranges.append(end + gap..<end + gap + count)
                end += gap + count
            }
            return ranges
        }
    }
}
