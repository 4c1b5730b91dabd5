import RecallCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The lines of a file, or of bytes in memory, one after the other, each as bytes in a buffer that is used again for the next line.
struct ByteLineReader {
    /// The range of a line.
    struct Line {
        /// The line's number, from 1.
        var number: Int
        /// The byte offset of its start, and of the line after it.
        var start: Int, end: Int
        /// True if a line end follows; only the file's last line may have none.
        var isTerminated: Bool
        /// True if it exceeds the maximum line length. Its bytes are then not available.
        var isTooLong: Bool
        /// Its bytes in `buffer`, without the line end (LF).
        fileprivate var bytes: Range<Int>
    }

    /// `nil` if all bytes are in `buffer` from the start.
    private let file: RegularFile?
    private let longest: Int
    private var buffer: [UInt8]
    /// The part of the buffer not yet read as lines.
    private var pending = 0..<0
    /// The file offset of the buffer's start.
    private var bufferOffset: Int
    private var number = 0

    /// The lines of `file` from the byte `offset` on, which is a line's start. Lines longer than `longest` are only counted.
    init(file: RegularFile, longest: Int, from offset: Int = 0) {
        self.file = file
        self.longest = longest
        bufferOffset = offset
        buffer = [UInt8](repeating: 0, count: min(1 << 18, longest + 1))
    }

    /// The lines of `bytes`.
    init(bytes: [UInt8], longest: Int) {
        file = nil
        self.longest = longest
        bufferOffset = 0
        buffer = bytes
        pending = 0..<bytes.count
    }

    /// The next line, or `nil` after the last.
    mutating func next() throws(ImportFailure) -> Line? {
        var scanned = pending.lowerBound
        while true {
            if let lineEnd = firstLineEnd(in: scanned..<pending.upperBound) {
                return take(through: lineEnd)
            }
            scanned = pending.upperBound - pending.lowerBound
            guard scanned <= longest else { return try skipLongLine() }
            guard try fill() else { return pending.isEmpty ? nil : takeRest() }
        }
    }

    /// Calls `body` with the bytes of the line last returned by `next`.
    func withBytes<R>(of line: Line, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        buffer.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[line.bytes])) }
    }

    private func firstLineEnd(in range: Range<Int>) -> Int? {
        buffer.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress,
                let found = memchr(base + range.lowerBound, 0x0A, range.count)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }

    private mutating func take(through lineEnd: Int) -> Line {
        let start = pending.lowerBound
        pending = lineEnd + 1..<pending.upperBound
        return line(from: bufferOffset + start, bytes: start..<lineEnd)
    }

    private mutating func takeRest() -> Line {
        let rest = pending
        pending = rest.upperBound..<rest.upperBound
        var line = line(from: bufferOffset + rest.lowerBound, bytes: rest)
        line.isTerminated = false
        line.end -= 1
        return line
    }

    private mutating func line(from start: Int, bytes: Range<Int>) -> Line {
        number += 1
        return Line(
            number: number, start: start, end: start + bytes.count + 1, isTerminated: true,
            isTooLong: bytes.count > longest, bytes: bytes)
    }

    /// Moves what is pending to the buffer's start and reads on. False at the file's end.
    private mutating func fill() throws(ImportFailure) -> Bool {
        guard file != nil else { return false }
        let count = pending.count
        if pending.lowerBound > 0 {
            buffer.withUnsafeMutableBytes { bytes in
                if let base = bytes.baseAddress { memmove(base, base + pending.lowerBound, count) }
            }
            bufferOffset += pending.lowerBound
        }
        if count == buffer.count {
            buffer.append(contentsOf: repeatElement(0, count: buffer.count))
        }
        let read = try read(into: count..<buffer.count)
        pending = 0..<count + read
        return read > 0
    }

    private mutating func read(into range: Range<Int>) throws(ImportFailure) -> Int {
        guard let file else { return 0 }
        let offset = bufferOffset + range.lowerBound
        let result = buffer.withUnsafeMutableBytes { bytes in
            Result { () throws(ImportFailure) in
                try file.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[range]), at: offset)
            }
        }
        return try result.get()
    }

    /// Reads to the end of a line that is too long, keeping nothing of it.
    private mutating func skipLongLine() throws(ImportFailure) -> Line {
        let start = bufferOffset + pending.lowerBound
        var terminated = false
        repeat {
            bufferOffset += pending.upperBound
            pending = 0..<(try read(into: 0..<min(buffer.count, 1 << 18)))
            if let lineEnd = firstLineEnd(in: pending) {
                pending = lineEnd + 1..<pending.upperBound
                terminated = true
            }
        } while !terminated && !pending.isEmpty
        number += 1
        return Line(
            number: number, start: start, end: bufferOffset + pending.lowerBound, isTerminated: terminated,
            isTooLong: true, bytes: 0..<0)
    }
}

extension ImportFailure {
    /// A line of a text that is longer than texts may be.
    static func longLine(_ number: Int, path: String) -> ImportFailure {
        ImportFailure(
            .overLimit, path: path, place: "line \(number)",
            reason: "The line has more than \(ImportLimits.textBytes >> 20) MB, and was left out.")
    }
}
