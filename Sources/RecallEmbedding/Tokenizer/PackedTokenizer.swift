import RecallCore
import RecallFiles

/// A tokenizer that can be written to a file and used from there.
protocol PackableTokenizer: Tokenizer {
    /// The first bytes of its file.
    static var magic: [UInt8] { get }
    /// Bytes at the start of the vocabulary's memory that other reads rely on.
    static var headSize: Int { get }
    /// Everything but the vocabulary.
    var packedSettings: [UInt8] { get }
    /// The memory of the vocabulary.
    var image: UnsafeRawBufferPointer { get }

    /// The tokenizer with these settings, whose vocabulary is in `memory` from `start` on; nil if either is damaged.
    init?(_ settings: inout PackedFields, _ memory: MappedMemory, from start: Int)
}

/// A tokenizer as it is used: in one file that is mapped at start, so that nothing of a vocabulary is parsed or hashed.
///
/// A header (magic, version, its size, the digest of the tokenizer's files, settings, added tokens, SHA-256 of all that)
/// in whole pages, then the memory of the vocabulary, whose first numbers the SHA-256 covers too. Little endian; written
/// and read on the same machine.
struct PackedTokenizer {
    /// The path of the file.
    let path: String
    /// The digest of the files that the tokenizer was loaded from.
    let sourceDigest: [UInt8]

    private static let version: Int32 = 1
    private static let pageSize = 4096
    private static let kinds: [any PackableTokenizer.Type] = [WordPieceTokenizer.self, UnigramTokenizer.self]

    /// The tokenizer, unless there is no file or it is damaged, of another version or of other files: then it has to be
    /// loaded from these.
    func tokenizer() -> (any PackableTokenizer)? {
        guard FileState.exists(path), let memory = try? MappedMemory(file: path), memory.count >= Self.pageSize,
            let kind = Self.kinds.first(where: { memory.bytes.starts(with: $0.magic) })
        else { return nil }
        var fields = PackedFields(memory.bytes, offset: kind.magic.count)
        guard fields.next() == Self.version, let headerSize = fields.next(), let used = fields.next(),
            used > 0, headerSize > 0,
            Self.isIntact(memory.bytes, headerSize: Int(headerSize), used: Int(used), headSize: kind.headSize),
            fields.bytes(32) == sourceDigest
        else { return nil }
        return kind.init(&fields, memory, from: Int(headerSize))
    }

    /// True if the parts that other reads rely on match their digest: the header, and the numbers at the start of the
    /// vocabulary.
    private static func isIntact(_ bytes: UnsafeRawBufferPointer, headerSize: Int, used: Int, headSize: Int) -> Bool {
        guard used + 32 <= headerSize, headerSize + headSize <= bytes.count else { return false }
        let digest = SHA256.digest(Array(bytes[..<used]) + bytes[headerSize..<headerSize + headSize])
        return digest.elementsEqual(bytes[used..<used + 32])
    }

    /// Writes the file, whole or not at all.
    func write<T: PackableTokenizer>(_ tokenizer: T) throws(EncoderError) {
        var content = sourceDigest + tokenizer.packedSettings
        let start = T.magic.count + 3 * 4
        let used = start + content.count
        let headerSize = (used + 32 + Self.pageSize - 1) / Self.pageSize * Self.pageSize
        content = T.magic + [Self.version, Int32(headerSize), Int32(used)].flatMap(\.littleEndianBytes) + content
        content += SHA256.digest(content + tokenizer.image.prefix(T.headSize))
        content += [UInt8](repeating: 0, count: headerSize - content.count)
        content += tokenizer.image
        let bytes = content
        try EncoderError.wrapping { () throws(FileError) in try AtomicFile.write(bytes, to: path) }
    }
}

/// Reads the fields of a packed tokenizer's header one after the other.
struct PackedFields {
    private let memory: UnsafeRawBufferPointer
    private var offset: Int

    init(_ memory: UnsafeRawBufferPointer, offset: Int) {
        (self.memory, self.offset) = (memory, offset)
    }

    mutating func next() -> Int32? {
        guard offset + 4 <= memory.count else { return nil }
        defer { offset += 4 }
        return Int32(littleEndian: memory.loadUnaligned(fromByteOffset: offset, as: Int32.self))
    }

    mutating func numbers(_ count: Int) -> [Int32]? {
        var numbers: [Int32] = []
        while numbers.count < count, let number = next() { numbers.append(number) }
        return numbers.count == count ? numbers : nil
    }

    mutating func bytes(_ count: Int) -> [UInt8]? {
        guard count >= 0, offset + count <= memory.count else { return nil }
        defer { offset += count }
        return Array(memory[offset..<offset + count])
    }

    /// Bytes behind their count.
    mutating func bytes() -> [UInt8]? {
        guard let count = next() else { return nil }
        return bytes(Int(count))
    }

    /// As many elements as a number before them says; nil if one is damaged.
    mutating func elements<Element>(_ read: (inout PackedFields) -> Element?) -> [Element]? {
        guard let count = next() else { return nil }
        var elements: [Element] = []
        for _ in 0..<max(0, count) {
            guard let element = read(&self) else { return nil }
            elements.append(element)
        }
        return elements
    }
}

extension Int32 {
    var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}

extension [UInt8] {
    /// The bytes behind their count.
    var packedField: [UInt8] { Int32(count).littleEndianBytes + self }
}
