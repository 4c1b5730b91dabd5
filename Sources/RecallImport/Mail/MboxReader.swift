public import Foundation
import RecallCore
import RecallText

/// Reads the messages of an mbox file. A cursor is the byte offset of a message's `From ` line.
public struct MboxReader: SourceReader {
    private let parser: MailParser

    /// A reader whose attachments are read by `extractor`. Dates more than two days after `now` are not believed.
    public init(extractor: DocumentTextExtractor, now: @escaping @Sendable () -> Date = { Date() }) {
        parser = MailParser(extractor: extractor, now: now)
    }

    /// Emits the messages of `unit` from the one at `cursor` on.
    ///
    /// - Throws: `ImportFailure` if the file cannot be read, is empty or no mbox; what `emit` throws.
    /// - Complexity: O(*n*) in the file's length, in memory that only the longest message makes grow.
    public func read(
        _ unit: SourceUnit, from cursor: SourceCursor,
        emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        let file = try RegularFile(of: unit)
        guard cursor.number < file.byteCount else { return }
        var scanner = MboxScanner(file)
        var next = try await first(&scanner, unit, cursor.number, file.byteCount, emit)
        while let marker = next {
            let (end, following, isCounted) = try scanner.end(of: marker)
            let range = marker.messageStart..<end
            if try !isDeleted(range, &scanner) {
                let record = try await record(marker, range, isCounted, &scanner, unit)
                try await emit(record, SourceCursor(byteOffset: end))
            }
            next = following
        }
    }

    /// The message to begin with. What is before the first one is reported.
    private func first(
        _ scanner: inout MboxScanner, _ unit: SourceUnit, _ position: Int, _ byteCount: Int,
        _ emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws -> MboxMarker? {
        if position > 0 { return try scanner.marker(near: position) }
        let found = try scanner.firstMarker()
        // Some programs save one mail so, or leave the first line out.
        if found.map({ $0.start > 0 }) ?? true,
            MailSniffer(head: try scanner.bytes(0..<min(byteCount, 16 << 10))).isMail
        {
            return .missing
        }
        guard let marker = found else {
            throw ImportFailure(
                .wrongFormat, path: unit.path,
                reason: "This is no mbox file: no line begins with \"From \", a sender and a date.")
        }
        let garbage = try scanner.bytes(0..<min(marker.start, 64 << 10))
        if garbage.contains(where: { !$0.isASCIISpace && ![0xEF, 0xBB, 0xBF].contains($0) }) {
            let failure = ImportFailure(
                .malformed, path: unit.path, place: "bytes 0 to \(marker.start)",
                reason: "What is before the first \"From \" line belongs to no message and was left out.")
            try await emit(.failure(failure), SourceCursor(byteOffset: marker.start))
        }
        return marker
    }

    /// True for a mail that was deleted in Thunderbird, which leaves it in the file until that is compacted: its
    /// `X-Mozilla-Status` has the bit `Expunged`. It stands among the fields that Thunderbird puts before all others: what a
    /// sender wrote comes after them.
    private func isDeleted(_ range: Range<Int>, _ scanner: inout MboxScanner) throws(ImportFailure) -> Bool {
        let start = try scanner.bytes(range.prefixRange(Self.statusBytes))
        guard start.first.map({ $0 | 0x20 }) == UInt8(ascii: "x") else { return false }
        for line in start.split(separator: UInt8(ascii: "\n")) {
            let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1).map {
                String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespaces).lowercased()
            }
            guard let name = parts.first, Self.fieldsOfThunderbird.contains(name) else { return false }
            if name == "x-mozilla-status" {
                return parts.last.flatMap { Int($0.prefix { $0.isHexDigit }, radix: 16) }.map { $0 & 8 != 0 } ?? false
            }
        }
        return false
    }

    private static let fieldsOfThunderbird: Set = [
        "x-account-key", "x-uidl", "x-mozilla-status", "x-mozilla-status2", "x-mozilla-keys",
    ]
    private static let statusBytes = 1_024

    private func record(
        _ marker: MboxMarker, _ range: Range<Int>, _ isCounted: Bool, _ scanner: inout MboxScanner, _ unit: SourceUnit
    ) async throws -> ImportRecord {
        let kept = range.lowerBound..<min(range.upperBound, range.lowerBound + ImportLimits.mailBytes)
        let message = try scanner.bytes(kept)
        let place = "byte \(marker.start)"
        if message.allSatisfy(\.isASCIISpace) {
            return .failure(ImportFailure(.empty, path: unit.path, place: place, reason: "The message has no content."))
        }
        var origin = MailParser.Origin(path: unit.path, place: place, date: marker.date)
        if kept.count < range.count { origin.defects.insert(.overLimit) }
        return .item(try await parser.parse(Self.unescaped(message, isCounted: isCounted), from: origin))
    }

    /// `message` with one `>` taken off the lines that begin with `>From `, `>>From `, …, which writers of mbox files put
    /// there. Those who count the bytes (mboxcl2) leave `From ` lines as they are, and so are theirs left.
    static func unescaped(_ message: [UInt8], isCounted: Bool) -> [UInt8] {
        let escapes = message.withUnsafeBufferPointer { bytes in
            isCounted && bytes.firstIndex(of: "\nFrom ", from: 0) != nil ? [] : Self.escapes(bytes)
        }
        guard !escapes.isEmpty else { return message }
        var result: [UInt8] = []
        result.reserveCapacity(message.count)
        var start = 0
        for escape in escapes {
            result += message[start..<escape]
            start = escape + 1
        }
        return result + message[start...]
    }

    private static func escapes(_ bytes: Bytes) -> [Int] {
        var found: [Int] = []
        var index = 0
        while let mark = bytes.firstIndex(of: ">From ", from: index) {
            var line = mark
            while line > 0, bytes[line - 1] == UInt8(ascii: ">") { line -= 1 }
            if line > 0, bytes[line - 1] == 10 { found.append(line) }
            index = mark + 1
        }
        return found
    }
}
