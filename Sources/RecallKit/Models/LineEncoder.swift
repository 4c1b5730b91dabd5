package import RecallCore
import RecallEmbedding

/// An installed model that reads lines as sentence-transformers does: without prefixes, cut where its training cut.
package struct LineEncoder: Sendable {
    /// Lines as they were read, and their vectors.
    package struct Lines: Sendable {
        /// The token ids of each line, special tokens included.
        package let tokens: [[Int32]]
        /// The UTF-8 bytes of each token that is not special: from, and up to but not including.
        package let byteRanges: [[(lower: Int32, upper: Int32)]]
        /// A vector of length 1 for each line.
        package let vectors: VectorMatrix
    }

    private let model: EmbeddingModel

    /// The installed model of that name, or the one that search uses.
    package init(named name: String?, precision: EncoderPrecision) throws {
        let store = try ModelStore()
        let installed = if let name { try store.find(named: name) } else { try store.defaultModel() }
        model = try EmbeddingModel(installed, precision: precision)
    }

    /// The lines' tokens and vectors.
    package func encode(_ lines: [String]) throws -> Lines {
        let tokenized = lines.map { model.tokenized($0) }
        let inputs = tokenized.map { model.sentence($0.ids) }
        let ranges = zip(tokenized, inputs).map { text, input in
            // What was read: cut where the encoder cuts, between the special tokens.
            text.byteRanges.prefix(input.tokens.count - 2).map { (lower: $0.lower, upper: $0.upper) }
        }
        return Lines(tokens: inputs.map(\.tokens), byteRanges: ranges, vectors: try model.encode(inputs))
    }
}
