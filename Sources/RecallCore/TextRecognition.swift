/// Text recognition (OCR): an import that has it reads the text of scanned pages and of images too.
public struct TextRecognition: Hashable, Sendable {
    /// The languages by their names in tesseract, the likeliest first: `deu`, `eng`.
    public var languages: [String]

    /// Recognition of text in these languages.
    public init(languages: [String]) {
        self.languages = languages
    }
}
