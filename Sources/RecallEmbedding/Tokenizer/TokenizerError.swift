/// An error in loading a tokenizer.
public enum TokenizerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The folder has neither `vocab.txt` nor `tokenizer.json`.
    case noVocabulary(folder: String)
    /// A file could not be read; `code` is errno.
    case unreadable(path: String, code: Int32)
    /// A file is not what it should be.
    case damaged(path: String, reason: String)
    /// The file asks for something that Recall's tokenizers for BERT and XLM-RoBERTa do not have.
    case unsupported(path: String, feature: String)
    /// The vocabulary lacks a token that every sequence needs.
    case missingToken(path: String, token: String)

    /// The cause, the place and a remedy.
    public var description: String {
        switch self {
        case .noVocabulary(let folder):
            "no vocab.txt or tokenizer.json in \(folder); run `recall model install`"
        case .unreadable(let path, let code):
            "cannot read \(path) (errno \(code)); run `recall model install`"
        case .damaged(let path, let reason):
            "\(path) is damaged (\(reason)); run `recall model install`"
        case .unsupported(let path, let feature):
            "\(path) needs \(feature), which Recall does not have; choose a BERT or XLM-RoBERTa sentence encoder"
        case .missingToken(let path, let token):
            "\(path) has no token \(token); run `recall model install`"
        }
    }
}
