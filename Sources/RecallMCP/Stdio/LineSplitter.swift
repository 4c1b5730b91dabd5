import Foundation

/// Splits bytes into lines, and keeps no more of a line than may be taken.
struct LineSplitter {
    /// A line that came.
    enum Line: Equatable {
        case whole(Data)
        /// A line that is too long; none of it is kept.
        case tooLong
    }

    /// The longest line, in bytes.
    static let longest = 1 << 20

    private var kept = Data()
    /// True until the end of a line that is too long.
    private var isSkipping = false

    /// The lines that end in `bytes`, and the first news of one that is too long. Empty lines are passed over.
    mutating func lines(in bytes: some Collection<UInt8>) -> [Line] {
        var lines: [Line] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            lines += keep(rest[..<end])
            lines += endLine()
            rest = rest[rest.index(after: end)...]
        }
        return lines + keep(rest)
    }

    /// The last line, if it does not end in a line break.
    mutating func end() -> [Line] { endLine() }

    private mutating func keep(_ bytes: some Collection<UInt8>) -> [Line] {
        guard !isSkipping else { return [] }
        guard kept.count + bytes.count <= Self.longest else {
            (kept, isSkipping) = (Data(), true)
            return [.tooLong]
        }
        kept.append(contentsOf: bytes)
        return []
    }

    private mutating func endLine() -> [Line] {
        defer { (kept, isSkipping) = (Data(), false) }
        let isBlank = kept.allSatisfy { [0x20, 0x09, 0x0D].contains($0) }
        return isSkipping || isBlank ? [] : [.whole(kept)]
    }
}
