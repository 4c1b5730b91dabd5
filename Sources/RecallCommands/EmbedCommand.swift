import ArgumentParser
import RecallEmbedding
import RecallKernels

struct EmbedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "embed",
        abstract: "Reads lines from standard input and prints the vector of each as a JSON line.")

    @Flag(help: "Print the token ids and their byte ranges too.")
    var tokens = false

    func run() async throws {
        // Programs compare these with other runtimes' vectors, so they are exact.
        let model = InstalledModelLoader.load(precision: .f32)
        guard let encoder = model.encoder else { throw CommandFailure(model.problem ?? "No model is installed.") }
        while let line = readLine(strippingNewline: true) {
            print(try JSONText.encode(try fields(line, encoder), pretty: false))
        }
    }

    private struct Fields: Encodable {
        var vector: [Float]
        var ids: [Int32]?
        var offsets: [[Int32]]?
    }

    private func fields(_ line: String, _ encoder: any SentenceEncoder) throws -> Fields {
        var fields = Fields(vector: try encoder.vector(query: line))
        guard tokens else { return fields }
        // What is printed is what was read: cut where the encoder cuts, between the special tokens.
        let tokenized = encoder.tokenized(line)
        let count = min(tokenized.count, encoder.sentenceTokens - 2)
        fields.ids = [encoder.classificationToken] + tokenized.ids.prefix(count) + [encoder.separatorToken]
        fields.offsets = [[0, 0]] + tokenized.byteRanges.prefix(count).map { [$0.lower, $0.upper] } + [[0, 0]]
        return fields
    }
}
