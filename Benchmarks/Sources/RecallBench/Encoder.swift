public import ArgumentParser
import Foundation
public import RecallCore
import RecallEmbedding
import RecallKernels

/// Which encoders are measured, and how much they are given at a time.
struct EncoderSetting: ParsableArguments {
    @Option(name: .customLong("precision"), help: "f32, bf16, int8; all if none is named.")
    var precisions: [EncoderPrecision] = EncoderPrecision.allCases

    @Option(help: "Threads.")
    var threads = processorCount()

    @Option(help: "Tokens of a call of the encoder, in whole sequences.")
    var callTokens = 4096

    @OptionGroup var variant: KernelsOption

    func encoders() throws -> [BERTEncoder] {
        let folder = try ModelStore().defaultModel().path
        return try precisions.map {
            try BERTEncoder(folder: folder, precision: $0, threads: threads, kernels: try variant.chosen())
        }
    }
}

/// Sequences in calls of at most `callTokens`, in order.
func sequenceCalls(_ sequences: [EncoderInput], of callTokens: Int) -> [[EncoderInput]] {
    var calls: [[EncoderInput]] = []
    var tokens = 0
    for sequence in sequences {
        tokens += sequence.tokens.count
        if calls.isEmpty || tokens > callTokens {
            calls.append([])
            tokens = sequence.tokens.count
        }
        calls[calls.count - 1].append(sequence)
    }
    return calls
}

extension EncoderPrecision: @retroactive ExpressibleByArgument {}

extension BERTEncoder {
    /// All calls, one after another; the work is counted in tokens.
    func contestant(_ name: String, _ calls: [[EncoderInput]]) -> Contestant {
        let tokens = calls.joined().reduce(0) { $0 + $1.tokens.count }
        return Contestant(name: name, work: Double(tokens)) {
            for call in calls { _ = try self.encode(call) }
        }
    }
}

/// A text as token ids, from which sequences of any length are cut.
struct TokenSource {
    let ids: [Int32]
    private let tokenizer: any Tokenizer

    /// The notes that ship with Recall, unless a file is named.
    init(file: String?) throws {
        let text = try file.map { try String(contentsOfFile: $0, encoding: .utf8) } ?? Self.sample()
        tokenizer = try ModelStore().defaultModel().tokenizer()
        ids = tokenizer.tokenize(text).ids
        guard !ids.isEmpty else { throw ValidationError("There is no text to cut sequences from.") }
    }

    /// Sequences of `length` tokens, the two special ones included, with at least `tokens` in all. The text is repeated.
    func sequences(length: Int, tokens: Int) -> [EncoderInput] {
        var position = 0
        return (0..<(tokens + length - 1) / length).map { _ in
            let inner = (position..<position + length - 2).map { ids[$0 % ids.count] }
            position += length - 2
            return EncoderInput(
                tokens: [tokenizer.classificationID] + inner + [tokenizer.separatorID], pooledRanges: [0..<length])
        }
    }

    private static func sample() throws -> String {
        let folder = "Sample/notes"
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".md") }.sorted()
        return try names.map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }.joined(separator: "\n")
    }
}

/// Tokens a second by length and precision.
struct EncoderTable {
    let text: String?
    let setting: EncoderSetting
    let rounds: Rounds

    func tables(_ lengths: [Int]) throws -> [Table] {
        let source = try TokenSource(file: text)
        let encoders = try setting.encoders()
        var table = Table(
            title: "Tokens a second, \(setting.threads) threads, calls of \(setting.callTokens) tokens",
            columns: ["precision", "length", "tokens/s", "min", "max", "per processor second"])
        for length in lengths {
            let sequences = source.sequences(length: length, tokens: 2 * setting.callTokens)
            let calls = sequenceCalls(sequences, of: setting.callTokens)
            let measured = try rounds.measure(encoders.map { $0.contestant($0.precision.rawValue, calls) })
            table.rows += measured.map { measured in
                let rates = [
                    measured.rate.median, measured.rate.minimum, measured.rate.maximum, measured.processorRate,
                ]
                return [.text(measured.contestant.name), .number(Double(length), digits: 0)]
                    + rates.map { .number($0, digits: 0) }
            }
        }
        return [table]
    }
}

struct EncoderCommand: Benchmark {
    static let configuration = CommandConfiguration(
        commandName: "encoder", abstract: "Tokens a second at several lengths of sequences.")

    @Option(name: .customLong("length"), help: "Tokens of a sequence; 16, 64, 128, 256 and 512 if none is named.")
    var lengths: [Int] = EncoderCommand.usualLengths

    static let usualLengths = [16, 64, 128, 256, 512]

    @Option(help: "A text file; the sample's notes if none is named.")
    var text: String?

    @OptionGroup var setting: EncoderSetting
    @OptionGroup var rounds: Rounds
    @OptionGroup var output: Output

    func tables() throws -> [Table] {
        try EncoderTable(text: text, setting: setting, rounds: rounds).tables(lengths)
    }
}
