public import RecallCore

extension SourceFormat {
    /// A picture whose text is recognised.
    public static let image = SourceFormat("image", singular: "image", plural: "images")
}

/// Images: scans, photographs of letters, screenshots. In folders they are passed over unless their text is recognised; as
/// attachments of mails they are always.
struct ImageFormat: ImportFormat {
    static let imageExtensions: Set<String> = ["png", "jpg", "jpeg", "tif", "tiff", "webp", "bmp"]

    let format = SourceFormat.image
    let extensions: Set<String> = Self.imageExtensions
    let revision: Int? = 1
    let hasScans = true

    func evidence(in file: SniffedFile) -> Evidence? {
        if ImageHeader.begins(file.head) { return .signature }
        return extensions.contains(file.fileExtension) ? .name : nil
    }

    package func reader(_ extractor: DocumentTextExtractor) -> any SourceReader {
        ImageReader(recognition: extractor.recognition?.recognition, parserExecutable: extractor.parserExecutable)
    }
}

/// Reads an image as one document. A TIFF file may have several pages.
struct ImageReader: SourceReader {
    /// The text recognition; `nil` if none was asked for.
    let recognition: TextRecognition?
    let parserExecutable: String?

    private let end = DocumentCursor(revision: 1)

    init(recognition: TextRecognition?, parserExecutable: String?) {
        (self.recognition, self.parserExecutable) = (recognition, parserExecutable)
    }

    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        guard cursor == .start else { return }
        guard let recognition else {
            throw ImportFailure(
                .wrongFormat, path: unit.path,
                reason: "This is an image. Its text is read with text recognition: recall import --ocr")
        }
        let sizes = try sizes(unit)
        var pages = DocumentPages(count: sizes.count)
        var failures: [ImportFailure] = []
        let recogniser = PageRecogniser(recognition: recognition, parserExecutable: parserExecutable)
        for (index, size) in sizes.prefix(ImportLimits.recognisedPages).enumerated() {
            guard failures.count < ImportLimits.failedPages else { break }
            do {
                pages.texts[index] = try await text(index, size, of: sizes.count, unit, recogniser)
            } catch let failure as ImportFailure {
                failures.append(failure)
            }
        }
        if let record = record(pages, failures, unit) { try await emit(record, end.cursor(of: unit)) }
        for failure in failures { try await emit(.failure(failure), end.cursor(of: unit)) }
    }

    private func sizes(_ unit: SourceUnit) throws -> [ImageHeader.Size] {
        let input = try DocumentInput(of: unit)
        guard let header = ImageHeader(input) else {
            throw ImportFailure(
                .malformed, path: unit.path,
                reason: "The image is cut off, or of a kind that is not read. Save it as PNG and import that.")
        }
        return header.sizes
    }

    private func text(
        _ index: Int, _ size: ImageHeader.Size, of count: Int, _ unit: SourceUnit, _ recogniser: PageRecogniser
    ) async throws -> String {
        let place = count > 1 ? "page \(index + 1)" : nil
        guard size.isReadable else {
            throw ImportFailure(
                .overLimit, path: unit.path, place: place,
                reason:
                    "The image has more than \(ImportLimits.imagePixels >> 20) megapixels. Make it smaller and import it again."
            )
        }
        return try await recogniser.text(of: try DocumentInput(of: unit), index: index, path: unit.path, place: place)
    }

    private func record(_ pages: DocumentPages, _ failures: [ImportFailure], _ unit: SourceUnit) -> ImportRecord? {
        guard !pages.areEmpty else { return failures.isEmpty ? .skipped(.imageWithoutText) : nil }
        var text = pages.joined()
        text.defects.insert(.recognisedText)
        if pages.texts.count == 1 { (text.pageCount, text.pageStarts) = (nil, []) }
        if pages.texts.count > ImportLimits.recognisedPages { text.defects.insert(.overLimit) }
        var imported = ImportedItem(DocumentFileReader.item(text, unit))
        imported.recognisedPages = pages.texts.count
        return .item(imported)
    }
}
