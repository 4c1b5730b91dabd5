public import Foundation
import RecallCore
import RecallText

/// Reads a file that holds one message: `.eml`, `.emlx`, or a file in a Maildir.
public struct MailFileReader: SourceReader {
    private let parser: MailParser

    /// A reader whose attachments are read by `extractor`. Dates more than two days after `now` are not believed.
    public init(extractor: DocumentTextExtractor, now: @escaping @Sendable () -> Date = { Date() }) {
        parser = MailParser(extractor: extractor, now: now)
    }

    /// Emits the one message of `unit`, unless `cursor` is past it.
    ///
    /// - Throws: `ImportFailure` if the file cannot be read, is empty or is binary data; any error of `emit`.
    public func read(
        _ unit: SourceUnit, from cursor: SourceCursor,
        emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        let file = try RegularFile(of: unit)
        guard cursor.number < file.byteCount else { return }
        let place = unit.format == .emlx ? try AppleMailFormat.message(in: file) : 0..<file.byteCount
        var message = try file.bytes(from: place.lowerBound, limit: min(place.count, ImportLimits.mailBytes))
        try Self.check(message, unit.path)
        if let partial = PartialMail(unit.location) { message = partial.whole(message) }
        var origin = MailParser.Origin(
            path: unit.path, date: Date(timeIntervalSince1970: Double(unit.modified) / 1e9))
        if place.count > ImportLimits.mailBytes { origin.defects.insert(.overLimit) }
        if unit.format == .emlx { origin.isDraft = try AppleMailFormat.isDraft(file, after: place.upperBound) }
        var imported = try await parser.parse(message, from: origin)
        if unit.format == .emlx, let mailbox = AppleMailFormat.mailbox(of: unit.path) { imported.item.label(mailbox) }
        try await emit(.item(imported), SourceCursor(byteOffset: file.byteCount))
    }

    /// Binary data without a single header field is no mail.
    private static func check(_ message: [UInt8], _ path: String) throws(ImportFailure) {
        let (isBlank, hasFields, isBinary) = message.withUnsafeBufferPointer { bytes in
            let start = bytes.slice((0..<bytes.count).prefixRange(64 << 10))
            return (
                start.count == bytes.count && start.allSatisfy(\.isASCIISpace),
                !HeaderBlock(start, from: 0).fields.isEmpty, start.contains(0)
            )
        }
        if isBlank { throw ImportFailure(.empty, path: path, reason: "The file has no content.") }
        if isBinary, !hasFields {
            throw ImportFailure(
                .wrongFormat, path: path, reason: "This is no e-mail: it has no header, and binary data.")
        }
    }
}

extension Item {
    /// Adds a label to a mail.
    fileprivate mutating func label(_ name: String) {
        guard case .email(var email) = details, !email.labels.contains(name) else { return }
        email.labels.append(name)
        details = .email(email)
    }
}
