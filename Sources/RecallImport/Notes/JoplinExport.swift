import Foundation
package import RecallCore

/// Links between notes of Joplin.
package enum JoplinLink {
    /// The identity of the note that a Markdown link leads to, such as `:/0123456789abcdef0123456789abcdef#part`; `nil` if it
    /// is another link. There need be no such note: pictures and files have such links too.
    package static func note(_ target: String) -> ItemID? {
        let id = target.dropFirst(2).prefix { $0 != "#" }
        guard target.hasPrefix(":/"), JoplinExport.isID(id) else { return nil }
        return JoplinExport.identity(ofNote: String(id))
    }
}

/// The files of an export, with the notebooks, tags and resources that some of them are: each a title and properties.
struct JoplinExport {
    /// The folder of notes' files.
    static let resources = "resources"
    /// Notebooks, tags, resources and tags of notes that are kept in memory.
    private static let most = 200_000
    private static let mostNotebooks = 20
    private static let headBytes = 4 << 10, tailBytes = 2 << 10

    /// The files of notes and what else they are, to be read from.
    private(set) var files: [String] = []
    /// The defects of all notes: more tags than are kept.
    private(set) var defects: Set<Defect> = []

    private let folder: SourceUnit?
    private var notebooks: [String: (title: String, parent: String)] = [:]
    private var titles: [String: String] = [:]
    private var tagsOfNotes: [String: [String]] = [:]
    private var resources: [String: (name: String, mediaType: String)] = [:]
    private var locations: [String: String] = [:]
    private var count = 0

    /// No export: of a note that is read alone.
    init() {
        folder = nil
    }

    /// The export in the folder of a unit.
    init(of unit: SourceUnit) {
        folder = unit
        for path in unit.furtherFiles {
            guard let name = AbsolutePath.relative(path, below: unit.location) else { continue }
            if Self.isRecord(name) {
                files.append(path)
                if let record = Self.record(at: path) { add(record) }
            } else if name.hasPrefix(Self.resources + "/") {
                locations[String(AbsolutePath.name(path).prefix { $0 != "." })] = path
            }
        }
    }

    /// True for the name of a file that is a record: an id with an extension.
    static func isRecord(_ name: String) -> Bool { name.hasSuffix(".md") && isID(name.dropLast(3)) }

    /// True for an id: 32 hexadecimal digits.
    static func isID(_ text: Substring) -> Bool {
        text.utf8.count == 32 && text.allSatisfy(\.isHexDigit)
    }

    /// The identity of the note of an id.
    static func identity(ofNote id: String) -> ItemID { ItemID(identifying: ["joplin", id]) }

    /// The properties in lines.
    static func properties(_ lines: Substring) -> [String: String] {
        var properties: [String: String] = [:]
        for line in lines.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            properties[String(parts[0])] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        return properties
    }

    /// The title and properties of a record that is no note; what is between its first and last bytes is not needed.
    private static func record(at path: String) -> (title: String, properties: [String: String])? {
        guard let file = try? RegularFile(path: path),
            let head = try? file.bytes(limit: headBytes),
            let tail = try? file.bytes(from: max(head.count, file.byteCount - tailBytes), limit: tailBytes)
        else { return nil }
        let text = String(decoding: head + tail, as: UTF8.self).replacing("\r\n", with: "\n")
        let properties = properties(text[...])
        guard let type = properties["type_"], type != "1", properties["encryption_applied"] != "1" else { return nil }
        let title = text.prefix { $0 != "\n" }
        return (title.hasPrefix("id: ") ? "" : CleanText.line(String(title)), properties)
    }

    private mutating func add(_ record: (title: String, properties: [String: String])) {
        guard count < Self.most else {
            defects.insert(.overLimit)
            return
        }
        let (title, properties) = record
        guard let id = properties["id"] else { return }
        count += 1
        switch properties["type_"] {
        case "2": notebooks[id] = (title, properties["parent_id"] ?? "")
        case "4": resources[id] = (title, properties["mime"] ?? "")
        case "5": titles[id] = title
        case "6":
            if let note = properties["note_id"] { tagsOfNotes[note, default: []].append(properties["tag_id"] ?? "") }
        default: break
        }
    }

    /// The names of a notebook and those above it, with `/` between them; `nil` if it is not known.
    func notebook(_ id: String) -> String? {
        var (names, next) = ([String](), id)
        while let notebook = notebooks[next], names.count < Self.mostNotebooks {
            names.append(notebook.title)
            next = notebook.parent
        }
        return names.isEmpty ? nil : names.reversed().joined(separator: "/")
    }

    /// The tags of a note.
    func tags(ofNote id: String) -> [String] {
        (tagsOfNotes[id] ?? []).compactMap { titles[$0] }.filter { !$0.isEmpty }.sorted()
    }

    /// The files that a text refers to: `:/0123456789abcdef0123456789abcdef`.
    func resources(in text: Substring) -> [NoteFile] {
        guard let folder else { return [] }
        var (files, seen, rest) = ([NoteFile](), Set<String>(), Array(text.utf8)[...])
        while files.count < NoteFiles.most, let mark = rest.firstOccurrence(of: ":/") {
            rest = rest[(mark + 2)...]
            let id = String(decoding: rest.prefix(32), as: UTF8.self)
            guard let resource = resources[id], seen.insert(id).inserted else { continue }
            let location = locations[id] ?? ""
            let relative = AbsolutePath.relative(location, below: folder.location)
            files.append(
                NoteFile(
                    name: resource.name.isEmpty ? AbsolutePath.name(location) : resource.name,
                    mediaType: resource.mediaType, path: folder.path + (relative.map { "/" + $0 } ?? ""),
                    location: location))
        }
        return files
    }
}
