public import Foundation
import RecallCore

/// Reads WhatsApp chat exports of all languages and both systems. Cursors are byte offsets in the chat's text.
///
/// The file is read twice: the order of day and month, and which authors there are, follow from the whole of it.
public struct WhatsAppReader: SourceReader {
    private let zone: TimeZone
    private let unzipChat: @Sendable (SourceUnit) async throws -> [UInt8]

    /// A reader of exports whose times are those of `zone` (they name none themselves).
    ///
    /// - Parameter unzipChat: the chat's text (`_chat.txt` or another `.txt`) in a zip file.
    public init(zone: TimeZone = .current, unzipChat: @escaping @Sendable (SourceUnit) async throws -> [UInt8]) {
        self.zone = zone
        self.unzipChat = unzipChat
    }

    /// A reader of exports in this machine's zone, which unzips with `parserExecutable`.
    init(parserExecutable: String?) {
        self.init { try await WhatsAppArchive.chatText(of: $0, parserExecutable: parserExecutable) }
    }

    /// Hands over each message, and each notice of WhatsApp, as an item. See `SourceReader`.
    public func read(
        _ unit: SourceUnit, from cursor: SourceCursor,
        emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        let text = try await ChatText(unit, unzipChat: unzipChat)
        let survey = try Self.survey(text.lines(), lastYear: Self.lastYear(of: unit))
        guard let dates = survey.dates else { throw Self.notAChat(unit) }
        let chat = WhatsAppChatName.name(
            path: unit.path, firstMessage: String(decoding: survey.firstMessage ?? [], as: UTF8.self))
        var scan = WhatsAppScan(lines: text.lines(), dates: dates)
        var messages = WhatsAppMessages(chat: chat, authors: survey.authors, zone: zone)
        let position = cursor.number
        var start = 0
        while let message = try scan.next() {
            // Those before the position are made too: which of two equal messages one is depends on them.
            let item = messages.item(message)
            if start == 0, scan.hasTextBefore, position == 0 { try await emit(Self.textBefore(unit), .start) }
            if start >= position || position == 0 {
                try await emit(.item(item), SourceCursor(byteOffset: message.end))
                for line in message.lostLines {
                    try await emit(Self.tooLong(line, unit), SourceCursor(byteOffset: message.end))
                }
            }
            start = message.end
        }
    }

    static func survey(_ lines: ByteLineReader, lastYear: Int) throws(ImportFailure) -> WhatsAppSurvey {
        var lines = lines
        var survey = WhatsAppSurvey(lastYear: lastYear)
        while let line = try lines.next() {
            lines.withBytes(of: line) { survey.add($0) }
        }
        return survey
    }

    /// The year after the file was written: no message is later.
    static func lastYear(of unit: SourceUnit) -> Int {
        guard unit.modified > 0 else { return 2100 }
        return 1971 + Int(unit.modified / 1_000_000_000 / 31_556_952)
    }

    private static func notAChat(_ unit: SourceUnit) -> ImportFailure {
        guard unit.byteCount > 0 else {
            return ImportFailure(.empty, path: unit.path, reason: "The file is empty. Export the chat again.")
        }
        return ImportFailure(
            .wrongFormat, path: unit.path,
            reason: "No line begins with a date and a time as in WhatsApp exports. Export the chat again, as text.")
    }

    private static func tooLong(_ line: Int, _ unit: SourceUnit) -> ImportRecord {
        .failure(.longLine(line, path: unit.path))
    }

    private static func textBefore(_ unit: SourceUnit) -> ImportRecord {
        .failure(
            ImportFailure(
                .malformed, path: unit.path, place: "line 1",
                reason: "There is text before the first message; it was left out. Export the chat again if it was cut.")
        )
    }
}

/// The text of a chat: a file, or unpacked in memory.
private enum ChatText {
    case file(RegularFile)
    case bytes([UInt8])

    init(_ unit: SourceUnit, unzipChat: (SourceUnit) async throws -> [UInt8]) async throws {
        self =
            unit.format == .whatsappZip
            ? .bytes(try await unzipChat(unit)) : .file(try RegularFile(path: unit.location, named: unit.path))
    }

    func lines() -> ByteLineReader {
        switch self {
        case .file(let file): ByteLineReader(file: file, longest: ImportLimits.textBytes)
        case .bytes(let bytes): ByteLineReader(bytes: bytes, longest: ImportLimits.textBytes)
        }
    }
}
