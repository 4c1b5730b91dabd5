public import Foundation
import RecallCore

/// One input of an encoder: a single text, or a sequence of tokens with several ranges to pool.
public struct PassageInput: Hashable, Sendable {
    private enum Content: Hashable, Sendable {
        case text(String)
        case tokens(EncoderInput)
    }

    private let content: Content
    /// The positions of the passages among those of their thread, one for each vector.
    public let passages: [Int]
    /// For each passage the hash of what is read and of the range that is pooled: 16 bytes.
    public let contentHashes: [Data]
    /// The tokens that are read; an estimate for a text.
    public let tokenCount: Int

    /// A passage that is read alone.
    public init(text: String, passage: Int) {
        content = .text(text)
        passages = [passage]
        contentHashes = [Data(SHA256.digest(text.utf8).prefix(16))]
        tokenCount = Self.estimatedTokenCount(of: text)
    }

    /// About four bytes a token.
    static func estimatedTokenCount(of text: String) -> Int { text.utf8.count / 4 + 1 }

    /// A sequence with a pooled range for each of the passages.
    public init(_ input: EncoderInput, passages: [Int]) {
        content = .tokens(input)
        self.passages = passages
        contentHashes = Self.hashes(of: input)
        tokenCount = input.tokens.count
    }

    /// The text, of a passage that is read alone.
    public var text: String? {
        if case .text(let text) = content { text } else { nil }
    }

    /// The sequence, if it is one of tokens.
    public var tokens: EncoderInput? {
        if case .tokens(let input) = content { input } else { nil }
    }

    private static func hashes(of input: EncoderInput) -> [Data] {
        var tokens = SHA256()
        input.tokens.withUnsafeBytes { tokens.update($0) }
        return input.pooledRanges.map { range in
            var hash = tokens
            withUnsafeBytes(of: (Int64(range.lowerBound), Int64(range.upperBound))) { hash.update($0) }
            return Data(hash.finalize().prefix(16))
        }
    }
}
