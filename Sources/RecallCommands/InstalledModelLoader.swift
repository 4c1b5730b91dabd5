import RecallEmbedding

/// The encoder of the installed model, or why there is none and what to do.
enum InstalledModelLoader {
    static func load() -> (encoder: (any SentenceEncoder)?, problem: String?) {
        (nil, "No model is installed. Run: recall model install")
    }
}
