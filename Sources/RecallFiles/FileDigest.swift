import RecallCore

/// SHA-256 digests of files, read in pieces.
package enum FileDigest {
    /// The number of bytes read at a time.
    package static let pieceSize = 1 << 20

    /// The size and the SHA-256, in hexadecimal, of the file at `path`.
    package static func sha256(_ path: String) throws(FileError) -> (size: Int, sha256: String) {
        var (hash, size) = (SHA256(), 0)
        try forEachPiece(of: path) { piece in
            size += piece.count
            hash.update(piece)
        }
        return (size, hexadecimal(hash.finalize()))
    }

    /// Copies a file to a new one, syncs it to disk, and verifies the copy by reading it back.
    package static func copy(_ path: String, to target: String) throws(FileError) -> (size: Int, sha256: String) {
        let output = try NewFile(target)
        try forEachPiece(of: path) { piece throws(FileError) in try output.append(piece) }
        try output.synchronize()
        return try sha256(target)
    }

    private static func forEachPiece(
        of path: String, _ body: ([UInt8]) throws(FileError) -> Void
    ) throws(FileError) {
        let file = try OpenFile(path)
        var offset = 0
        while offset < file.byteCount {
            let piece = try file.bytes(from: offset, limit: pieceSize)
            guard !piece.isEmpty else { return }
            try body(piece)
            offset += piece.count
        }
    }

    /// Two digits for each byte.
    package static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
