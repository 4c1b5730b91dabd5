/// The RTF of a message's body, compressed ([MS-OXRTFCP]).
enum CompressedRTF {
    /// The RTF; `nil` if `bytes` are none.
    ///
    /// - Parameter limit: the most bytes of RTF.
    static func decompress(_ bytes: [UInt8], atMost limit: Int) -> [UInt8]? {
        guard let rawSize = bytes.number(at: 4, width: 4), let type = bytes.number(at: 8, width: 4) else { return nil }
        let size = min(rawSize, limit)
        switch type {
        case 0x414C_454D: return Array(bytes.dropFirst(16).prefix(size))
        case 0x7546_5A4C: return decompress(bytes.dropFirst(16), size)
        default: return nil
        }
    }

    /// Bytes as they are, and references to what came before, in a ring of 4,096 bytes that begins with words of RTF.
    private static func decompress(_ bytes: ArraySlice<UInt8>, _ size: Int) -> [UInt8] {
        var ring = Array(beginning.utf8) + [UInt8](repeating: 0x20, count: 4_096 - beginning.utf8.count)
        var write = beginning.utf8.count
        var output: [UInt8] = []
        var rest = bytes
        func put(_ byte: UInt8) {
            output.append(byte)
            ring[write] = byte
            write = (write + 1) % 4_096
        }
        while output.count < size, let flags = rest.popFirst() {
            for bit in 0..<8 where output.count < size {
                guard let first = rest.popFirst() else { return output }
                guard flags >> bit & 1 == 1 else {
                    put(first)
                    continue
                }
                guard let second = rest.popFirst() else { return output }
                let reference = Int(first) << 8 | Int(second)
                let start = reference >> 4
                // A reference to where the next byte goes is the end.
                if start == write { return output }
                for step in 0..<(reference & 15) + 2 { put(ring[(start + step) % 4_096]) }
            }
        }
        return Array(output.prefix(size))
    }

    private static let beginning =
        #"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor "#
        + #"MS Sans SerifSymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0"# + "\r\n"
        + #"\par \pard\plain\f0\fs20\b\i\u\tab\tx"#
}
