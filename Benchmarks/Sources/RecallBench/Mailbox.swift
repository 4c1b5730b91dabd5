import ArgumentParser
import Foundation
import RecallCore
import RecallEmbedding
import RecallImport
import RecallKit
import Synchronization

struct MailboxCommand: Benchmark {
    static let configuration = CommandConfiguration(
        commandName: "mailbox", abstract: "Tokens a second on the lengths that a mailbox has, against 256-token chunks."
    )

    @Argument(help: "What to import: an mbox, a Maildir, a folder.", completion: .file())
    var path: String

    @OptionGroup var setting: EncoderSetting
    @OptionGroup var rounds: Rounds
    @OptionGroup var output: Output

    func tables() async throws -> [Table] {
        try await MailboxTable(path: path, setting: setting, rounds: rounds).tables()
    }
}

/// The sequences of a mailbox in turn with chunks of 256 tokens, cut from the same text.
struct MailboxTable {
    let path: String
    let setting: EncoderSetting
    let rounds: Rounds

    /// Enough for a stable figure; of a larger mailbox calls are taken evenly from its whole length.
    private static let measuredTokens = 100_000
    /// As many tokens as an import gives the encoder at a time.
    static let callTokens = 32_768

    func tables() async throws -> [Table] {
        let recorder = CallRecorder(try EmbeddingModel(try ModelStore().defaultModel()))
        let windows = Self.sample(try await imported(with: recorder))
        let messages = Self.sample(try await MessageReader(path: path).calls(for: recorder))
        let chunks = Self.chunks(of: 256, from: windows, like: recorder)
        let kinds = [
            ("256-token chunks", sequenceCalls(chunks, of: Self.callTokens)), ("windows", windows),
            ("messages", messages),
        ]
        return [Self.lengths(kinds), try rates(kinds)]
    }

    /// The calls that an import makes of the encoder.
    private func imported(with recorder: CallRecorder) async throws -> [[EncoderInput]] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("recall-bench-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let library = try RecallLibrary(at: LibraryLocation(path: folder), for: .write, model: .encoder(recorder))
        _ = try await library.importFiles(at: [path])
        _ = try await library.embed()
        return recorder.calls
    }

    private static func sample(_ calls: [[EncoderInput]]) -> [[EncoderInput]] {
        let tokens = calls.joined().reduce(0) { $0 + $1.tokens.count }
        let step = (tokens + measuredTokens - 1) / measuredTokens
        return stride(from: 0, to: calls.count, by: max(1, step)).map { calls[$0] }
    }

    private static func chunks(
        of length: Int, from calls: [[EncoderInput]], like encoder: some TokenEncoder
    ) -> [EncoderInput] {
        let tokens = calls.joined().flatMap { $0.tokens.dropFirst().dropLast() }
        let inner = length - 2
        return stride(from: 0, through: tokens.count - inner, by: inner).map {
            encoder.input(tokens[$0..<$0 + inner], pooling: [0..<inner])
        }
    }

    private static func lengths(_ kinds: [(name: String, calls: [[EncoderInput]])]) -> Table {
        var table = Table(
            title: "Sequences", columns: ["kind", "sequences", "tokens", "calls", "10 %", "50 %", "90 %", "longest"])
        table.rows = kinds.map { kind in
            let lengths = kind.calls.joined().map(\.tokens.count).sorted()
            let counts = [lengths.count, lengths.reduce(0, +), kind.calls.count]
            let quantiles = [10, 50, 90, 100].map { lengths.isEmpty ? 0 : lengths[(lengths.count - 1) * $0 / 100] }
            return [.text(kind.name)] + (counts + quantiles).map { .number(Double($0), digits: 0) }
        }
        return table
    }

    private func rates(_ kinds: [(name: String, calls: [[EncoderInput]])]) throws -> Table {
        var table = Table(
            title: "Tokens a second, \(setting.threads) threads, and the ratio to 256-token chunks",
            columns: ["precision", "kind", "tokens/s", "min", "max", "ratio", "min", "max"])
        for encoder in try setting.encoders() {
            let measured = try rounds.measure(kinds.map { encoder.contestant($0.name, $0.calls) })
            table.rows += measured.map { each in
                let (rate, ratio) = (each.rate, each.ratio(to: measured[0], by: \.wall))
                return [.text(encoder.precision.rawValue), .text(each.contestant.name)]
                    + [rate.median, rate.minimum, rate.maximum].map { .number($0, digits: 0) }
                    + [ratio.median, ratio.minimum, ratio.maximum].map { .number($0, digits: 3) }
            }
        }
        return table
    }
}

/// An encoder that notes what it is given instead of encoding it.
final class CallRecorder: TokenEncoder {
    private let model: EmbeddingModel
    private let recorded = Mutex<[[EncoderInput]]>([])

    init(_ model: EmbeddingModel) {
        self.model = model
    }

    var calls: [[EncoderInput]] { recorded.withLock { $0 } }
    var fingerprint: String { "recorder" }
    var dimension: Int { model.dimension }
    var maximumTokens: Int { model.maximumTokens }
    var sentenceTokens: Int { model.sentenceTokens }
    var classificationToken: Int32 { model.classificationToken }
    var separatorToken: Int32 { model.separatorToken }

    func tokenized(_ text: String) -> TokenizedText { model.tokenized(text) }

    func encode(_ inputs: [EncoderInput]) -> VectorMatrix {
        recorded.withLock { $0.append(inputs) }
        let count = inputs.reduce(0) { $0 + $1.pooledRanges.count }
        return VectorMatrix(dimension: dimension, values: [Float](repeating: 0, count: count * dimension))
    }
}

/// Every message read alone and whole, cut where the model's training cut: what sentence-transformers would be given.
private struct MessageReader {
    let path: String

    func calls(for encoder: some TokenEncoder) async throws -> [[EncoderInput]] {
        let sentences = try await texts().map { encoder.sentence(encoder.tokens(of: $0)) }
        // The import sorts likewise: sequences of like length keep the kernels' tiles full.
        return sequenceCalls(sentences, of: MailboxTable.callTokens).map {
            $0.sorted { $0.tokens.count > $1.tokens.count }
        }
    }

    private func texts() async throws -> [String] {
        let extractor = DocumentTextExtractor()
        var texts: [String] = []
        for case .unit(let unit) in SourceWalker(path: path) {
            guard [SourceFormat.mbox, .mail].contains(unit.format) else { continue }
            let reader = try ImportFormats.all.reader(of: unit, extractor: extractor)
            try await reader.read(unit, from: .start) { record, _ in
                if case .item(let imported) = record { texts.append(imported.item.embeddableText) }
            }
        }
        return texts
    }
}
