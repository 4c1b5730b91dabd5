public import RecallCore
public import RecallEmbedding
import Synchronization

/// An encoder that needs no model: a token's vector follows from its hash, and what stands around a passage counts a
/// little, as with a real one. Remembers what it was asked to read.
public final class HashingEncoder: TokenEncoder {
    /// Its name.
    public let fingerprint: String
    /// The components of a vector.
    public let dimension: Int
    /// The longest sequence.
    public let maximumTokens = 512
    /// The number of tokens at which a sentence is truncated.
    public let sentenceTokens = 256
    /// Begins a sequence.
    public let classificationToken: Int32 = 0
    /// Ends a sequence.
    public let separatorToken: Int32 = 1
    /// The pooling of token vectors.
    public let pooling: ModelDescription.Pooling
    /// The tokens before passages.
    public let passagePrefix: [Int32]
    /// The most bytes of a token: short ones make passages longer than a window.
    private let pieceLength: Int
    /// Called before each `encode`.
    private let willEncode: @Sendable () -> Void
    private let read = Mutex<[EncoderInput]>([])

    /// An encoder; another `name` gives vectors that are not comparable.
    public init(
        name: String = "hashing", dimension: Int = 32, pieceLength: Int = 64, pooling: ModelDescription.Pooling = .mean,
        passagePrefix: [Int32] = [], willEncode: @escaping @Sendable () -> Void = {}
    ) {
        fingerprint = name
        self.dimension = dimension
        self.pooling = pooling
        self.passagePrefix = passagePrefix
        self.pieceLength = pieceLength
        self.willEncode = willEncode
    }

    /// All that was encoded, in order.
    public var inputs: [EncoderInput] { read.withLock { $0 } }

    /// Forgets what was encoded.
    public func forget() { read.withLock { $0 = [] } }

    /// Runs of letters and digits, cut after `pieceLength` bytes.
    public func tokenized(_ text: String) -> TokenizedText {
        let bytes = Array(text.lowercased().utf8)
        var tokens = TokenizedText()
        var start = 0
        for position in 0...bytes.count {
            let isWord = position < bytes.count && Self.isWord(bytes[position])
            if isWord, position - start < pieceLength { continue }
            if position > start { tokens.add(Self.hash(bytes[start..<position]), start..<position) }
            start = isWord ? position : position + 1
        }
        return tokens
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte >= 0x30 && byte <= 0x39 || byte >= 0x61 && byte <= 0x7A
    }

    /// FNV-1a, without the special tokens' numbers.
    private static func hash(_ bytes: some Sequence<UInt8>) -> Int32 {
        let hash = bytes.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return Int32(hash >> 2) + 2
    }

    /// The pooled tokens' mean, with a little of all that was read.
    public func encode(_ inputs: [EncoderInput]) throws -> VectorMatrix {
        willEncode()
        read.withLock { $0 += inputs }
        let values = inputs.flatMap { input in
            let around = sum(input.tokens[...])
            return input.pooledRanges.flatMap { range in
                Self.normalised(zip(sum(input.tokens[range]), around).map { $0 + 0.05 * $1 })
            }
        }
        return VectorMatrix(dimension: dimension, values: values)
    }

    /// Each token's vector, with a little of all that was read.
    public func encodeTokens(_ inputs: [EncoderInput]) throws -> [TokenVectors]? {
        willEncode()
        read.withLock { $0 += inputs }
        return inputs.flatMap { input in
            let around = sum(input.tokens[...])
            return input.pooledRanges.map { range in
                let rows = range.flatMap { index in
                    zip(sum(input.tokens[index...index]), around).map { $0 + 0.01 * $1 }
                }
                return TokenVectors(rows, count: range.count, dimension: dimension)
            }
        }
    }

    private func sum(_ tokens: ArraySlice<Int32>) -> [Float] {
        var sum = [Float](repeating: 0, count: dimension)
        for token in tokens {
            var generator = SeededGenerator(seed: UInt64(UInt32(bitPattern: token)))
            for index in sum.indices { sum[index] += Float(Int(generator.next() >> 56)) / 128 - 1 }
        }
        return sum
    }

    private static func normalised(_ vector: [Float]) -> [Float] {
        let length = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return vector.map { $0 / max(length, 1e-6) }
    }
}

extension TokenizedText {
    fileprivate mutating func add(_ id: Int32, _ range: Range<Int>) {
        ids.append(id)
        byteRanges.append(ByteRange(lower: Int32(range.lowerBound), upper: Int32(range.upperBound)))
    }
}
