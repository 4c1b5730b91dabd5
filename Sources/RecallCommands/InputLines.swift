import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The lines of standard input, returned as they become available: a program that writes one line and waits gets its
/// answer, and a file is read in pieces. Memory is bounded whatever the input.
struct InputLines {
    /// The maximum length of a line in bytes; the rest is ignored.
    static let longest = 1 << 20

    private var piece = [UInt8](repeating: 0, count: 1 << 16)
    /// The beginning of a line that is not complete yet.
    private var begun: [UInt8] = []
    private var isAtEnd = false

    /// The next lines, without their ends (LF or CR LF), or `nil` at the end.
    mutating func next() throws -> [String]? {
        while !isAtEnd {
            let count = try readPiece()
            isAtEnd = count == 0
            let lines = takeLines(piece.prefix(count))
            if !lines.isEmpty { return lines }
        }
        return begun.isEmpty ? nil : [takeLine()]
    }

    private mutating func readPiece() throws -> Int {
        while true {
            let count = piece.withUnsafeMutableBytes { read(0, $0.baseAddress, $0.count) }
            if count >= 0 { return count }
            guard errno == EINTR else {
                throw CommandFailure("Standard input cannot be read: \(String(cString: strerror(errno))).")
            }
        }
    }

    private mutating func takeLines(_ bytes: ArraySlice<UInt8>) -> [String] {
        var lines: [String] = []
        var rest = bytes
        while let end = rest.firstIndex(of: 0x0A) {
            begin(rest[..<end])
            lines.append(takeLine())
            rest = rest[(end + 1)...]
        }
        begin(rest)
        return lines
    }

    private mutating func begin(_ bytes: ArraySlice<UInt8>) {
        begun += bytes.prefix(Self.longest - begun.count)
    }

    private mutating func takeLine() -> String {
        defer { begun.removeAll(keepingCapacity: true) }
        return String(decoding: begun.last == 0x0D ? begun.dropLast() : begun[...], as: UTF8.self)
    }
}
