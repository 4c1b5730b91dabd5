/// Turns HTML into the text that a reader of the page would see.
public enum HTMLText {
    /// The text of an HTML document or fragment.
    ///
    /// - Parameters:
    ///   - html: the bytes, of any size.
    ///   - charset: the charset that the transport declared, or `nil` to find it out from the document.
    public static func extract(_ html: [UInt8], charset: String?) -> ExtractedText {
        fatalError("to be written by the documents' author")
    }
}
