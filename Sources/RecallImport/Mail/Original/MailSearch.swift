import RecallCore

/// Finds a message again in the file that it was imported from.
struct MailSearch {
    /// The id of the message's item.
    let id: ItemID
    /// The digest of its Message-ID, `nil` if it has none. A digest, because other users can see a process's
    /// arguments.
    let messageID: String?
    /// One of those of `OriginalMail.Source`.
    let format: SourceFormat
    /// The position of its record; `nil` if it was not stored.
    let position: Int?

    /// Calls `body` with the message; `nil` if it is not in `file`.
    ///
    /// - Complexity: O(1) in the file's length if the message is still at `position`, else O(*n*).
    func message<Result>(
        in file: RegularFile, wanted: AttachedPart.Wanted, _ body: (MailMessage) -> Result
    ) throws(ImportFailure) -> Result? {
        switch format {
        case .outlookMessage, .tnef:
            let bytes = try bytes(0..<file.byteCount, of: file)
            let message = OutlookMessage(file: bytes) ?? OutlookMessage(tnef: bytes[...])
            return message.flatMap { matched(OutlookMail.bytes(of: $0), wanted, body) }
        case .emlx: return matched(try bytes(AppleMailFormat.message(in: file), of: file), wanted, body)
        case .mbox: break
        default: return matched(try bytes(0..<file.byteCount, of: file), wanted, body)
        }
        if let position, let found = try search(file, from: position, .first, wanted, body) { return found }
        if let found = try search(file, from: 0, .named, wanted, body) { return found }
        return try search(file, from: 0, .around, wanted, body)
    }

    /// The messages of an mbox file that are looked into.
    private enum Candidates {
        /// The first.
        case first
        /// Those that may have the Message-ID.
        case named
        /// Those in which another mail may be attached.
        case around
    }

    /// All bytes of the message, without the empty line that an mbox file has after it; `nil` if it is not in `file`.
    func whole(in file: RegularFile) throws(ImportFailure) -> [UInt8]? {
        try message(in: file, wanted: .pictures, whole)
    }

    /// All bytes of a message of such a file.
    func whole(_ message: MailMessage) -> [UInt8] {
        var bytes = Array(message.bytes)
        guard format == .mbox else { return bytes }
        for line in ["\r\n", "\n"] where bytes.ends(with: ("\n" + line).utf8) {
            bytes.removeLast(line.utf8.count)
            break
        }
        return bytes
    }

    private func search<Result>(
        _ file: RegularFile, from start: Int, _ candidates: Candidates, _ wanted: AttachedPart.Wanted,
        _ body: (MailMessage) -> Result
    ) throws(ImportFailure) -> Result? {
        guard start < file.byteCount else { return nil }
        var scanner = MboxScanner(file)
        var next = start > 0 ? try scanner.marker(near: start) : try scanner.firstMarker()
        while let marker = next {
            let (end, following, isCounted) = try scanner.end(of: marker)
            let range = marker.messageStart..<end
            if try isCandidate(range, &scanner, candidates) {
                let message = MboxReader.unescaped(try bytes(range, of: file), isCounted: isCounted)
                if let found = matched(message, wanted, body) { return found }
            }
            next = candidates == .first ? nil : following
        }
        return nil
    }

    private func isCandidate(
        _ range: Range<Int>, _ scanner: inout MboxScanner, _ candidates: Candidates
    ) throws(ImportFailure) -> Bool {
        switch candidates {
        case .first: return true
        case .named: return try mayMatch(range, &scanner)
        case .around:
            guard range.count <= ImportLimits.originalBytes else { return false }
            return try scanner.bytes(range).withUnsafeBufferPointer { message in
                message.containsIgnoringCase("message/") || message.containsIgnoringCase(".eml")
                    || message.containsIgnoringCase("multipart/digest")
            }
        }
    }

    /// True unless the start of the message rules it out: cheaper than parsing it.
    private func mayMatch(_ range: Range<Int>, _ scanner: inout MboxScanner) throws(ImportFailure) -> Bool {
        let start = try scanner.bytes(range.prefixRange(Self.headBytes))
        return start.withUnsafeBufferPointer { start in
            let header = HeaderBlock(start, from: 0)
            let isWhole = header.bodyStart < start.count || start.count == range.count
            let found = header.first(.messageID, start).flatMap { MessageIDs.first(start.slice($0)) }
            return found.map(Self.digest) == messageID || !isWhole && found == nil || !start.contains(10)
        }
    }

    private static let headBytes = 64 << 10

    /// The digest of a Message-ID, as in `messageID`.
    static func digest(_ messageID: String) -> String {
        MailMessage.hex(SHA256.digest(Array(messageID.utf8)))
    }

    /// The message, or the one that is attached to it at a depth at which an import reads it.
    private func matched<Result>(
        _ message: [UInt8], _ wanted: AttachedPart.Wanted, depth: Int = 0, _ body: (MailMessage) -> Result
    ) -> Result? {
        let (found, attached) = MailMessage.read(message, wanted: wanted) { message in
            message.id == id ? (body(message), []) : (nil, message.content.attachedMails.map(\.bytes))
        }
        guard found == nil, depth < ImportLimits.attachedMailDepth else { return found }
        for mail in attached {
            if let found = matched(mail, wanted, depth: depth + 1, body) { return found }
        }
        return nil
    }

    private func bytes(_ range: Range<Int>, of file: RegularFile) throws(ImportFailure) -> [UInt8] {
        guard range.count <= ImportLimits.originalBytes else {
            throw ImportFailure(
                .overLimit, path: "",
                reason: "The e-mail has more than \(ImportLimits.originalBytes >> 20) MB. Open it in a mail program.")
        }
        return try file.bytes(from: range.lowerBound, limit: range.count)
    }
}

extension [UInt8] {
    fileprivate func ends(with end: String.UTF8View) -> Bool {
        count >= end.count && suffix(end.count).elementsEqual(end)
    }
}
