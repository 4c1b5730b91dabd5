import Foundation
import RecallCore
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// The exports of an address book and a calendar, in whatever order they are imported, make the same library.
@Suite(.scratch) struct EntryOrderTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `what three exports of a calendar and an address book say does not depend on their order`(seed: UInt64)
        async throws
    {
        var random = SeededGenerator(seed: seed)
        let exports = Exports(using: &random)
        let paths = try exports.files.map { file in
            let path = try scratch.write(file.name, file.text)
            let modified = Date(timeIntervalSince1970: 1_700_000_000 + 100 * Double(file.version))
            try FileManager.default.setAttributes([.modificationDate: modified], ofItemAtPath: path)
            return path
        }
        let expected = try await state(importing: paths)
        #expect(!expected.former.isEmpty)
        for number in 1...4 {
            let order = paths.shuffled(using: &random)
            let again = Array(paths.shuffled(using: &random).prefix(number))
            let state = try await state(importing: order, againAfterDeletion: again)
            let differences = state.contents.differences(from: expected.contents)
            #expect(differences == [] && state.former == expected.former, "\(order): \(differences)")
        }
    }

    /// What a library holds after imports, one by one, and the titles of what is former.
    ///
    /// - Parameter again: files that are deleted from the library, and imported again.
    private func state(importing paths: [String], againAfterDeletion again: [String] = []) async throws -> (
        contents: LibraryContents, former: [String]
    ) {
        let location = LibraryLocation(path: "\(scratch.path)/\(UUID().uuidString)")
        let library = try RecallLibrary(at: location, for: .write, model: .none)
        for path in paths { _ = try await library.importFiles(at: [path]) }
        for path in again {
            let source = try #require(try library.sources().first { $0.path == path })
            _ = try library.deleteSource(source.id)
        }
        for path in again {
            _ = try await library.importFiles(at: [path], restoringDeleted: true)
        }
        let items = try library.store.allItems()
        #expect(try library.store.isUndamaged())
        let former = try items.filter { try library.described($0).isFormer }.map(\.title).sorted()
        return (try LibraryContents(of: library.store), former)
    }
}

/// Three exports of an address book and of a calendar: each has lost some of the entries of the one before, changed some, and added one.
private struct Exports {
    private(set) var files: [(name: String, version: Int, text: String)] = []

    init(using random: inout SeededGenerator) {
        var entries = (0..<16).map { Entry(number: $0) }
        for version in 0..<3 {
            let calendar = entries.map(\.event).joined()
            files += [
                ("home \(version).ics", version, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(calendar)END:VCALENDAR\r\n"),
                ("people \(version).vcf", version, entries.map(\.card).joined()),
            ]
            for _ in 0..<2 { entries.remove(at: Int.random(in: entries.indices, using: &random)) }
            for _ in 0..<3 { entries[Int.random(in: entries.indices, using: &random)].version = version + 1 }
            entries.append(Entry(number: 20 + version))
        }
    }

    private struct Entry {
        var number: Int
        var version = 0

        var event: String {
            """
            BEGIN:VEVENT\r
            UID:event\(number)\r
            SEQUENCE:\(version)\r
            DTSTAMP:2026010\(1 + version)T000000Z\r
            SUMMARY:Ferry \(number)\r
            LOCATION:Pier \(version)\r
            DTSTART:202601\(10 + number % 20)T180000Z\r
            END:VEVENT\r

            """
        }

        var card: String {
            """
            BEGIN:VCARD\r
            VERSION:3.0\r
            UID:card\(number)\r
            FN:Person Number\(number)\r
            REV:2026010\(1 + version)T000000Z\r
            TEL:+49 30 12345\(number)\(version)\r
            END:VCARD\r

            """
        }
    }
}
