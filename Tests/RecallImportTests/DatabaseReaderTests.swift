import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

/// Databases whose processes end early, or say what makes no sense.
@Suite(.scratch) struct DatabaseReaderTests {
    private let files: NoteImport

    init() throws {
        files = try NoteImport()
    }

    /// A part of a reply: its kind, and its fields.
    private static func part(_ kind: String, _ fields: [UInt8]...) -> [UInt8] {
        field(Array(kind.utf8) + fields.flatMap(field))
    }

    private static func field(_ bytes: [UInt8]) -> [UInt8] { number(bytes.count) + bytes }
    private static func number(_ value: Int) -> [UInt8] { withUnsafeBytes(of: Int64(value).littleEndian, Array.init) }

    private static func reading(_ row: Int) -> [UInt8] { part("A", number(row)) }
    private static let end = part("Z")

    private static func note(_ row: Int) -> [UInt8] {
        let names = ["note-\(row)", "Title", "text \(row)", ""].map { Array($0.utf8) }
        let numbers = [row, 0, 0, 0, 0, 0].flatMap(number)
        return part("M", number(row), Array("N".utf8) + names.flatMap(field) + field(numbers))
    }

    /// The records that are made of what processes answer that are asked for the rows after a number; any other ends in silence.
    private func records(_ replies: [Int: [UInt8]]) async throws -> [ImportRecord] {
        try files.write("NoteStore.sqlite", NotesFixture.small())
        for (row, reply) in replies { try files.write("replies/\(row)", Array("S".utf8) + reply) }
        try files.write("replies/process", "#!/bin/sh\ncat \"${0%/process}/$4\"\nkill -KILL $$\n")
        let path = files.scratch.path + "/replies/process"
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        let unit = try #require(try await files.units("NoteStore.sqlite").first)
        let reader = try ImportFormats.all.reader(of: unit, extractor: DocumentTextExtractor(parserExecutable: path))
        var records: [ImportRecord] = []
        try await reader.read(unit, from: .start) { record, _ in records.append(record) }
        return records
    }

    @Test func `a row that ends its process is a failure, and the rows after it are read`() async throws {
        let found = try await records([
            0: Self.reading(1) + Self.note(1) + Self.reading(2),
            1: Self.reading(2),
            2: Self.reading(5) + Self.note(5) + Self.end,
        ])
        #expect(found.compactMap(\.item?.text) == ["text 1", "text 5"])
        #expect(found.compactMap(\.failure?.place) == ["note 2"])
    }

    @Test func `a row that others took the time of is read by the next process`() async throws {
        let found = try await records([
            0: Self.reading(1) + Self.reading(2) + Self.reading(3), 2: Self.reading(3) + Self.note(3) + Self.end,
        ])
        #expect(found.compactMap(\.item?.text) == ["text 3"] && found.count == 1)
    }

    @Test func `damage that no row shows is told once, and not beside rows that cannot be read`() async throws {
        let damaged = Self.part("D") + Self.end
        let found = try await records([0: Self.reading(1) + Self.note(1) + damaged])
        #expect(found.compactMap(\.item?.text) == ["text 1"])
        #expect(found.compactMap(\.failure?.reason).map { $0.contains("some notes may be missing") } == [true])
        let others = try await records([
            0: Self.reading(1) + Self.note(1) + Self.part("X", Self.number(2) + Self.number(2)) + damaged
        ])
        #expect(others.compactMap(\.failure?.place) == ["note 2"] && others.count == 2)
    }

    @Test(
        arguments: [
            [0: reading(0)], [0: reading(5) + reading(5) + reading(3)], [0: reading(2) + note(1)],
            [0: note(3) + note(2)], [0: note(3) + note(3)], [0: note(0)], [0: []], [:],
        ] as [[Int: [UInt8]]])
    func `a process that goes back, or says nothing, is a failure of the file`(_ replies: [Int: [UInt8]]) async throws {
        await #expect(throws: ImportFailure.self) { try await records(replies) }
    }
}
