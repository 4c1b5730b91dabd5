/// Cutting of text into sentences. There are three rules, each as careful as its use needs.
package enum SentenceSplitter {
    /// The sentences as a reader sees them, as UTF-8 byte ranges of `text` without the blanks around them, ascending.
    /// Abbreviations, initials and ordinals end none; paragraphs and list items end one.
    ///
    /// - Complexity: O(*n*).
    package static func sentences(of text: String) -> [Range<Int>] {
        var cut = ReadingSentences(text)
        return cut.sentences()
    }

    /// The sentences of a range of UTF-8 text, found by bytes alone, at which passages that are too long are split.
    ///
    /// Passages of existing libraries and the keys of cached embeddings depend on it, so this rule stays as it is.
    package static func passageSentences(
        _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) -> PassageSentences {
        PassageSentences(bytes, range)
    }

    /// The text between sentence-ending punctuation and line ends. Abbreviations are split too.
    package static func clauses(of text: String) -> [Substring] {
        text.split { ".!?\n。！？".contains($0) }
    }
}
