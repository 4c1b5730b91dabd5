import ArgumentParser
import Foundation
import RecallEmbedding
import RecallImport
import RecallKit
import RecallSearch
import RecallStore

struct EvalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eval",
        abstract: "Measures how well search finds what a labelled set says is relevant.",
        discussion: """
            FOLDER has items.jsonl (Recall JSONL), queries.jsonl ({"id","text","thread"?,"category"?}) and qrels.tsv \
            (query, 0, item, grade). The items are imported into a temporary library, or into --library, which a later \
            run uses again.
            """)

    @Argument(help: "The set's folder.", completion: .directory)
    var folder: String

    @Option(help: ArgumentHelp("A library to keep the items in between runs.", valueName: "path"))
    var library: String?

    @Option(help: "The precision of the vectors: f32, bf16 or int8 (default: the library's own, else this machine's).")
    var precision: EncoderPrecision?

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    func run() async throws {
        let set = try EvaluationSet(folder: folder)
        let temporary = FileManager.default.temporaryDirectory.appending(path: "recall-eval-\(UUID().uuidString)").path
        defer { if library == nil { try? FileManager.default.removeItem(atPath: temporary) } }
        let store = try LibraryStore(at: LibraryLocation(path: library ?? temporary), for: .write)
        let model = InstalledModelLoader.load(for: store, precision: precision)
        let opened = RecallLibrary(store: store, encoder: model.encoder)
        try await prepare(opened, set)
        let report = EvaluationReport(set: set.name, rows: try Evaluation.run(set, in: opened))
        print(format == .json ? try report.json() : report.text())
        if let problem = model.problem { FileHandle.standardError.write(Data("Words only: \(problem)\n".utf8)) }
    }

    private func prepare(_ library: RecallLibrary, _ set: EvaluationSet) async throws {
        let progress = ProgressLine(isQuiet: format == .json)
        progress.beginImporting()
        let path = URL(fileURLWithPath: set.itemsPath).standardizedFileURL.path
        _ = try await library.importAndEmbed(
            at: [path], as: .jsonl, progress: { progress.show($0) }, embeddingProgress: { progress.show($0) })
        progress.finish()
    }
}

/// Evaluation results as printed.
struct EvaluationReport {
    let set: String
    let rows: [Evaluation.Row]

    private static var columns: [(String, KeyPath<RetrievalMetrics, Double>)] {
        [
            ("nDCG@10", \.ndcg10), ("Recall@10", \.recall10), ("MRR@10", \.mrr10), ("ev@512", \.evidence512),
            ("ev@1024", \.evidence1024), ("ev@2048", \.evidence2048),
        ]
    }

    func text() -> String {
        var lines = [Self.pad(set, 28) + Self.columns.map { Self.padLeft($0.0, 11) }.joined()]
        for row in rows {
            lines.append(line(row.ranking.rawValue, row.all))
            for (category, metrics) in row.categories.sorted(by: { $0.key < $1.key }) {
                lines.append(line("  " + category, metrics))
            }
        }
        return lines.joined(separator: "\n")
    }

    private func line(_ name: String, _ metrics: RetrievalMetrics) -> String {
        Self.pad(name, 28)
            + Self.columns.map { Self.padLeft(String(format: "%.4f", metrics[keyPath: $0.1]), 11) }.joined()
    }

    private static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    private static func padLeft(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(1, width - text.count)) + text
    }

    private struct Fields: Encodable {
        var version = 1
        var set: String
        var rows: [RowFields]
    }

    private struct RowFields: Encodable {
        var name: String
        var all: RetrievalMetrics
        var categories: [String: RetrievalMetrics]

        enum Key: String, CodingKey {
            case name, categories
        }

        /// The metrics stand beside the name.
        func encode(to encoder: any Encoder) throws {
            try all.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(name, forKey: .name)
            try container.encode(categories, forKey: .categories)
        }
    }

    func json() throws -> String {
        try JSONText.encode(
            Fields(
                set: set,
                rows: rows.map { RowFields(name: $0.ranking.rawValue, all: $0.all, categories: $0.categories) }))
    }
}
