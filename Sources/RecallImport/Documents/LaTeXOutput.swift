/// Text that is written piece by piece: blanks and line ends are joined, and none is at its ends.
struct LaTeXOutput {
    private(set) var bytes: [UInt8] = []
    /// The groups around that leave out what is written.
    var mutes = 0
    private var pendingSpace = false
    private var pendingBreaks = 0

    mutating func space() { pendingSpace = pendingSpace || mutes == 0 }

    /// Leaves out the blank before what is written next.
    mutating func joinNext() { pendingSpace = false }

    /// Begins a new line, after an empty one for 2.
    mutating func lineBreak(_ count: Int) { if mutes == 0 { pendingBreaks = max(pendingBreaks, count) } }

    mutating func write(_ byte: UInt8) {
        guard mutes == 0 else { return }
        flush()
        bytes.append(byte)
    }

    /// Writes a text in one line.
    mutating func write(_ text: String) {
        for byte in text.utf8 { if byte <= 0x20 { space() } else { write(byte) } }
    }

    /// Writes lines as they are.
    mutating func writeLines(_ lines: ArraySlice<UInt8>) {
        guard mutes == 0, let first = lines.firstIndex(where: { $0 > 0x20 }) else { return }
        flush()
        let start = lines[..<first].lastIndex(of: 0x0A).map { $0 + 1 } ?? first
        bytes += lines[start...]
        while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    }

    private mutating func flush() {
        if !bytes.isEmpty {
            if pendingBreaks > 0 {
                bytes.append(contentsOf: repeatElement(0x0A, count: pendingBreaks))
            } else if pendingSpace, bytes.last != 0x20 {
                bytes.append(0x20)
            }
        }
        (pendingSpace, pendingBreaks) = (false, 0)
    }

    /// The place of what is written next.
    mutating func mark() -> Int {
        if mutes == 0 { flush() }
        return bytes.count
    }

    /// The words written since a place, in one line, which are no more part of the text; `nil` if there are none.
    mutating func removed(from start: Int) -> String? {
        guard start < bytes.count else { return nil }
        defer { bytes.removeLast(bytes.count - start) }
        (pendingSpace, pendingBreaks) = (false, 0)
        return CleanText.line(String(decoding: bytes[start...], as: UTF8.self))
    }
}
