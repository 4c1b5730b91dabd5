import RecallFiles

/// An error in using or installing a model.
public enum ModelError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A file that every model has is not in the folder.
    case missingFile(folder: String, file: String)
    /// A file is truncated, changed or of another kind.
    case damagedFile(path: String, reason: String)
    /// A system call failed on a file or folder; `code` is errno.
    case system(path: String, code: Int32)
    /// The model is of a kind that Recall cannot compute.
    case unsupported(path: String, feature: String)
    /// The weights cannot be packed or mapped.
    case weights(EncoderError)
    /// The tokenizer of the model does not load.
    case tokenizer(TokenizerError)
    /// `vocab.txt` and `tokenizer.json` of one folder are not the same tokenizer.
    case tokenizersDisagree(folder: String)
    /// A file that calls itself part of a known model is another one.
    case notTheKnownModel(name: String, file: String, expected: String, found: String)
    /// No model of that name is in the store.
    case notInstalled(name: String, store: String)
    /// The store has no model that can be used.
    case noModels(store: String)
    /// A name with other characters than ASCII letters, digits and `._-/`, or that begins with a dot.
    case badName(String)
    /// There is no home folder to keep models in.
    case noHomeFolder

    /// The cause, the place and a remedy.
    public var description: String {
        switch self {
        case .missingFile(let folder, let file): "\(folder) has no \(file); \(Self.remedy)"
        case .damagedFile(let path, let reason): "\(path) is damaged (\(reason)); \(Self.remedy)"
        case .system(let path, let code): "cannot use \(path) (errno \(code)); check permissions and free space"
        case .unsupported(let path, let feature):
            "\(path) asks for \(feature), which Recall does not have; choose a BERT or XLM-RoBERTa sentence encoder"
        case .weights(let error): error.description
        case .tokenizer(let error): error.description
        case .tokenizersDisagree(let folder):
            "vocab.txt and tokenizer.json in \(folder) are not of the same model; \(Self.remedy)"
        case .notTheKnownModel(let name, let file, let expected, let found):
            "\(file) is not that of \(name) (SHA-256 \(found), not \(expected)); "
                + "get the original or install this one under another name"
        case .notInstalled(let name, let store): "no model \(name) in \(store); \(Self.remedy)"
        case .noModels(let store): "no model in \(store); \(Self.remedy)"
        case .badName(let name): "\"\(name)\" cannot be a model's name; use letters, digits and . _ - /"
        case .noHomeFolder: "there is no home folder; set HOME or RECALL_MODELS"
        }
    }

    private static let remedy = "run `recall model install`"

    init(_ error: EncoderError) {
        self =
            if case .malformed(let path, let reason) = error { .damagedFile(path: path, reason: reason) } else {
                .weights(error)
            }
    }

    init(_ error: FileError) {
        self = .system(path: error.path, code: error.code)
    }
}
