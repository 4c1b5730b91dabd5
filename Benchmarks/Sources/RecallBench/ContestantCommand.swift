import ArgumentParser
import Foundation
import RecallCore
import RecallEmbedding

/// Recall's side of `make bench-peers`: the same lines on standard input and output that the peers' worker understands.
///
///     load LENGTH BATCH PATH    little-endian 32-bit token ids, LENGTH for each sequence    -> ready
///     run                       all sequences, BATCH at a time              -> seconds, processor seconds
///     times COUNT               the first batch, COUNT times                -> seconds of each
///     vectors PATH              writes the vectors as 32-bit floats         -> ready
///     precision                 Recall only                                 -> its name
struct ContestantCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "contestant", shouldDisplay: false)

    @Option var precision: EncoderPrecision = .preferred
    @Option var threads = processorCount()

    func run() throws {
        let folder = try ModelStore().defaultModel().path
        var worker = Worker(encoder: try BERTEncoder(folder: folder, precision: precision, threads: threads))
        while let line = readLine() {
            let answer = try worker.answer(line.split(separator: " ", maxSplits: 3).map(String.init))
            FileHandle.standardOutput.write(Data((answer + "\n").utf8))
        }
    }
}

private struct Worker {
    let encoder: BERTEncoder
    private var batches: [[EncoderInput]] = []

    init(encoder: BERTEncoder) {
        self.encoder = encoder
    }

    mutating func answer(_ words: [String]) throws -> String {
        switch (words.first, words.count) {
        case ("load", 4): return try load(words)
        case ("run", 1):
            let time = try Time.of { for batch in batches { _ = try encoder.encode(batch) } }
            return "\(time.wall) \(time.cpu)"
        case ("times", 2):
            let times = try Latency.times(Int(words[1]) ?? 1) { _ = try encoder.encode(batches[0]) }
            return times.map { "\($0)" }.joined(separator: " ")
        case ("vectors", 2):
            let vectors = try batches.flatMap { try encoder.encode($0) }
            try vectors.withUnsafeBytes { try Data($0).write(to: URL(fileURLWithPath: words[1])) }
            return "ready"
        case ("precision", 1): return encoder.precision.rawValue
        default: throw ValidationError("Not understood: \(words.joined(separator: " "))")
        }
    }

    private mutating func load(_ words: [String]) throws -> String {
        guard let length = Int(words[1]), let batch = Int(words[2]), length > 0, batch > 0 else {
            throw ValidationError("LENGTH and BATCH are not numbers: \(words.joined(separator: " "))")
        }
        let data = try Data(contentsOf: URL(fileURLWithPath: words[3]))
        let ids = data.withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map {
                Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Int32.self))
            }
        }
        let sequences = stride(from: 0, to: ids.count, by: length).map {
            EncoderInput(tokens: Array(ids[$0..<$0 + length]), pooledRanges: [0..<length])
        }
        batches = stride(from: 0, to: sequences.count, by: batch).map {
            Array(sequences[$0..<min($0 + batch, sequences.count)])
        }
        return "ready"
    }
}
