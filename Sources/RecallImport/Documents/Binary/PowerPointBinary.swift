import RecallCore

/// Reads the text of a PowerPoint presentation of before 2007 ([MS-PPT]), in the parsing process: each slide's shapes in the
/// order of the file, then its notes. Slides are pages.
struct PowerPointBinary {
    private let file: [UInt8]
    private let objects: PowerPointObjects
    /// The offsets of slides' notes, by the number with which slides name them.
    private var notes: [Int: Int] = [:]

    /// The reply to the stream `PowerPoint Document`, and to the one that says what is current in it.
    static func read(
        _ file: [UInt8], user: [UInt8]?, _ properties: OfficeBinaryProperties
    ) throws(ImportFailure) -> ParserReply {
        let objects = PowerPointObjects(file, user: user ?? [])
        guard !objects.isEncrypted else { throw OfficeBinary.encrypted }
        var text = PackagedText()
        var presentation = PowerPointBinary(file: file, objects: objects)
        let slides = presentation.slides()
        guard !slides.isEmpty || objects.document != nil else {
            throw OfficeBinary.failure(
                .malformed,
                "The file is no PowerPoint presentation, or damaged. Open it in PowerPoint and save it again.")
        }
        if objects.document == nil || objects.offsets.isEmpty { text.add(.badStructure) }
        for slide in slides where !text.layout.isTruncated { presentation.write(slide, to: &text) }
        return text.reply(
            title: properties.title, pageCount: slides.count, created: properties.created,
            modified: properties.modified, program: "PowerPoint")
    }

    private init(file: [UInt8], objects: PowerPointObjects) {
        (self.file, self.objects) = (file, objects)
    }

    private typealias Record = PowerPointRecord
    private typealias Kind = PowerPointRecord.Kind

    /// A slide: its record, and its texts that the list of slides holds.
    private struct Slide {
        var offset: Int?
        var texts: [String] = []
    }

    private func children(_ record: Record) -> some Sequence<Record> { Record.list(file, in: record.body) }

    // MARK: The list of slides

    /// The slides in their order ([MS-PPT], 2.4.14.3); those that are in the file, if there is no list.
    private mutating func slides() -> [Slide] {
        guard let document = objects.document, !objects.offsets.isEmpty else {
            return Record.list(file, in: 0..<file.count).filter { $0.type == Kind.slide }.map {
                Slide(offset: $0.offset)
            }
        }
        var slides: [Slide] = []
        for list in children(document) where list.type == Kind.slideList {
            if list.instance == 0 { slides += self.slides(in: list) }
            if list.instance == 2 { addNotes(of: list) }
        }
        return slides
    }

    private func slides(in list: Record) -> [Slide] {
        var slides: [Slide] = []
        var known: Set<Int> = []
        for record in children(list) {
            if record.type == Kind.slideReference {
                let offset = file.number(at: record.body.lowerBound, width: 4).flatMap { objects.offsets[$0] }
                // A slide is in the list once.
                guard offset.map({ known.insert($0).inserted }) ?? true else { continue }
                slides.append(Slide(offset: offset))
            } else if !slides.isEmpty {
                addText(record, to: &slides[slides.count - 1].texts)
            }
        }
        return slides
    }

    private func addText(_ record: Record, to texts: inout [String]) {
        if record.type == Kind.textHeader {
            texts.append("")
        } else if let text = text(record), !texts.isEmpty {
            texts[texts.count - 1] += text
        }
    }

    private mutating func addNotes(of list: Record) {
        for record in children(list) where record.type == Kind.slideReference {
            guard let object = file.number(at: record.body.lowerBound, width: 4),
                let number = file.number(at: record.body.lowerBound + 12, width: 4)
            else { continue }
            notes[number] = objects.offsets[object]
        }
    }

    // MARK: Slides

