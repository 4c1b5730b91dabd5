public import RecallCore

extension SourceFormat {
    /// A WhatsApp chat export as a zip file with its media.
    public static let whatsappZip = SourceFormat(
        "whatsapp-zip", singular: "WhatsApp export", plural: "WhatsApp exports", isContainer: true)
}

struct WhatsAppZipFormat: ImportFormat {
    let format = SourceFormat.whatsappZip
    /// Exports have the extensions of archives, so only the members are evidence.
    let extensions: Set<String> = []
    let parser = ParserMode.confined { WhatsAppArchive.read(descriptor: $0, named: "") }

    /// The archive is called after its chat, as WhatsApp calls it, or it has one chat, and beside that nothing but what was sent in
    /// it. What is sent may be called like a chat, or be a file of another program: no member of a chat adds to what is imported.
    /// Of any other archive all is imported, and the chat with it.
    func evidence(in file: SniffedFile) throws(ImportFailure) -> Evidence? {
        let files = try file.archiveMembers().filter { !$0.hasSuffix("/") && !$0.hasPrefix("__MACOSX/") }
        if WhatsAppArchive.chat(among: files, of: file.name) != nil { return .signature }
        let chats = files.filter(Self.isChat)
        guard chats.count == 1, let chat = chats.first else { return nil }
        let folder = chat.dropLast(AbsolutePath.name(chat).count)
        let isAlone = files.allSatisfy { $0 == chat || $0.hasPrefix(folder) && Self.isSent($0.dropFirst(folder.count)) }
        return isAlone ? .signature : nil
    }

    /// True for the name of a chat's text: `_chat.txt`, or one after WhatsApp.
    static func isChat(_ member: String) -> Bool {
        let name = AbsolutePath.name(member).lowercased()
        return name == "_chat.txt" || name.contains("whatsapp") && name.hasSuffix(".txt")
    }

    /// True for a picture, a recording or a contact, and for what has a name that WhatsApp gives: `00000012-list.txt`,
    /// `DOC-20240102-WA0001.txt`.
    private static func isSent(_ name: Substring) -> Bool {
        guard !name.contains("/") else { return false }
        return media.contains(AbsolutePath.fileExtension(String(name))) || name.contains("-WA")
            || name.prefix(8).allSatisfy(\.isNumber) && name.dropFirst(8).hasPrefix("-")
    }

    private static let media: Set = [
        "jpg", "jpeg", "png", "gif", "webp", "heic", "mp4", "mov", "3gp", "avi", "mkv", "opus", "ogg", "oga", "m4a",
        "mp3",
        "aac", "amr", "wav", "vcf", "was",
    ]

    func summary(of unit: SourceUnit) -> String {
        "a WhatsApp export with its media, of \(Quantity.bytes(unit.byteCount))"
    }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader {
        WhatsAppReader(parserExecutable: extractor.parserExecutable)
    }
}
