public import RecallCore

/// The formats that Recall imports. All that depends on which there are follows from `all`.
public struct ImportFormats: Sendable {
    /// The table: one line per format. The order decides between equal evidence, and is that of lists for people.
    public static let all = ImportFormats([
        MboxFormat(),
        MailFormat(),
        AppleMailFormat(),
        OutlookMessageFormat(),
        TNEFFormat(),
        WhatsAppFormat(),
        WhatsAppZipFormat(),
        LINEFormat(),
        KakaoTalkFormat(),
        SignalFormat(),
        SignalCLIFormat(),
        SignalDesktopFormat(),
        SignalPageFormat(),
        TelegramFormat(),
        TelegramPageFormat(),
        DiscordFormat(),
        DiscordPageFormat(),
        DiscordPackageFormat(),
        XArchiveFormat(),
        MessengerFormat(),
        MessengerPageFormat(),
        GoogleChatFormat(),
        HangoutsFormat(),
        GoogleVoiceFormat(),
        SkypeFormat(),
        MatrixFormat(),
        SlackFormat(),
        SlackDumpFormat(),
        SlackArchiveFormat(),
        SMSFormat(),
        IRCFormat(),
        IMessageFormat(),
        AssistantChatFormat(),
        AssistantSessionFormat(),
        CalendarFormat(),
        ContactsFormat(),
        ContactsTableFormat(),
        MarkdownFormat(),
        CanvasFormat(),
        JoplinFormat(),
        EvernoteFormat(),
        GoogleKeepFormat(),
        AppleNotesFormat(),
        TextBundleFormat(),
        SimplenoteFormat(),
        StandardNotesFormat(),
        RoamFormat(),
        DayOneFormat(),
        JourneyFormat(),
        TiddlyWikiFormat(),
        TiddlerFormat(),
        ZimFormat(),
        OPMLFormat(),
        OrgFormat(),
        TranscriptFormat(),
        TextFormat(),
        PDFFormat(),
        ImageFormat(),
        EPUBFormat(),
        OpenDocumentFormat.text,
        PPTXFormat(),
        OfficeBinaryFormat.powerPoint,
        OpenDocumentFormat.presentation,
        XLSXFormat(),
        OfficeBinaryFormat.excel,
        OpenDocumentFormat.spreadsheet,
        OpenDocumentFormat.drawing,
        DOCXFormat(),
        OfficeBinaryFormat.word,
        IWorkFormat(),
        RTFFormat(),
        LaTeXFormat(),
        CSVFormat(),
        MHTMLFormat(),
        HTMLFormat(),
        JSONLinesFormat(),
    ])

    package let table: [any ImportFormat]
    /// The extensions that belong to a format.
    let extensions: Set<String>
    /// The formats by their identifiers: an import asks for that of each file.
    private let byIdentifier: [String: any ImportFormat]

    /// A table of these formats.
    package init(_ table: [any ImportFormat]) {
        self.table = table
        extensions = table.reduce(into: []) { $0.formUnion($1.extensions) }
        byIdentifier = Dictionary(table.map { ($0.format.identifier, $0) }) { first, _ in first }
    }

    /// The names of the formats, in the order of the table.
    public var formats: [SourceFormat] { table.map(\.format) }

    /// The files of all formats, for people to read: "mailboxes, mails, … and web pages".
    public var prose: String {
        var nouns: [String] = []
        for format in formats where !nouns.contains(format.plural) { nouns.append(format.plural) }
        return nouns.dropLast().joined(separator: ", ") + (nouns.count > 1 ? " and " : "") + (nouns.last ?? "")
    }

    /// The format with the identifier; `nil` if there is none.
    public func format(_ identifier: String) -> SourceFormat? {
        self[identifier]?.format
    }

    /// True unless a unit that was read to `cursor`, its end, is to be read again: its reader makes more of it now.
    ///
    /// - Parameter recognisesText: true if the text of scanned pages is to be read. A unit for which that was done stays current
    ///   where it is not asked for.
    public func isCurrent(_ cursor: String, of format: SourceFormat, recognisesText: Bool = false) -> Bool {
        guard let format = self[format.identifier], let revision = format.revision else { return true }
        guard format.hasScans else { return cursor == String(revision) || cursor.hasPrefix("\(revision) ") }
        let read = DocumentCursor(cursor)
        return read.revision == revision && (read.isRecognised || !recognisesText)
    }

    /// True if text recognition makes more of the files of a format.
    public func hasScans(_ format: SourceFormat) -> Bool { self[format.identifier]?.hasScans ?? false }

    /// The reader of units of a format, whose documents are read by `extractor`.
    ///
    /// - Throws: `ImportFailure` if the format is not in the table.
    public func reader(
        of unit: SourceUnit, extractor: DocumentTextExtractor
    ) throws(ImportFailure) -> any SourceReader {
        guard let format = self[unit.format.identifier] else {
            throw ImportFailure(.wrongFormat, path: unit.path, reason: "Recall has no reader of this format.")
        }
        return format.reader(extractor)
    }

    package subscript(identifier: String) -> (any ImportFormat)? { byIdentifier[identifier] }

    /// The format with the best evidence in a file.
    func recognise(_ file: SniffedFile) throws(ImportFailure) -> SourceFormat? {
        let isClaimed = extensions.contains(file.fileExtension)
        var best: (evidence: Evidence, format: SourceFormat)?
        for format in table {
            guard let evidence = try format.evidence(in: file), evidence >= .name || !isClaimed else { continue }
            if let best, best.evidence >= evidence { continue }
            best = (evidence, format.format)
        }
        return best?.format
    }
}
