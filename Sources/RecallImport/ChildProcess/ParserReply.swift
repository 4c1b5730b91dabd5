import Foundation
import RecallConfinement
package import RecallCore

/// The reply of a parsing process on its standard output.
package enum ParserReply: Equatable, Sendable {
    case text(ExtractedText)
    case bytes([UInt8])
    /// The parts of a document that is several items, each a text or a failure.
    case parts([Part])
    case failure(ImportFailure.Code, reason: String)

    /// One part of a document.
    package struct Part: Equatable, Sendable {
        /// Its name within the document.
        var name: String
        /// Its text, or the reason why there is none.
        var reply: ParserReply
    }

    /// The reply as the fields of `ReplyWriter`.
    func encoded() -> [UInt8] {
        switch self {
        case .text(let text):
            var writer = ReplyWriter(UInt8(ascii: "T"), [text.text, text.title])
            writer.put(integers: [text.pageCount ?? -1] + text.hiddenRanges.flatMap { [$0.lowerBound, $0.upperBound] })
            writer.put(text.defects.map(\.rawValue).sorted().joined(separator: " ").utf8)
            writer.put(integers: [text.created, text.modified].map { $0.flatMap(Self.seconds) ?? .min })
            writer.put(integers: text.pageStarts)
            return writer.bytes
        case .bytes(let bytes):
            var writer = ReplyWriter(UInt8(ascii: "B"))
            writer.put(bytes)
            return writer.bytes
        case .parts(let parts):
            var writer = ReplyWriter(UInt8(ascii: "P"))
            for part in parts {
                writer.put(part.name.utf8)
                writer.put(part.reply.encoded())
            }
            return writer.bytes
        case .failure(let code, let reason):
            return ReplyWriter(UInt8(ascii: "F"), [code.rawValue, reason]).bytes
        }
    }

    /// The reply that `bytes` encode; `nil` if they are not one, as when the process was ended while it wrote.
    init?(_ bytes: [UInt8]) {
        var fields = ReplyReader(bytes)
        switch fields.kind {
        case UInt8(ascii: "T"):
            guard let text = Self.text(&fields) else { return nil }
            self = .text(text)
        case UInt8(ascii: "B"):
            guard let field = fields.next() else { return nil }
            self = .bytes(Array(field))
        case UInt8(ascii: "P"):
            guard let parts = Self.parts(&fields) else { return nil }
            self = .parts(parts)
        case UInt8(ascii: "F"):
            guard let code = fields.string(), let reason = fields.string() else { return nil }
            self = .failure(ImportFailure.Code(rawValue: code), reason: reason)
        default: return nil
        }
    }

    /// Parts have no parts.
    private static func parts(_ fields: inout ReplyReader) -> [Part]? {
        var parts: [Part] = []
        while !fields.isAtEnd {
            guard let name = fields.string(), let field = fields.next(), field.first != UInt8(ascii: "P"),
                let reply = ParserReply(Array(field))
            else { return nil }
            parts.append(Part(name: name, reply: reply))
        }
        return parts
    }

    private static func date(_ seconds: Int) -> Date? {
        years.contains(Double(seconds)) ? Date(timeIntervalSince1970: Double(seconds)) : nil
    }

    private static func seconds(_ date: Date) -> Int? {
        years.contains(date.timeIntervalSince1970) ? Int(date.timeIntervalSince1970) : nil
    }

    /// The years 1 to 9999, in seconds since 1970: of no other one is a document.
    private static let years = -62_135_596_800.0..<253_402_300_800.0

    private static func isAscending(_ offsets: [Int], upTo end: Int) -> Bool {
        zip(offsets, offsets.dropFirst()).allSatisfy { $0 <= $1 } && offsets.first ?? 0 >= 0 && offsets.last ?? 0 <= end
    }

    /// Believes nothing: the process that wrote it may have been taken over by the document.
    private static func text(_ fields: inout ReplyReader) -> ExtractedText? {
        guard let text = fields.string(), let title = fields.string(), let numbers = fields.integers(),
            let defects = fields.string(), let pages = numbers.first, numbers.count % 2 == 1,
            let dates = fields.integers()?.map(date), dates.count == 2, let starts = fields.integers(),
            isAscending(starts, upTo: text.utf8.count)
        else { return nil }
        let bounds = Array(numbers.dropFirst())
        guard isAscending(bounds, upTo: text.utf8.count) else { return nil }
        return ExtractedText(
            text: text, title: title, pageCount: pages < 0 ? nil : pages, created: dates[0], modified: dates[1],
            pageStarts: starts,
            hiddenRanges: stride(from: 0, to: bounds.count, by: 2).map { bounds[$0]..<bounds[$0 + 1] },
            defects: Set(defects.split(separator: " ").map { Defect(rawValue: String($0)) }))
    }
}
