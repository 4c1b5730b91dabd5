import ArgumentParser
import Foundation
import RecallCore
import RecallEmbedding

struct EmbedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "embed",
        abstract: "Reads lines from standard input and prints the vector of each as a JSON line.",
        discussion: """
            A line is read as it is, as sentence-transformers does: cut where the model's training cut (256 tokens for \
            all-MiniLM-L6-v2), at most its first mebibyte, and without the model's prefixes for queries and passages. \
            Vectors have length 1. They are exact unless another precision is asked for, so that programs can compare \
            them with other runtimes'.
            """)

    @Flag(help: "Print the token ids and their byte ranges too.")
    var tokens = false

    @Option(help: "Compute in this precision.")
    var precision: EncoderPrecision = .f32

    @Option(help: ArgumentHelp("An installed model (default: the one that search uses).", valueName: "name"))
    var model: String?

    func run() async throws {
        let store = try ModelStore()
        let installed = if let model { try store.find(named: model) } else { try store.defaultModel() }
        let encoder = try EmbeddingModel(installed, precision: precision)
        var input = InputLines()
        while let lines = try input.next() {
            let text = try EmbeddedLines(lines, encoder, withTokens: tokens).json
            FileHandle.standardOutput.write(Data(text.utf8))
        }
    }
}

/// Lines with their vectors, as JSON.
private struct EmbeddedLines {
    private let tokenized: [TokenizedText]
    private let inputs: [EncoderInput]
    private let vectors: VectorMatrix
    private let withTokens: Bool

    init(_ lines: [String], _ encoder: any TokenEncoder, withTokens: Bool) throws {
        self.withTokens = withTokens
        tokenized = lines.map { encoder.tokenized($0) }
        inputs = tokenized.map { encoder.sentence($0.ids) }
        vectors = try encoder.encode(inputs)
    }

    var json: String {
        inputs.indices.map(line).joined()
    }

    private func line(_ index: Int) -> String {
        var fields = ["\"vector\":" + Self.array(vectors[index])]
        if withTokens {
            // Prints what was read: cut where the encoder cuts, between the special tokens.
            let read = tokenized[index].byteRanges.prefix(inputs[index].tokens.count - 2)
            let offsets = ["[0,0]"] + read.map { "[\($0.lower),\($0.upper)]" } + ["[0,0]"]
            fields.insert("\"ids\":" + Self.array(inputs[index].tokens), at: 0)
            fields.insert("\"offsets\":[" + offsets.joined(separator: ",") + "]", at: 1)
        }
        return "{" + fields.joined(separator: ",") + "}\n"
    }

    private static func array(_ values: some Sequence<some CustomStringConvertible>) -> String {
        "[" + values.map(\.description).joined(separator: ",") + "]"
    }
}
