import RecallCore
import RecallFiles

/// A tokenizer as it is used: in one file that is mapped at start, so that nothing of a vocabulary is parsed or hashed.
///
/// A header (magic, version, its size, the digest of the tokenizer's files, settings, added tokens, SHA-256 of all that)
/// in whole pages, then the memory of `Vocabulary`, whose first numbers the SHA-256 covers too. Little endian; written and read on the same machine.
struct PackedTokenizer {
    /// The path of the file.
    let path: String
    /// The digest of the files that the tokenizer was loaded from.
    let sourceDigest: [UInt8]

    private static let magic: [UInt8] = Array("RCLTOKEN".utf8)
    private static let version: Int32 = 1
    private static let pageSize = 4096

    /// The tokenizer, unless there is no file or it is damaged, of another version or of other files: then it has to be
    /// loaded from these.
    func tokenizer() -> WordPieceTokenizer? {
        guard FileState.exists(path), let memory = try? MappedMemory(file: path), memory.count >= Self.pageSize,
            memory.bytes.starts(with: Self.magic)
        else { return nil }
        var fields = Fields(memory.bytes, offset: Self.magic.count)
        guard fields.next() == Self.version, let headerSize = fields.next(), let used = fields.next(),
            used > 0, headerSize > 0,
            Self.isIntact(memory.bytes, headerSize: Int(headerSize), used: Int(used)), fields.bytes(32) == sourceDigest,
            let settings = fields.settings(), let added = fields.addedTokens(),
            let vocabulary = Vocabulary(memory, from: Int(headerSize))
        else { return nil }
        return WordPieceTokenizer(vocabulary: vocabulary, addedTokens: AddedTokens(added), settings: settings)
    }

    /// True if the parts that other reads rely on match their digest: the header, and the numbers at the start of the
    /// vocabulary.
    private static func isIntact(_ bytes: UnsafeRawBufferPointer, headerSize: Int, used: Int) -> Bool {
        guard used + 32 <= headerSize, headerSize + Vocabulary.headSize <= bytes.count else { return false }
        let digest = SHA256.digest(Array(bytes[..<used]) + bytes[headerSize..<headerSize + Vocabulary.headSize])
        return digest.elementsEqual(bytes[used..<used + 32])
    }

    /// Writes the file, whole or not at all.
    func write(_ tokenizer: WordPieceTokenizer) throws(EncoderError) {
        var content = Self.content(of: tokenizer, sourceDigest)
        let start = Self.magic.count + 3 * 4
        let used = start + content.count
        let headerSize = (used + 32 + Self.pageSize - 1) / Self.pageSize * Self.pageSize
        content = Self.magic + [Self.version, Int32(headerSize), Int32(used)].flatMap(\.littleEndianBytes) + content
        content += SHA256.digest(content + tokenizer.vocabulary.image.prefix(Vocabulary.headSize))
        content += [UInt8](repeating: 0, count: headerSize - content.count)
        content += tokenizer.vocabulary.image
        let bytes = content
        try EncoderError.wrapping { () throws(FileError) in try AtomicFile.write(bytes, to: path) }
    }

    private static func content(of tokenizer: WordPieceTokenizer, _ sourceDigest: [UInt8]) -> [UInt8] {
        let normalizer = tokenizer.normalizer
        let flags = [
            normalizer.cleansText, normalizer.separatesIdeographs, normalizer.stripsAccents, normalizer.lowercases,
        ]
        let numbers =
            flags.map { $0 ? 1 : 0 } + [
                tokenizer.unknownID, tokenizer.classificationID, tokenizer.separatorID, Int32(tokenizer.longestWord),
                Int32(tokenizer.addedTokens.all.count),
            ]
        let added = tokenizer.addedTokens.all.flatMap { token in
            token.id.littleEndianBytes + Int32(token.bytes.count).littleEndianBytes + token.bytes
        }
        return sourceDigest + numbers.flatMap(\.littleEndianBytes) + added
    }

    /// Reads the header's fields one after the other.
    private struct Fields {
        private let memory: UnsafeRawBufferPointer
        private(set) var offset: Int

        init(_ memory: UnsafeRawBufferPointer, offset: Int) {
            self.memory = memory
            self.offset = offset
        }

        mutating func next() -> Int32? {
            guard offset + 4 <= memory.count else { return nil }
            defer { offset += 4 }
            return Int32(littleEndian: memory.loadUnaligned(fromByteOffset: offset, as: Int32.self))
        }

        mutating func bytes(_ count: Int) -> [UInt8]? {
            guard count >= 0, offset + count <= memory.count else { return nil }
            defer { offset += count }
            return Array(memory[offset..<offset + count])
        }

        mutating func settings() -> WordPieceTokenizer.Settings? {
            var numbers: [Int32] = []
            while numbers.count < 8, let number = next() { numbers.append(number) }
            guard numbers.count == 8 else { return nil }
            let normalizer = BERTNormalizer(
                cleansText: numbers[0] != 0, separatesIdeographs: numbers[1] != 0, stripsAccents: numbers[2] != 0,
                lowercases: numbers[3] != 0)
            return .init(
                normalizer: normalizer, unknownID: numbers[4], classificationID: numbers[5], separatorID: numbers[6],
                longestWord: Int(numbers[7]))
        }

        mutating func addedTokens() -> [(bytes: [UInt8], id: Int32)]? {
            guard let count = next() else { return nil }
            var tokens: [(bytes: [UInt8], id: Int32)] = []
            for _ in 0..<max(0, count) {
                guard let id = next(), let length = next(), let bytes = bytes(Int(length)) else { return nil }
                tokens.append((bytes, id))
            }
            return tokens
        }
    }
}

extension Int32 {
    fileprivate var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}
