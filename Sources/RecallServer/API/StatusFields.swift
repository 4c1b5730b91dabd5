import RecallCore
import RecallEmbedding
import RecallStore

/// What this server is, and what it holds.
struct StatusFields: Encodable {
    struct Kinds: Encodable {
        var email, message, document, note: Int
    }

    struct Library: Encodable {
        var path: String
        var items: Kinds
        var threads, passages, embeddedPassages, failures, bytes: Int
    }

    struct Model: Encodable {
        var name, precision: String
        var problem: String?
    }

    var version: String
    var library: Library
    var model: Model?
    var writer: Bool

    init(version: String, path: String, counts: LibraryCounts, model: ServedModel?, hasWriter: Bool) {
        self.version = version
        let items = { (kind: ItemKind) in counts.items[kind] ?? 0 }
        library = Library(
            path: path,
            items: Kinds(
                email: items(.email), message: items(.message), document: items(.document), note: items(.note)),
            threads: counts.threads, passages: counts.passages, embeddedPassages: counts.embeddedPassages,
            failures: counts.failures, bytes: counts.byteCount)
        self.model = model.map {
            Model(name: $0.name, precision: $0.precision.rawValue, problem: $0.problem)
        }
        writer = hasWriter
    }

    private enum CodingKeys: String, CodingKey {
        case version, library, model, writer
    }

    /// Without a model, `model` is null.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(version, forKey: .version)
        try container.encode(library, forKey: .library)
        try container.encode(model, forKey: .model)
        try container.encode(writer, forKey: .writer)
    }
}
