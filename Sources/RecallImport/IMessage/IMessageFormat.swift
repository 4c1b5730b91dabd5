public import RecallCore

extension SourceFormat {
    /// The database of Apple's Messages: `chat.db` of a Mac, `sms.db` of a telephone's backup.
    public static let imessage = SourceFormat(
        "imessage", singular: "Messages database", plural: "Messages databases", isContainer: true)
}

struct IMessageFormat: ImportFormat {
    let format = SourceFormat.imessage
    let extensions: Set<String> = []

    /// The names of the files: the last is that of a backup by iTunes or the Finder, the SHA-1 of the path on the telephone.
    private static let names: Set = ["chat.db", "sms.db", "3d0d7e5fb2ce288813306e4d4636395e047a3d28"]
    private static let log = "-wal"

    /// True if a file of this name may be such a database.
    static func isDatabase(_ path: String) -> Bool { names.contains(AbsolutePath.name(path)) }

    /// True if a file of this name may be such a database, or its log.
    static func isPart(_ path: String) -> Bool {
        isDatabase(path) || (path.hasSuffix(log) && isDatabase(String(path.dropLast(log.count))))
    }

    func evidence(in file: SniffedFile) throws(ImportFailure) -> Evidence? {
        guard Self.names.contains(file.name), let tables = try SQLiteTables(file),
            tables.contain(row: "tablemessagemessage"),
            tables.contain(row: "tablechat_message_joinchat_message_join")
        else { return nil }
        return .signature
    }

    // What was written last is often in the log alone.
    func companions(of path: String) -> [String] { [path + Self.log] }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader {
        IMessageReader(parserExecutable: extractor.parserExecutable)
    }
}
