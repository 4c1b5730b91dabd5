import Foundation
import RecallCore
import RecallImport
import Testing

/// A mail file that a test writes, in a folder that is removed with it.
final class MailSample {
    let unit: SourceUnit
    private let folder: URL

    init(_ content: [UInt8], name: String = "sample.mbox", format: SourceFormat = .mbox) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "recall-mail-\(UUID().uuidString)")
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(content).write(to: file)
        unit = SourceUnit(path: file.path, root: file.path, format: format, byteCount: content.count, modified: 0)
    }

    convenience init(_ content: String, name: String = "sample.mbox", format: SourceFormat = .mbox) throws {
        try self.init(Array(content.utf8), name: name, format: format)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }
}

/// The time that all tests take for now: 2026-01-01.
let testNow = Date(timeIntervalSince1970: 1_767_225_600)

/// All records of an mbox file, each with the position after it.
func mboxRecords(_ content: [UInt8], from cursor: SourceCursor = .start) async throws -> [(ImportRecord, SourceCursor)]
{
    let sample = try MailSample(content)
    var records: [(ImportRecord, SourceCursor)] = []
    let reader = MboxReader(extractor: DocumentTextExtractor(), now: { testNow })
    try await reader.read(sample.unit, from: cursor) { records.append(($0, $1)) }
    return records
}

/// The items of an mbox file.
func mboxItems(_ content: String) async throws -> [Item] {
    try await mboxRecords(Array(content.utf8)).compactMap { record, _ in
        if case .item(let imported) = record { imported.item } else { nil }
    }
}

/// The item for one message.
func parsedMail(_ message: [UInt8], date: Date? = nil) async throws -> ImportedItem {
    let parser = MailParser(extractor: DocumentTextExtractor(), now: { testNow })
    return try await parser.parse(message, from: MailParser.Origin(path: "/mail/sample.eml", date: date))
}

/// The item for one message.
func mail(_ message: String) async throws -> Item {
    try await parsedMail(Array(message.utf8)).item
}

/// The details of an e-mail.
func emailDetails(_ item: Item) throws -> EmailDetails {
    guard case .email(let details) = item.details else { throw MailTestError.noEmail }
    return details
}

enum MailTestError: Error { case noEmail }

extension String {
    /// The same with CRLF line ends.
    var crlf: String { split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n") }
}
