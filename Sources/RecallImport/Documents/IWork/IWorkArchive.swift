import RecallCore

/// The objects in one of the archives (`.iwa`) that iWork has kept documents in since 2013: for each its length, a header
/// with the types and lengths of its messages, and these (Protocol Buffers).
struct IWorkArchive: Sequence, IteratorProtocol {
    /// A message of an object.
    struct Message {
        /// The number of its type, which differs between the programs below 2000.
        let type: Int
        /// The number of its object, by which others refer to it.
        let object: Int
        let bytes: ArraySlice<UInt8>
    }

    private var rest: ArraySlice<UInt8>
    private var pending: ArraySlice<Message> = []
    /// True unless an object was cut off or damaged.
    private(set) var isWhole = true

    /// The archive in unpacked bytes.
    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    mutating func next() -> Message? {
        while pending.isEmpty {
            guard isWhole, !rest.isEmpty else { return nil }
            isWhole = readObject()
        }
        return pending.popFirst()
    }

    private mutating func readObject() -> Bool {
        guard let header = header() else { return false }
        let object = header.integer(1) ?? 0
        var messages: [Message] = []
        for info in header.messages(2) {
            guard let type = info.integer(1), let length = info.integer(3), length <= rest.count else {
                pending = messages[...]
                return false
            }
            messages.append(Message(type: type, object: object, bytes: rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        pending = messages[...]
        return true
    }

    private mutating func header() -> ArraySlice<UInt8>? {
        guard let length = rest.popVarint(groups: 5).map(Int.init), length <= rest.count else { return nil }
        defer { rest = rest.dropFirst(length) }
        return rest.prefix(length)
    }
}

/// The texts in the archives of a document.
struct IWorkTexts {
    /// The main text, then text boxes, notes and cells that are in no table, in the order of the archives.
    private(set) var texts: [String] = []
    /// Tables with their headings.
    private(set) var tables: [IWorkTables.Part] = []
    private(set) var defects: Set<Defect> = []

    private var body: [String] = []
    private var others: [(object: Int, text: String)] = []
    private var objects = IWorkTables()
    private var room = ImportLimits.archiveBytes

    /// The texts of the archives at these paths.
    init(_ archives: [String: [UInt8]]) {
        let paths = archives.keys.filter { !Self.isTemplate($0) }
        // `Slide-9` is before `Slide-10`.
        for path in paths.sorted(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }) { add(archives[path] ?? []) }
        let (tables, inTables) = objects.parts()
        self.tables = tables
        texts = body + others.filter { !inTables.contains($0.object) }.map(\.text)
    }

    /// True for the archive of a master slide, whose texts are not the author's.
    private static func isTemplate(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        return name.hasPrefix("MasterSlide") || name.hasPrefix("TemplateSlide")
    }

    private mutating func add(_ archive: [UInt8]) {
        let limit = Swift.min(room, ImportLimits.archiveEntryBytes)
        let (bytes, defect) = Snappy.unpacked(chunks: archive, atMost: limit)
        room -= bytes.count
        if let defect { defects.insert(defect) }
        var messages = IWorkArchive(bytes)
        while let message = messages.next() { add(message) }
        // An object that the limit cut is no damage.
        if !messages.isWhole, defect != .overLimit { defects.insert(.badStructure) }
    }

    private mutating func add(_ message: IWorkArchive.Message) {
        objects.add(message)
        switch message.type {
        // A text and what it is (TSWP.StorageArchive): 0 is the main text, 1 a header or footer, and else a text box.
        case 2001, 2005:
            let kind = message.bytes.integer(1) ?? 3
            guard kind != 1 else { return }
            let text = message.bytes.messages(3).map { String(decoding: $0, as: UTF8.self) }.joined()
            guard text.contains(where: { !$0.isWhitespace }) else { return }
            if kind == 0 { body.append(text) } else { others.append((message.object, text)) }
        // A list of what cells hold (TST.TableDataList) or a part of one, if it is one of texts.
        case 6005 where message.bytes.integer(1) == 1, 6011 where message.bytes.integer(1) == 1:
            for entry in message.bytes.messages(3) {
                entry.message(3).map { others.append((message.object, String(decoding: $0, as: UTF8.self))) }
            }
        default: break
        }
    }
}
