import ArgumentParser
import Foundation
import RecallEmbedding
import RecallKernels

struct EmbedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "embed",
        abstract: "Reads lines from standard input and prints the vector of each as a JSON line.",
        discussion: "A line is cut where the model's training cut, as sentence-transformers does (256 tokens).")

    @Flag(help: "Print the token ids and their byte ranges too.")
    var tokens = false

    func run() async throws {
        // Programs compare these with other runtimes' vectors, so they are exact.
        let model = InstalledModelLoader.load(precision: .f32)
        guard let encoder = model.encoder else { throw CommandFailure(model.problem ?? "No model is installed.") }
        var input = InputLines(FileHandle.standardInput)
        while let lines = input.next() {
            let text = try EmbeddedLines(lines, encoder, withTokens: tokens).json
            FileHandle.standardOutput.write(Data(text.utf8))
        }
    }
}

/// The lines of a stream, as many at a time as there are: a program that writes one line and waits gets its answer, and a
/// file is embedded in batches.
private struct InputLines {
    private let handle: FileHandle
    private var rest = Data()
    private var isAtEnd = false

    init(_ handle: FileHandle) {
        self.handle = handle
    }

    /// The next lines, or `nil` at the end.
    mutating func next() -> [String]? {
        while !isAtEnd {
            let data = handle.availableData
            isAtEnd = data.isEmpty
            rest.append(data)
            guard let end = rest.lastIndex(of: 0x0A) else { continue }
            defer { rest = Data(rest[(end + 1)...]) }
            return rest[..<end].split(separator: 0x0A, omittingEmptySubsequences: false).map(Self.text)
        }
        defer { rest = Data() }
        return rest.isEmpty ? nil : [Self.text(rest)]
    }

    private static func text(_ line: Data) -> String {
        String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
    }
}

/// Lines with their vectors, as JSON.
private struct EmbeddedLines {
    private let tokenized: [TokenizedText]
    private let inputs: [EncoderInput]
    private let vectors: [Float]
    private let dimension: Int
    private let withTokens: Bool

    init(_ lines: [String], _ encoder: any SentenceEncoder, withTokens: Bool) throws {
        self.withTokens = withTokens
        dimension = encoder.dimension
        tokenized = lines.map { encoder.tokenized($0) }
        inputs = tokenized.map { encoder.sentence($0.ids) }
        vectors = try encoder.encode(inputs)
    }

    var json: String {
        inputs.indices.map(line).joined()
    }

    private func line(_ index: Int) -> String {
        var fields = ["\"vector\":" + Self.array(vectors[index * dimension..<(index + 1) * dimension])]
        if withTokens {
            // What is printed is what was read: cut where the encoder cuts, between the special tokens.
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
