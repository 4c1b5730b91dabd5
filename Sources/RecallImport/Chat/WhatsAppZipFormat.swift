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
    let parser = ParserMode.confined { WhatsAppArchive.read(descriptor: $0) }

    /// It has `_chat.txt`, or a text named after WhatsApp.
    func evidence(in file: SniffedFile) throws(ImportFailure) -> Evidence? {
        let holdsChat = try file.archiveMembers().contains { member in
            let name = AbsolutePath.name(member).lowercased()
            return name == "_chat.txt" || (name.contains("whatsapp") && name.hasSuffix(".txt"))
        }
        return holdsChat ? .signature : nil
    }

    func summary(of unit: SourceUnit) -> String {
        "a WhatsApp export with its media, of \(Quantity.bytes(unit.byteCount))"
    }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader {
        WhatsAppReader(parserExecutable: extractor.parserExecutable)
    }
}
