public import RecallCore

/// What a file or folder that a person named was recognised as.
public struct DetectedSource: Hashable, Sendable {
    /// A file of one format, or a kind of folder.
    public enum Kind: Hashable, Sendable {
        case file(SourceFormat)
        /// A Maildir with `cur` and `new`.
        case maildir
        /// A folder of notes that link to each other, as Obsidian keeps them.
        case vault
        /// Any other folder.
        case folder
    }

    /// The absolute path.
    public var path: String
    /// What it is.
    public var kind: Kind
    /// What it is, for people to read, without a full stop: "a Maildir with about 11,111 messages".
    public var summary: String
}

/// Recognises what a file or folder holds, before it is imported.
public struct SourceDetector: Sendable {
    /// How many files of a folder are looked at.
    private static let sampleSize = 300

    /// A detector.
    public init() {}

    /// What `path` holds, or what it is said to be with `format`.
    ///
    /// - Throws: `ImportFailure` if there is nothing at `path`, if it cannot be read, or if Recall does not read its type.
    public func detect(_ path: String, as format: SourceFormat? = nil) throws(ImportFailure) -> DetectedSource {
        let path = AbsolutePath.standardized(path)
        if FileStatus(path: path, following: true)?.type == .folder {
            return try detectFolder(path, as: format)
        }
        var walker = SourceWalker(path: path, as: format)
        switch walker.next() {
        case .unit(let unit)?:
            return DetectedSource(path: path, kind: .file(unit.format), summary: try Self.summary(of: unit))
        case .failure(let failure)?: throw failure
        case .skipped, nil:
            throw ImportFailure(.wrongFormat, path: path, reason: "There is nothing to import here. Name another file.")
        }
    }

    private func detectFolder(_ path: String, as format: SourceFormat?) throws(ImportFailure) -> DetectedSource {
        let names = Set(try DirectoryListing(path: path).names)
        if names.isSuperset(of: ["cur", "new"]) {
            let count =
                try DirectoryListing(path: path + "/cur").names.count
                + (try DirectoryListing(path: path + "/new").names.count)
            let folders = names.count { $0.hasPrefix(".") && FileStatus(path: path + "/" + $0 + "/cur") != nil }
            let rest = folders > 0 ? " and \(folders) folders below it" : ""
            return DetectedSource(
                path: path, kind: .maildir, summary: "a Maildir with about \(Self.grouped(count)) messages\(rest)")
        }
        let sample = Self.sample(path, as: format)
        let isVault = names.contains(".obsidian")
        let name = isVault ? "an Obsidian vault" : "a folder"
        return DetectedSource(path: path, kind: isVault ? .vault : .folder, summary: "\(name) \(sample)")
    }

    /// What the first files of a folder are.
    private static func sample(_ path: String, as format: SourceFormat?) -> String {
        var counts: [SourceFormat: Int] = [:]
        var looked = 0
        for entry in SourceWalker(path: path, as: format).prefix(sampleSize) {
            looked += 1
            if case .unit(let unit) = entry { counts[unit.format, default: 0] += 1 }
        }
        guard !counts.isEmpty else { return "in which there is nothing to import" }
        let parts = SourceFormat.allCases.compactMap { format in
            counts[format].map { "\(grouped($0)) \(format.name(count: $0))" }
        }
        return "with \(parts.joined(separator: ", "))" + (looked == sampleSize ? " among its first files" : "")
    }

    private static func summary(of unit: SourceUnit) throws(ImportFailure) -> String {
        switch unit.format {
        case .mbox: "a mailbox (mbox) of \(megabytes(unit.byteCount))"
        case .mail: "one mail"
        case .whatsapp: try whatsAppSummary(unit)
        case .whatsappZip: "a WhatsApp export with its media, of \(megabytes(unit.byteCount))"
        case .markdown: "a Markdown note"
        case .text: "a text file of \(megabytes(unit.byteCount))"
        case .pdf: "a PDF document"
        case .docx: "a Word document"
        case .html: "a web page"
        case .jsonl: "a Recall JSONL file of \(megabytes(unit.byteCount))"
        }
    }

    /// From the first megabytes of the chat.
    private static func whatsAppSummary(_ unit: SourceUnit) throws(ImportFailure) -> String {
        let bytes = try RegularFile(path: unit.path).bytes(limit: 4 << 20)
        let survey = try WhatsAppReader.survey(
            ByteLineReader(bytes: bytes, longest: ImportLimits.textBytes), lastYear: WhatsAppReader.lastYear(of: unit))
        guard let dates = survey.dates else { return "a WhatsApp export without messages" }
        let system = dates.mainLayout.contains(.bracketed) ? "iOS" : "Android"
        let order = dates.mainOrder.order.name + (dates.mainOrder.isCertain ? "" : ", which is not certain")
        return "a WhatsApp export (\(system); dates as \(order))"
    }

    private static func megabytes(_ bytes: Int) -> String {
        bytes < 1 << 20 ? "\((bytes + 1023) >> 10) kB" : "\(grouped((bytes + 1 << 19) >> 20)) MB"
    }

    /// With commas between thousands.
    private static func grouped(_ number: Int) -> String {
        let digits = Array(String(number))
        return digits.indices.map { i in
            (i > 0 && (digits.count - i).isMultiple(of: 3) ? "," : "") + String(digits[i])
        }.joined()
    }
}

extension SourceFormat {
    /// So many files of this format, for people to read.
    fileprivate func name(count: Int) -> String {
        let (one, many) =
            switch self {
            case .mbox: ("mailbox", "mailboxes")
            case .mail: ("mail", "mails")
            case .whatsapp, .whatsappZip: ("WhatsApp export", "WhatsApp exports")
            case .markdown: ("note", "notes")
            case .text: ("text file", "text files")
            case .pdf: ("PDF document", "PDF documents")
            case .docx: ("Word document", "Word documents")
            case .html: ("web page", "web pages")
            case .jsonl: ("Recall JSONL file", "Recall JSONL files")
            }
        return count == 1 ? one : many
    }
}
