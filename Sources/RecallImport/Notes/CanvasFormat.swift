public import RecallCore
import RecallText

extension SourceFormat {
    /// A canvas of Obsidian and other programs (JSON Canvas 1.0, https://jsoncanvas.org).
    public static let canvas = SourceFormat("canvas", singular: "canvas", plural: "canvases")
}

struct CanvasFormat: ImportFormat {
    let format = SourceFormat.canvas
    let extensions: Set = ["canvas"]

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader { CanvasReader() }
}

/// Reads a canvas as one note: the texts of its cards from top to bottom, the names of its groups, and what stands at its arrows.
struct CanvasReader: SourceReader {
    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        guard cursor == .start else { return }
        let bytes = try RegularFile(of: unit).bytes(limit: ImportLimits.textBytes)
        let json = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        guard let canvas = try? JSONValue(parsing: json, replacingLoneSurrogates: true), canvas.members != nil else {
            throw ImportFailure(
                .malformed, path: unit.path, reason: "The canvas cannot be read, or is nested too deep or too long.")
        }
        try await emit(.item(ImportedItem(note(canvas, unit))), .end(of: unit))
    }

    private func note(_ canvas: JSONValue, _ unit: SourceUnit) -> Item {
        let cards = (canvas["nodes"]?.elements ?? []).map(Card.init).enumerated().sorted {
            ($0.element.y, $0.element.x, $0.offset) < ($1.element.y, $1.element.x, $1.offset)
        }.map(\.element)
        let arrows = (canvas["edges"]?.elements ?? []).compactMap { $0["label"]?.string }
        let text = CleanText((cards.map(\.text) + arrows).filter { !$0.isEmpty }.joined(separator: "\n\n"))
        var files = EmbeddedFiles()
        let (notes, others) = (cards.compactMap(\.note), cards.compactMap(\.otherFile))
        for path in others { files.add(path: path) }
        return Item(
            id: unit.fileIdentity,
            details: .note(
                NoteDetails(
                    path: unit.path, notebook: MarkdownReader.notebook(of: unit), links: notes.map(CleanText.line),
                    fileModified: unit.modificationDate)),
            title: PlainFile.title(path: unit.path), text: text.text,
            authoredRanges: AuthoredRanges.all(of: text.text), attachments: files.attachments,
            defects: text.text.isEmpty ? text.defects.union([.noText]) : text.defects)
    }
}

/// A node of a canvas.
private struct Card {
    let x: Double
    let y: Double
    /// The text, the name of a group or the address that it leads to; empty for a file.
    let text: String
    /// The note, or another file, that it shows.
    let note: String?
    let otherFile: String?

    init(_ node: JSONValue) {
        (x, y) = (node["x"]?.double ?? 0, node["y"]?.double ?? 0)
        let file = node["type"]?.string == "file" ? node["file"]?.string : nil
        let isNote = file.map { AbsolutePath.fileExtension($0) == "md" } ?? false
        (note, otherFile) = (isNote ? file : nil, isNote ? nil : file)
        text = (node["text"] ?? node["label"] ?? node["url"])?.string ?? ""
    }
}
