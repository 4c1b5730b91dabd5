import RecallFiles

/// An error in creating or running an encoder.
public enum EncoderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A file of the model could not be opened, read, mapped or written.
    case file(path: String, reason: String)
    /// A file of the model is damaged or of another kind than its name indicates.
    case malformed(path: String, reason: String)
    /// The model is sound, but of a kind that this encoder does not run.
    case unsupported(path: String, reason: String)
    /// The input at `index` cannot be encoded.
    case invalidInput(index: Int, reason: String)

    /// The cause, the place and a remedy.
    public var description: String {
        switch self {
        case .file(let path, let reason):
            "\(path): \(reason). Check that the file is there and readable."
        case .malformed(let path, let reason):
            "\(path) is damaged: \(reason). Install the model again."
        case .unsupported(let path, let reason):
            "\(path): \(reason). Choose a BERT or XLM-RoBERTa sentence encoder in the Hugging Face layout."
        case .invalidInput(let index, let reason):
            "Input \(index) cannot be encoded: \(reason)."
        }
    }
}

extension EncoderError {
    private init(_ error: FileError) {
        switch error.reason {
        case .empty, .tooLarge: self = .malformed(path: error.path, reason: error.summary)
        default: self = .file(path: error.path, reason: error.summary)
        }
    }

    /// Runs `body`; a file's error becomes the encoder's.
    static func wrapping<R>(_ body: () throws(FileError) -> R) throws(EncoderError) -> R {
        do {
            return try body()
        } catch {
            throw EncoderError(error)
        }
    }
}
