import ArgumentParser
import Foundation
import RecallCore
import RecallKit

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
        let encoder = try LineEncoder(named: model, precision: precision)
        var input = InputLines()
        while let lines = try input.next() {
            let text = try EmbeddedLines(encoder.encode(lines), withTokens: tokens).json
            guard StandardStream.output.write(text) else { return }
        }
    }
}

/// Lines with their vectors, as JSON.
private struct EmbeddedLines {
    private let lines: LineEncoder.Lines
    private let withTokens: Bool

    init(_ lines: LineEncoder.Lines, withTokens: Bool) {
        self.lines = lines
        self.withTokens = withTokens
    }

    var json: String {
        lines.tokens.indices.map(line).joined()
    }

    private func line(_ index: Int) -> String {
        var fields = ["\"vector\":" + Self.array(lines.vectors[index])]
        if withTokens {
            // The special tokens at both ends were made of nothing.
            let offsets = ["[0,0]"] + lines.byteRanges[index].map { "[\($0.lower),\($0.upper)]" } + ["[0,0]"]
            fields.insert("\"ids\":" + Self.array(lines.tokens[index]), at: 0)
            fields.insert("\"offsets\":[" + offsets.joined(separator: ",") + "]", at: 1)
        }
        return "{" + fields.joined(separator: ",") + "}\n"
    }

    private static func array(_ values: some Sequence<some CustomStringConvertible>) -> String {
        "[" + values.map(\.description).joined(separator: ",") + "]"
    }
}
