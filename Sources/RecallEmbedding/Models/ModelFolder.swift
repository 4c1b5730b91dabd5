import RecallFiles
import RecallText

/// A folder in Hugging Face's layout for sentence encoders, read and checked.
///
/// config.json and model.safetensors and a tokenizer are required; modules.json, the pooling module's config.json,
/// sentence_bert_config.json and config_sentence_transformers.json are read if they are there.
public struct ModelFolder: Sendable {
    /// The folder.
    public let path: String
    /// The description in the settings files.
    public let description: ModelDescription
    /// The files that make up the model, relative to the folder, sorted.
    public let files: [String]

    /// The path of the weights.
    public var weightsPath: String { path + "/" + Self.weights }

    static let weights = "model.safetensors"
    static let configuration = "config.json"
    private static let optional = [
        "vocab.txt", "tokenizer.json", "tokenizer_config.json", "special_tokens_map.json", "modules.json",
        "sentence_bert_config.json", "config_sentence_transformers.json",
    ]

    /// Reads the settings of the model at `path` (not its weights, nor its vocabulary); `name` is the folder's name
    /// unless given.
    public init(path: String, name: String? = nil) throws(ModelError) {
        let settings = ModelSettings(folder: path)
        let modules = try settings.modules()
        self.path = path
        description = try settings.description(name: name ?? ModelName.last(of: path), modules)
        for file in [Self.weights] + modules.poolingFiles where !FileState.exists(path + "/" + file) {
            throw .missingFile(folder: path, file: file)
        }
        guard ["vocab.txt", "tokenizer.json"].contains(where: { FileState.exists(path + "/" + $0) }) else {
            let isSentencePiece = FileState.exists(path + "/sentencepiece.bpe.model")
            throw .missingFile(folder: path, file: isSentencePiece ? "tokenizer.json" : "vocab.txt")
        }
        let present = Self.optional.filter { FileState.exists(path + "/" + $0) }
        files = ([Self.configuration, Self.weights] + modules.poolingFiles + present).sorted()
    }

    /// Loads the tokenizer of the model in a folder from its text files.
    static func tokenizer(in path: String) throws(ModelError) -> any PackableTokenizer {
        do {
            return try TokenizerFile.tokenizer(folder: path)
        } catch {
            throw .tokenizer(error)
        }
    }

    /// Checks what opening does not.
    public func validate() throws(ModelError) {
        _ = try validated()
    }

    /// The tokenizer. Checks that the file of the weights is whole (its values are checked as they are packed), and that the
    /// tokenizers load, agree with each other and fit the table of embeddings.
    func validated() throws(ModelError) -> any PackableTokenizer {
        do throws(EncoderError) {
            _ = try SafetensorsFile(path: weightsPath)
        } catch {
            throw ModelError(error)
        }
        let tokenizer = try Self.tokenizer(in: path)
        guard tokenizer.largestID < description.vocabularySize else {
            let file = files.contains("vocab.txt") ? "vocab.txt" : "tokenizer.json"
            throw .damagedFile(path: path + "/" + file, reason: "more pieces than the model has embeddings")
        }
        guard let words = tokenizer as? WordPieceTokenizer, files.contains("vocab.txt"),
            files.contains("tokenizer.json")
        else { return tokenizer }
        do {
            guard try WordPieceTokenizer(tokenizerFile: path + "/tokenizer.json").hasIDs(of: words) else {
                throw ModelError.tokenizersDisagree(folder: path)
            }
            return words
        } catch let error as TokenizerError {
            throw .tokenizer(error)
        } catch {
            throw .tokenizersDisagree(folder: path)
        }
    }
}

/// Names of models and of the folders they are installed in.
enum ModelName {
    /// The folder of a model: its name with `/` written as `--`.
    static func folder(for name: String) throws(ModelError) -> String {
        guard isSafePath(name), name.utf8.count <= 120 else { throw .badName(name) }
        return name.split(separator: "/").joined(separator: "--")
    }

    /// True if all components of a relative path are safe on every file system: no `..`, no hidden files.
    static func isSafePath(_ path: String) -> Bool {
        path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && part.utf8.first != UInt8(ascii: ".") && part.utf8.allSatisfy(isSafe)
        }
    }

    static func last(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    private static func isSafe(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || "._-".utf8.contains(byte)
    }
}
