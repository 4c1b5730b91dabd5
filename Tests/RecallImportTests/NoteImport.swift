import Foundation
import RecallCore
import RecallImport
import RecallTestSupport

/// Files that a test writes, as an import finds and reads them.
struct NoteImport {
    let scratch: SourceScratch
    typealias Found = (record: ImportRecord, cursor: SourceCursor)

    init() throws {
        scratch = try SourceScratch()
    }

    func write(_ name: String, _ text: String) throws { try scratch.write(name, text) }
    func write(_ name: String, _ bytes: [UInt8]) throws { try scratch.write(name, bytes) }

    /// The units that a walk finds below `name`, and in archives there.
    func units(_ name: String = "") async throws -> [SourceUnit] {
        var (units, archives) = ([SourceUnit](), [SourceUnit]())
        for entry in SourceWalker(path: name.isEmpty ? scratch.path : scratch.path + "/" + name) {
            if case .unit(let unit) = entry { units.append(unit) }
            if case .archive(let archive) = entry { archives.append(archive) }
        }
        for archive in archives { units += try await unpacked(archive) }
        return units
    }

    private func unpacked(_ archive: SourceUnit) async throws -> [SourceUnit] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "recall-\(UUID().uuidString)").path
        let unpacked = try await ArchiveUnpacker(into: folder).unpack(archive)
        let copy = scratch.path + "/." + UUID().uuidString
        return try unpacked.entries().compactMap { entry -> SourceUnit? in
            guard case .unit(var unit) = entry else { return nil }
            // The archive is removed with the last reference to it.
            let base = folder + "/0"
            if !FileManager.default.fileExists(atPath: copy) {
                try FileManager.default.copyItem(atPath: base, toPath: copy)
            }
            unit.location = copy + unit.location.dropFirst(base.count)
            unit.furtherFiles = unit.furtherFiles.map { copy + $0.dropFirst(base.count) }
            return unit
        }
    }

    func records(_ unit: SourceUnit, from cursor: SourceCursor = .start) async throws -> [Found] {
        var all: [Found] = []
        try await ImportFormats.all.reader(of: unit, extractor: DocumentTextExtractor()).read(unit, from: cursor) {
            all.append(($0, $1))
        }
        return all
    }

    /// All records of all units below `name`.
    func found(_ name: String = "") async throws -> [Found] {
        var all: [Found] = []
        for unit in try await units(name) { all += try await records(unit) }
        return all
    }

    func items(_ name: String = "") async throws -> [Item] {
        try await found(name).compactMap(\.record.item)
    }

    /// True if reading from each cursor of a unit gives the records after it.
    func resumes(_ unit: SourceUnit) async throws -> Bool {
        let all = try await records(unit)
        for (number, record) in all.enumerated() {
            let stored = SourceCursor(record.cursor.text, bytesRead: 0)
            let rest = try await records(unit, from: stored).compactMap(\.record.item)
            guard rest == all[(number + 1)...].compactMap(\.record.item) else { return false }
        }
        return !all.isEmpty
    }
}

extension Item {
    /// What only notes have.
    var note: NoteDetails? {
        if case .note(let details) = details { details } else { nil }
    }
}

extension ImportRecord {
    /// The documents in an item.
    var documents: [Item] {
        if case .item(let imported) = self { imported.attachmentItems } else { [] }
    }
}

/// The day and the time that clocks here show.
func shown(_ date: Date?) -> String {
    guard let date else { return "never" }
    let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day, .hour, .minute], from: date)
    return [parts.year, parts.month, parts.day, parts.hour, parts.minute].map { String($0 ?? -1) }
        .joined(separator: " ")
}