    private mutating func write(_ slide: Slide, to text: inout PackagedText) {
        text.beginPage()
        var texts: [String?] = slide.texts
        if let offset = slide.offset, let record = Record(file, at: offset), record.type == Kind.slide {
            writeShapes(of: record, &texts, to: &text)
            // No notes are of two slides.
            if let offset = notesNumber(of: record).flatMap({ notes.removeValue(forKey: $0) }),
                let record = Record(file, at: offset), record.type == Kind.notes
            {
                writeRest(&texts, to: &text)
                var none: [String?] = []
                writeShapes(of: record, &none, to: &text)
            }
        } else {
            text.add(.badStructure)
        }
        writeRest(&texts, to: &text)
    }

    private func writeRest(_ texts: inout [String?], to text: inout PackagedText) {
        for rest in texts { if let rest { write(rest, to: &text) } }
        texts = []
    }

    private func notesNumber(of slide: Record) -> Int? {
        let atom = children(slide).first { $0.type == Kind.slideAtom }
        return atom.flatMap { file.number(at: $0.body.lowerBound + 16, width: 4) }
    }

    /// Writes the texts of the shapes in a slide or in notes. Shapes that show a text of the list take it from `texts`.
    private func writeShapes(of slide: Record, _ texts: inout [String?], to text: inout PackagedText) {
        // Groups are within each other; their shapes are in the order of the file all the same.
        var waiting: [Record] = children(slide).reversed()
        while let record = waiting.popLast() {
            if record.type == Kind.shape {
                write(shape: record, &texts, to: &text)
            } else if Kind.groups.contains(record.type) {
                waiting += children(record).reversed()
            }
        }
    }

    private func write(shape: Record, _ texts: inout [String?], to text: inout PackagedText) {
        let parts = Array(children(shape))
        let isFurniture = parts.contains { $0.type == Kind.clientData && hasFurniture($0) }
        for part in parts where part.type == Kind.textBox {
            for record in children(part) {
                if record.type == Kind.textReference {
                    guard let index = file.number(at: record.body.lowerBound, width: 4), texts.indices.contains(index)
                    else { continue }
                    if let listed = texts[index], !isFurniture { write(listed, to: &text) }
                    texts[index] = nil
                } else if !isFurniture, let own = self.text(record) {
                    write(own, to: &text)
                }
            }
        }
    }

    /// True for the place of a date, a slide's number, a footer or a header, which are on every slide (2.13.21).
    private func hasFurniture(_ data: Record) -> Bool {
        children(data).contains {
            $0.type == Kind.placeholder
                && (7...10).contains(file.number(at: $0.body.lowerBound + 4, width: 1) ?? 0)
        }
    }

    // MARK: Texts

    /// The text in an atom (2.9.42 and 2.9.43); `nil` if it is none.
    private func text(_ record: Record) -> String? {
        let bytes = file[record.body]
        switch record.type {
        case Kind.wideText:
            return String(
                decoding: stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map {
                    UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
                }, as: UTF16.self)
        case Kind.narrowText: return String(decoding: bytes.map { UInt16($0) }, as: UTF16.self)
        default: return nil
        }
    }

    /// Writes a shape's text: a line for each paragraph.
    private func write(_ shape: String, to text: inout PackagedText) {
        text.write { layout in
            layout.requireBreak(2)
            for line in shape.split(whereSeparator: { $0 == "\r" || $0 == "\u{B}" }) {
                var line = line
                line.withUTF8 { layout.write($0) }
                layout.requireBreak(1)
            }
            layout.requireBreak(2)
        }
    }
}

/// A record of a presentation: an atom with data, or a container of records ([MS-PPT], 2.3.1).
struct PowerPointRecord {
    let type: Int
    let instance: Int
    let offset: Int
    /// The offsets of its data.
    let body: Range<Int>

    /// The types of records that are read (2.13.24, and [MS-ODRAW], 2.1.4).
    enum Kind {
        static let document = 0x03E8, slide = 0x03EE, slideAtom = 0x03EF, notes = 0x03F0, slideReference = 0x03F3
        static let slideList = 0x0FF0, textHeader = 0x0F9F, wideText = 0x0FA0, narrowText = 0x0FA8
        static let textReference = 0x0F9E, placeholder = 0x0BC3
        static let userEdit = 0x0FF5, directory = 0x1772, encryption = 0x2F14
        static let groups = [0x040C, 0xF002, 0xF003], shape = 0xF004, textBox = 0xF00D, clientData = 0xF011
    }

