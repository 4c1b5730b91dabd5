import RecallEmbedding
import RecallKit
import RecallStore

/// The encoder of the installed model, or why there is none and what to do.
enum InstalledModelLoader {
    /// The encoder for a library, in the precision that is asked for, else in the library's own.
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
