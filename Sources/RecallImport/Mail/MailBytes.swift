import CGMime
import RecallText

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The bytes of a message while it is read. Ranges count from its start.
typealias Bytes = UnsafeBufferPointer<UInt8>

extension UnsafeBufferPointer<UInt8> {
    /// The bytes of `range`, without copying.
    @inline(__always)
    func slice(_ range: Range<Int>) -> Bytes {
        Bytes(rebasing: self[range])
    }

    /// The first place of `byte` at or after `start`, or `nil`.
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        guard start < count, let base = baseAddress,
            let found = memchr(base + start, Int32(byte), count - start)
        else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// The first place of `needle` at or after `start`, or `nil`.
    func firstIndex(of needle: StaticString, from start: Int) -> Int? {
        guard start < count, let base = baseAddress,
            let found = recall_memmem(base + start, count - start, needle.utf8Start, needle.utf8CodeUnitCount)
        else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// The end of the line that holds `start`, its line feed included; the end of the bytes for the last line.
    @inline(__always)
    func lineEnd(from start: Int) -> Int {
        firstIndex(of: UInt8(ascii: "\n"), from: start).map { $0 + 1 } ?? count
    }

    /// True if the bytes at `start` begin with `text`.
    func has(_ text: StaticString, at start: Int) -> Bool {
        guard start >= 0, count - start >= text.utf8CodeUnitCount, let base = baseAddress else { return false }
        return memcmp(base + start, text.utf8Start, text.utf8CodeUnitCount) == 0
    }

    /// True if the bytes at `start` begin with `text` (lower-case ASCII), ignoring case.
    func hasIgnoringCase(_ text: StaticString, at start: Int) -> Bool {
        let length = text.utf8CodeUnitCount
        guard start >= 0, count - start >= length else { return false }
        for i in 0..<length where self[start + i].asciiLowercase != text.utf8Start[i] { return false }
        return true
    }

    /// True if the bytes equal `text` (lower-case ASCII), ignoring case.
    func equalsIgnoringCase(_ text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && hasIgnoringCase(text, at: 0)
    }

    /// True if the bytes contain `text` (lower-case ASCII), ignoring case.
    func containsIgnoringCase(_ text: StaticString) -> Bool {
        guard count >= text.utf8CodeUnitCount else { return false }
        let first = text.utf8Start[0]
        for i in 0...(count - text.utf8CodeUnitCount) where self[i].asciiLowercase == first {
            if hasIgnoringCase(text, at: i) { return true }
        }
        return false
    }

    /// `range` without spaces, tabs and line ends around it.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high, self[low].isASCIISpace { low += 1 }
        while high > low, self[high - 1].isASCIISpace { high -= 1 }
        return low..<high
    }

    /// The text of `range`, with bytes that are not UTF-8 replaced.
    func string(_ range: Range<Int>) -> String {
        String(decoding: slice(range), as: UTF8.self)
    }

    /// True if all bytes are ASCII.
    var isASCII: Bool {
        var bits: UInt8 = 0
        for byte in self { bits |= byte }
        return bits < 0x80
    }
}
