import Foundation
import RecallEmbedding

/// The encoder of the installed model, or why there is none and what to do.
enum InstalledModelLoader {
    static func load() -> (encoder: (any SentenceEncoder)?, problem: String?) {
        do {
            return (try EmbeddingModel(try ModelStore().defaultModel()), nil)
        } catch {
            return (nil, "\(error)")
        }
    }
}
