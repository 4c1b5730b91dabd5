public import RecallCore

extension SourceFormat {
    /// A WhatsApp chat export: `_chat.txt` or `WhatsApp Chat with ….txt`.
    public static let whatsapp = SourceFormat(
        "whatsapp", singular: "WhatsApp export", plural: "WhatsApp exports", isContainer: true)
}

struct WhatsAppFormat: ImportFormat {
    let format = SourceFormat.whatsapp
    /// Exports have the extensions of texts, so only the content is evidence.
    let extensions: Set<String> = []

    func evidence(in file: SniffedFile) -> Evidence? {
        if file.isText(named: Self.weakExtensions) { return Self.isChat(file.head) ? .overruling : nil }
        return file.isNamed && !file.isBinary && Self.isChat(file.head) ? .resemblance : nil
    }

    private static let weakExtensions = TextFormat().extensions

    /// True if the first lines begin as chat messages do, and at least one of them has an author.
    private static func isChat(_ head: [UInt8]) -> Bool {
        let lines = head.split(separator: 0x0A).prefix(20).filter { $0.contains { $0 > 0x20 } }
        let starts = lines.map { $0.withUnsafeBufferPointer(messageStart) }
        guard starts.contains(.message) else { return false }
        return starts.first != .other || starts.count { $0 != .other } >= 3
    }

    private enum LineStart {
        case message, notice, other
    }

    private static func messageStart(_ line: UnsafeBufferPointer<UInt8>) -> LineStart {
        guard let header = WhatsAppHeader(line) else { return .other }
        let rest = UnsafeBufferPointer(rebasing: line[header.end...])
        return WhatsAppAuthors.firstSplit(of: rest) == nil ? .notice : .message
    }

    /// Describes an export by its first megabytes: the phone's system and the order of dates.
    func summary(of unit: SourceUnit) throws(ImportFailure) -> String {
        let bytes = try RegularFile(path: unit.location, named: unit.path).bytes(limit: 4 << 20)
        let survey = try WhatsAppReader.survey(
            ByteLineReader(bytes: bytes, longest: ImportLimits.textBytes), lastYear: WhatsAppReader.lastYear(of: unit))
        guard let dates = survey.dates else { return "a WhatsApp export without messages" }
        let system = dates.mainLayout.contains(.bracketed) ? "iOS" : "Android"
        let order = dates.mainOrder.order.name + (dates.mainOrder.isCertain ? "" : ", which is not certain")
        return "a WhatsApp export (\(system); dates as \(order))"
    }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader {
        WhatsAppReader(parserExecutable: extractor.parserExecutable)
    }
}
