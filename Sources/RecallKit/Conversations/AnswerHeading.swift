public import RecallCore

extension Answer {
    /// The line above an answer that is none, or not surely one; `nil` above others.
    public var heading: String? {
        if isFound { return nil }
        if sentences.isEmpty { return "Nothing was found." }
        if isPossible { return "This may answer it:" }
        return model == nil ? "Nothing surely answers this. The nearest:" : "None of what was found says this:"
    }
}
