import RecallEmbedding
import RecallKit
import RecallStore

/// Loads the encoder of the installed model, or explains why there is none.
enum InstalledModelLoader {
    /// The encoder for a library, in the requested precision, else in the library's own.
    static func load(
        for store: LibraryStore, precision: EncoderPrecision? = nil
    ) -> (encoder: (any SentenceEncoder)?, problem: String?) {
        do {
            let model = try ModelStore().defaultModel()
            return (try EmbeddingModel(model, precision: try precision ?? store.precision(for: model)), nil)
        } catch {
            return (nil, "\(error)")
        }
    }
}
