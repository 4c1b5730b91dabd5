import CChecksum

/// The SHA-256 digest of a stream of bytes (FIPS 180-4).
///
/// Here because item identities and the model check need it on every platform, and a crypto library would be the
/// heaviest dependency of the package. Nothing secret is hashed, so constant time is not needed. Its rounds are in C, so that
/// they are quick in debug builds too.
public struct SHA256: Sendable {
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    private var block: [UInt8] = []
    private var length: UInt64 = 0

    /// A digest of nothing yet.
    public init() {
        block.reserveCapacity(64)
    }

    /// The digest of `bytes`, 32 bytes.
    public static func digest(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finalize()
    }

    /// Adds `bytes` to what is hashed.
    public mutating func update(_ bytes: some Sequence<UInt8>) {
        if bytes.withContiguousStorageIfAvailable({ update(contiguous: UnsafeRawBufferPointer($0)) }) == nil {
            Array(bytes).withUnsafeBytes { update(contiguous: $0) }
        }
    }

    private mutating func update(contiguous bytes: UnsafeRawBufferPointer) {
        length &+= UInt64(bytes.count)
        var rest = bytes[...]
        if !block.isEmpty {
            let taken = min(64 - block.count, rest.count)
            block.append(contentsOf: rest.prefix(taken))
            rest = rest.dropFirst(taken)
            guard block.count == 64 else { return }
            recall_sha256_compress(&state, block, 1)
            block.removeAll(keepingCapacity: true)
        }
        let whole = rest.count / 64
        if let first = UnsafeRawBufferPointer(rebasing: rest).baseAddress {
            recall_sha256_compress(&state, first, whole)
        }
        block.append(contentsOf: rest.dropFirst(64 * whole))
    }

    /// The digest of all bytes added, 32 bytes.
    public mutating func finalize() -> [UInt8] {
        let bits = length &* 8
        let zeros = (119 - Int(length % 64)) % 64
        update(Self.padding.prefix(1 + zeros))
        withUnsafeBytes(of: bits.bigEndian) { update(contiguous: $0) }
        // A key path would be looked up anew for each word.
        return state.map { $0.bigEndian }.withUnsafeBytes(Array.init)
    }

    private static let padding: [UInt8] = [0x80] + [UInt8](repeating: 0, count: 63)
}
