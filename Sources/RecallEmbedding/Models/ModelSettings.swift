import RecallFiles
import RecallText

/// The settings files of a model folder.
struct ModelSettings {
    let folder: String

    /// The modules after the transformer, as listed in modules.json.
    struct Modules {
        var pooling = ModelDescription.Pooling.mean
        var poolingFiles: [String] = []
        var normalizes = false
    }

    /// Pooling and normalising; without modules.json mean pooling alone, as sentence-transformers has it.
    func modules() throws(ModelError) -> Modules {
        var modules = Modules()
        for module in try json("modules.json")?.elements ?? [] {
            let type = module["type"]?.string ?? ""
            switch type.split(separator: ".").last {
            case "Transformer": break
            case "Normalize": modules.normalizes = true
            case "Pooling":
                let file = (module["path"]?.string ?? "1_Pooling") + "/config.json"
                guard ModelName.isSafePath(file) else { throw damaged("modules.json", "the pooling module's path") }
                modules.poolingFiles = [file]
                modules.pooling = try pooling(file)
            default: throw unsupported("modules.json", "the module \(type)")
            }
        }
        return modules
    }

    private func pooling(_ file: String) throws(ModelError) -> ModelDescription.Pooling {
        guard let json = try json(file) else { throw .missingFile(folder: folder, file: file) }
        let prefix = "pooling_mode_"
        let modes = (json.members ?? []).filter { $0.name.hasPrefix(prefix) && $0.value == .bool(true) }.map(\.name)
        switch modes {
        case [prefix + "mean_tokens"]: return .mean
        case [prefix + "cls_token"]: return .cls
        default: throw unsupported(file, modes.isEmpty ? "no pooling" : modes.joined(separator: " and "))
        }
    }

    func description(name: String, _ modules: Modules) throws(ModelError) -> ModelDescription {
        guard let config = try json(ModelFolder.configuration) else {
            throw .missingFile(folder: folder, file: ModelFolder.configuration)
        }
        try checkArchitecture(config)
        let dimension = try positive("hidden_size", config)
        let heads = try positive("num_attention_heads", config)
        guard dimension.isMultiple(of: heads) else {
            throw damaged(ModelFolder.configuration, "hidden_size is no multiple of num_attention_heads")
        }
        let length = try maximumTokens(config)
        let (query, passage) = try prefixes(name, room: length)
        return ModelDescription(
            name: name, dimension: dimension, layers: try positive("num_hidden_layers", config), heads: heads,
            feedForwardDimension: try positive("intermediate_size", config),
            vocabularySize: try positive("vocab_size", config), maximumTokens: length,
            pooling: modules.pooling, normalizes: modules.normalizes, queryPrefix: query, passagePrefix: passage)
    }

    private func checkArchitecture(_ config: JSONValue) throws(ModelError) {
        let type = config["model_type"]?.string ?? "no model type"
        guard BERTConfiguration.modelTypes.contains(type) else {
            throw unsupported(ModelFolder.configuration, "a model of type \(type)")
        }
        let positions = config["position_embedding_type"]?.string ?? "absolute"
        guard positions == "absolute" else {
            throw unsupported(ModelFolder.configuration, "\(positions) position embeddings")
        }
    }

    private func maximumTokens(_ config: JSONValue) throws(ModelError) -> Int {
        let positions = try positive("max_position_embeddings", config) - BERTConfiguration.firstPosition(config)
        let sentence = try json("sentence_bert_config.json")?["max_seq_length"]?.int
        let tokenizer = try json("tokenizer_config.json")?["model_max_length"]?.int
        let longest = sentence ?? tokenizer ?? positions
        guard longest >= 3 else { throw damaged("sentence_bert_config.json", "max_seq_length is \(longest)") }
        return min(positions, longest)
    }

    /// The model's prompts, or those of its model card if the folder has none.
    private func prefixes(_ name: String, room: Int) throws(ModelError) -> (query: String, passage: String) {
        let prompts = try json("config_sentence_transformers.json")?["prompts"]
        let known = KnownModel.prefixes(of: name)
        let query = prompts?["query"]?.string ?? known.query
        let passage = prompts?["passage"]?.string ?? prompts?["document"]?.string ?? known.passage
        // A token has at least one byte, so at least half of each sequence is left for the text.
        guard max(query.utf8.count, passage.utf8.count) <= room / 2 else {
            throw unsupported("config_sentence_transformers.json", "a prompt that leaves no room for the text")
        }
        return (query, passage)
    }

    private func positive(_ name: String, _ config: JSONValue) throws(ModelError) -> Int {
        guard let number = config[name]?.int, 1...10_000_000 ~= number else {
            throw damaged(ModelFolder.configuration, "\(name) is missing or out of range")
        }
        return number
    }

    /// A settings file; `nil` if it does not exist.
    private func json(_ file: String) throws(ModelError) -> JSONValue? {
        let bytes: [UInt8]
        do {
            bytes = try OpenFile.contents(of: folder + "/" + file)
        } catch {
            if error.isMissing { return nil }
            throw ModelError(error)
        }
        do {
            return try JSONValue(parsing: bytes)
        } catch {
            throw damaged(file, "no JSON at byte \(error.offset)")
        }
    }

    private func damaged(_ file: String, _ reason: String) -> ModelError {
        .damagedFile(path: folder + "/" + file, reason: reason)
    }

    private func unsupported(_ file: String, _ feature: String) -> ModelError {
        .unsupported(path: folder + "/" + file, feature: feature)
    }
}
