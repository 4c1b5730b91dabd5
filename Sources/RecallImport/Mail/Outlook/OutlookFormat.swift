import Foundation
public import RecallCore

extension SourceFormat {
    /// One message of Outlook (`.msg`).
    public static let outlookMessage = SourceFormat("msg", singular: "Outlook message", plural: "Outlook messages")
    /// One message as Outlook sends it to programs of its own kind: `winmail.dat`.
    public static let tnef = SourceFormat("tnef", singular: "winmail.dat file", plural: "winmail.dat files")
}

/// Messages that Outlook saved: compound files. As files they are mails; attached to a mail, texts.
struct OutlookMessageFormat: DocumentFormat {
    let format = SourceFormat.outlookMessage
    let extensions: Set = ["msg"]
    let mediaTypes: Set = ["application/vnd.ms-outlook"]
    let parser = ParserMode.confined { descriptor in
        guard let bytes = OutlookMessageFormat.contents(of: descriptor) else {
            return .failure(.overLimit, reason: "The message has more than \(ImportLimits.archiveEntryBytes >> 20) MB.")
        }
        guard let message = OutlookMessage(file: bytes) else {
            return .failure(.malformed, reason: "The file is no message of Outlook, or damaged. Save it again.")
        }
        return .bytes(OutlookMail.bytes(of: message))
    }

    func evidence(in file: SniffedFile) -> Evidence? {
        guard CompoundStorage.begins(file.head) else { return nil }
        let isMessage = extensions.contains(file.fileExtension) || file.fileExtension.isEmpty && Self.isMessage(file)
        return isMessage ? .signature : nil
    }

    /// True if the directory of a compound file ([MS-CFB], 2.6) begins with names that only messages have ([MS-OXMSG], 2).
    private static func isMessage(_ file: SniffedFile) -> Bool {
        let head = file.head
        guard head.count >= 512, head[30] == 9 || head[30] == 12 else { return false }
        let first = head[48..<52].reversed().reduce(0) { $0 << 8 | Int($1) }
        let directory = (try? file.bytes(from: (first + 1) << Int(head[30]), limit: 4_096)) ?? []
        let letters = directory.filter { $0 != 0 }
        return letters.firstOccurrence(of: "__substg1.0_") != nil
            || letters.firstOccurrence(of: "__properties_version1.0") != nil
    }

    func summary(of unit: SourceUnit) -> String { "one message of Outlook" }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader { OutlookMessageReader(extractor: extractor) }

    func mayBegin(_ head: [UInt8]) -> Bool { CompoundStorage.begins(head) }

    func text(of input: DocumentInput, _ launcher: ParserLauncher) async throws -> ExtractedText {
        try MailMessage.read(await mail(in: input, launcher)) { message in
            ExtractedText(
                text: String(decoding: message.content.text, as: UTF8.self), title: message.fields.subject,
                defects: message.content.defects)
        }
    }

    /// The mail that the message is.
    func mail(in input: DocumentInput, _ launcher: ParserLauncher) async throws -> [UInt8] {
        let output = try await launcher.run(format.identifier, input, atMost: 3 * ImportLimits.archiveEntryBytes)
        guard case .bytes(let mail) = try launcher.reply(output) else { throw launcher.crashed }
        return mail
    }

    /// All bytes of the file that is open as `descriptor`; `nil` if there are too many.
    private static func contents(of descriptor: Int32) -> [UInt8]? {
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        guard let data = try? file.read(upToCount: ImportLimits.archiveEntryBytes + 1) else { return [] }
        return data.count > ImportLimits.archiveEntryBytes ? nil : Array(data)
    }
}

extension DocumentTextExtractor {
    /// The mail that a message of Outlook is, which another mail holds.
    ///
    /// - Throws: as `extract(_:format:path:place:)`.
    func mail(inOutlookMessage data: [UInt8], path: String, place: String?) async throws -> [UInt8] {
        let launcher = ParserLauncher(executable: parserExecutable, path: path, place: place)
        return try await OutlookMessageFormat().mail(in: DocumentInput(data: data, path: path, place: place), launcher)
    }
}

/// `winmail.dat`, on its own. Within mails it is read where it is: see `MailContent`.
struct TNEFFormat: ImportFormat {
    let format = SourceFormat.tnef
    let extensions: Set = ["tnef"]

    func evidence(in file: SniffedFile) -> Evidence? { OutlookMessage.beginsTNEF(file.head) ? .signature : nil }

    func summary(of unit: SourceUnit) -> String { "one winmail.dat file" }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader { OutlookMessageReader(extractor: extractor) }
}

/// Reads a message of Outlook as the mail that it is.
struct OutlookMessageReader: SourceReader {
    let extractor: DocumentTextExtractor

    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        guard cursor == .start else { return }
        let (mail, isDamaged) = try await mail(unit)
        let origin = MailParser.Origin(
            path: unit.path, date: Date(timeIntervalSince1970: Double(unit.modified) / 1e9),
            defects: isDamaged ? [.badStructure] : [])
        let imported = try await MailParser(extractor: extractor, now: { Date() }).parse(mail, from: origin)
        try await emit(.item(imported), .end(of: unit, revision: 1))
    }

    private func mail(_ unit: SourceUnit) async throws -> (bytes: [UInt8], isDamaged: Bool) {
        let input = try DocumentInput(of: unit)
        guard unit.format == .outlookMessage else {
            guard let message = OutlookMessage(tnef: input.bytes(upTo: ImportLimits.archiveEntryBytes)[...]) else {
                throw ImportFailure(.malformed, path: unit.path, reason: "The file is no winmail.dat, or damaged.")
            }
            return (OutlookMail.bytes(of: message), message.isDamaged)
        }
        let launcher = ParserLauncher(executable: extractor.parserExecutable, path: unit.path, place: nil)
        return (try await OutlookMessageFormat().mail(in: input, launcher), false)
    }
}