    /// The record at `offset`, as far as it is in the file.
    init?(_ file: [UInt8], at offset: Int, end: Int = .max) {
        guard let head = file.number(at: offset, width: 2), let type = file.number(at: offset + 2, width: 2),
            let size = file.number(at: offset + 4, width: 4), offset + 8 <= end
        else { return nil }
        (self.type, self.offset, instance) = (type, offset, head >> 4)
        body = offset + 8..<min(offset + 8 + size, file.count, end)
    }

    /// The records that fill `bytes`.
    static func list(_ file: [UInt8], in bytes: Range<Int>) -> some Sequence<PowerPointRecord> {
        sequence(state: bytes.lowerBound) { at in
            guard let record = PowerPointRecord(file, at: at, end: bytes.upperBound) else { return nil }
            at = record.body.upperBound
            return record
        }
    }
}

/// The objects of a presentation, by number: the directories of all edits ([MS-PPT], 2.1.2).
struct PowerPointObjects {
    private(set) var offsets: [Int: Int] = [:]
    private(set) var isEncrypted = false
    /// The container of the whole; `nil` if the file is damaged.
    private(set) var document: PowerPointRecord?

    private static let mostEdits = 10_000, mostObjects = 1_000_000

    init(_ file: [UInt8], user: [UInt8]) {
        isEncrypted = user.number(at: 12, width: 4) == 0xF3D1_C4DF
        guard !isEncrypted else { return }
        if let edit = user.number(at: 16, width: 4) { read(file, from: edit) }
        if document == nil { readLastEdit(file) }
    }

    private mutating func readLastEdit(_ file: [UInt8]) {
        let records = PowerPointRecord.list(file, in: 0..<file.count)
        var (edit, container): (Int?, PowerPointRecord?)
        for record in records {
            if record.type == PowerPointRecord.Kind.userEdit { edit = record.offset }
            if record.type == PowerPointRecord.Kind.document { container = record }
        }
        if let edit { read(file, from: edit) }
        document = document ?? container
    }

    /// Reads the edits from the last to the first, so that what is newer is kept (2.3.3 and 2.3.4).
    private mutating func read(_ file: [UInt8], from last: Int) {
        var (edit, edits, root): (Int, Int, Int?) = (last, 0, nil)
        while edits < Self.mostEdits, offsets.count < Self.mostObjects, let record = PowerPointRecord(file, at: edit),
            record.type == PowerPointRecord.Kind.userEdit
        {
            edits += 1
            let start = record.body.lowerBound
            if root == nil {
                root = file.number(at: start + 16, width: 4)
                isEncrypted = record.body.count >= 32
            }
            readDirectory(file, at: file.number(at: start + 12, width: 4) ?? 0)
            // Edits are appended.
            guard let before = file.number(at: start + 8, width: 4), before > 0, before < edit else { break }
            edit = before
        }
        guard let offset = root.flatMap({ offsets[$0] }), let record = PowerPointRecord(file, at: offset),
            record.type == PowerPointRecord.Kind.document
        else { return }
        document = record
    }

    private mutating func readDirectory(_ file: [UInt8], at offset: Int) {
        guard let record = PowerPointRecord(file, at: offset), record.type == PowerPointRecord.Kind.directory
        else { return }
        var at = record.body.lowerBound
        while at + 4 <= record.body.upperBound, let entry = file.number(at: at, width: 4) {
            at += 4
            for number in 0..<(entry >> 20) {
                guard at + 4 <= record.body.upperBound, let offset = file.number(at: at, width: 4) else { return }
                let id = (entry & 0xF_FFFF) + number
                if offsets[id] == nil { offsets[id] = offset }
                at += 4
            }
        }
    }
}
