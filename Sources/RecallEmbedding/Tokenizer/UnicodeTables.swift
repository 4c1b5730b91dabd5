import RecallText

/// The tables of `PackedUnicodeTables`, unpacked.
enum UnicodeTables {
    /// Scalars of one class.
    struct ClassRange {
        var scalars: ClosedRange<UInt32>
        var value: UInt8
    }

    static func removed() -> [ClosedRange<UInt32>] { ranges(PackedUnicodeTables.removed) }
    static func whitespace() -> [ClosedRange<UInt32>] { ranges(PackedUnicodeTables.whitespace) }
    static func punctuation() -> [ClosedRange<UInt32>] { ranges(PackedUnicodeTables.punctuation) }
    static func ideographs() -> [ClosedRange<UInt32>] { ranges(PackedUnicodeTables.ideographs) }
    static func nonspacingMarks() -> [ClosedRange<UInt32>] { ranges(PackedUnicodeTables.nonspacingMarks) }

    /// Canonical combining classes.
    static func combiningClasses() -> [ClassRange] { classRanges(PackedUnicodeTables.combiningClasses) }
    /// Values of `GraphemeClusters.Class`.
    static func graphemeClasses() -> [ClassRange] { classRanges(PackedUnicodeTables.graphemeClasses) }

    private static func classRanges(_ packed: StaticString) -> [ClassRange] {
        var numbers = PackedNumbers(packed)
        var result: [ClassRange] = []
        while let range = numbers.nextRange(behind: result.last?.scalars.upperBound ?? 0), let value = numbers.next() {
            result.append(ClassRange(scalars: range, value: UInt8(value)))
        }
        return result
    }

    /// Full lower-case mappings that do not depend on context.
    static func lowercaseMappings() -> [UInt32: [UInt32]] {
        var numbers = PackedNumbers(PackedUnicodeTables.lowercase)
        var result: [UInt32: [UInt32]] = [0x130: [0x69, 0x307]]
        var first: UInt32 = 0
        while let gap = numbers.next(), let count = numbers.next(), let step = numbers.next(),
            let zigzag = numbers.next()
        {
            first += gap
            let difference = zigzag & 1 == 0 ? Int64(zigzag / 2) : -Int64(zigzag / 2) - 1
            for i in 0..<count {
                let scalar = first + i * step
                result[scalar] = [UInt32(Int64(scalar) + difference)]
            }
        }
        return result
    }

    static func decompositions() -> [(scalar: UInt32, parts: [UInt32])] {
        var numbers = PackedNumbers(PackedUnicodeTables.decompositions)
        var result: [(scalar: UInt32, parts: [UInt32])] = []
        var scalar: UInt32 = 0
        while let gap = numbers.next(), let count = numbers.next() {
            scalar += gap
            result.append((scalar, (0..<count).compactMap { _ in numbers.next() }))
        }
        return result
    }

    private static func ranges(_ packed: StaticString) -> [ClosedRange<UInt32>] {
        var numbers = PackedNumbers(packed)
        var result: [ClosedRange<UInt32>] = []
        while let range = numbers.nextRange(behind: result.last?.upperBound ?? 0) { result.append(range) }
        return result
    }
}

/// Numbers packed five bits to a character from `?` to `~`, lowest bits first, 32 added where more follow.
private struct PackedNumbers {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(_ packed: StaticString) {
        bytes = UnsafeBufferPointer(start: packed.utf8Start, count: packed.utf8CodeUnitCount)
    }

    mutating func next() -> UInt32? {
        var value: UInt32 = 0
        var shift: UInt32 = 0
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            guard byte >= 0x3f else { continue }  // the line breaks of the literal
            let digit = UInt32(byte - 0x3f)
            value |= (digit & 31) << shift
            if digit < 32 { return value }
            shift += 5
        }
        return nil
    }

    mutating func nextRange(behind end: UInt32) -> ClosedRange<UInt32>? {
        guard let gap = next(), let length = next() else { return nil }
        return end + gap...end + gap + length
    }
}

extension [ClosedRange<UInt32>] {
    /// True if one of these ascending ranges contains `scalar`.
    func covers(_ scalar: UInt32) -> Bool {
        let index = firstIndexInOrder { $0.upperBound >= scalar }
        return index < count && self[index].contains(scalar)
    }
}
