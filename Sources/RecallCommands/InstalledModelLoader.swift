import Foundation
import RecallEmbedding
import RecallKernels

/// The encoder of the installed model, or why there is none and what to do.
enum InstalledModelLoader {
    static func load(precision: EncoderPrecision = .preferred) -> (encoder: (any SentenceEncoder)?, problem: String?) {
        do {
            return (try EmbeddingModel(try ModelStore().defaultModel(), precision: precision), nil)
        } catch {
            return (nil, "\(error)")
        }
    }
}
