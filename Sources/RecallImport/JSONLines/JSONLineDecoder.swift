import Foundation
import RecallCore
import RecallText

/// Something wrong with one line of Recall JSONL.
struct JSONLineProblem {
    /// The byte offset in the line.
    var offset: Int
    /// The key whose value is wrong, if it is one key's.
    var key: String?
    /// True if the item can be imported nevertheless.
    var isWarning = false
    /// The problem and a remedy.
    var message: String
}

/// Decodes one line of Recall JSONL, and collects everything that is wrong with it.
struct JSONLineDecoder {
    private var scanner: JSONScanner
    private(set) var record = JSONLineRecord()
    private(set) var problems: [JSONLineProblem] = []
    private var keys: Set<String> = []
    private let line: UnsafeBufferPointer<UInt8>

    /// True if no problem prevents the import of the record.
    var isImportable: Bool { problems.allSatisfy(\.isWarning) }

    /// Decodes `line`, which must outlive the decoder.
    init(_ line: UnsafeBufferPointer<UInt8>) {
        self.line = line
        scanner = JSONScanner(line)
        if let offset = UTF8Check.firstInvalidByte(in: line) {
            problems = [
                JSONLineProblem(offset: offset, message: "the line is not valid UTF-8. Write the file in UTF-8")
            ]
            return
        }
        decode()
    }

    private mutating func decode() {
        do {
            guard try scanner.peekType() == .object else {
                return report("the line is not an object: write { \"kind\": …, \"text\": … } on one line", at: 0)
            }
            try decodeObject { decoder, key throws(JSONSyntaxError) in try decoder.decodeValue(of: key) }
            if !scanner.isAtEnd() {
                report("there is more after the item: write one item per line", at: scanner.offset)
            }
        } catch {
            problems.append(JSONLineProblem(offset: error.offset, message: Self.message(of: error)))
            return
        }
        record.replacedSurrogates = scanner.replacedSurrogates
        if record.replacedSurrogates > 0 {
            warn("an escape \\uD800 to \\uDFFF without its other half stands for no character: it becomes U+FFFD")
        }
        checkRequiredKeys()
    }

    private static func message(of error: JSONSyntaxError) -> String {
        error.isCut ? "the line ends in the middle of the item: it was cut off. Write it again" : error.message
    }

    private mutating func checkRequiredKeys() {
        if !keys.contains("kind") {
            report("\"kind\" is missing: write email, message, document or note", key: "kind", at: 0)
        }
        guard keys.contains("text") else { return report("\"text\" is missing: it is required", key: "text", at: 0) }
        if record.text?.isEmpty == true, (record.title ?? "").isEmpty {
            warn("\"text\" is empty and there is no \"title\": the item cannot be found", key: "text", at: 0)
        }
    }

    private mutating func decodeValue(of key: String) throws(JSONSyntaxError) {
        let start = scanner.offset
        if !keys.insert(key).inserted {
            report("\"\(key)\" is there twice: keep one", key: key, at: start)
        }
        switch key {
        case "id": record.id = try string(key)
        case "item": try decodeItem()
        case "kind": try decodeKind()
        case "text": record.text = try string(key, required: true)
        case "thread": record.thread = try string(key)
        case "title": record.title = try string(key)
        case "url": record.url = try string(key)
        case "date": try decodeDate()
        case "from": record.from = try participant(key)
        case "to": record.to = try participants(key)
        case "cc": record.cc = try participants(key)
        case "bcc": record.bcc = try participants(key)
        case "threadTitle": record.threadTitle = try string(key)
        case "attachments": record.attachments = try part(key, example: "[{\"name\": …}]") ?? []
        case "authored": record.authored = try part(key, example: "[[0, 120]], offsets of bytes in the text")
        case "details": record.details = try part(key, example: "{\"tags\": […]}")
        case "attachedTo": record.attachedTo = try string(key).flatMap { ItemID($0) }
        case "former": record.isFormer = try part(key, example: "true") ?? false
        // For other programs.
        case "sources": try scanner.skipValue()
        case "messageId": record.messageID = try string(key).map(Self.messageID)
        case "inReplyTo": record.inReplyTo = try messageIDs(key)
        case "references": record.references = try messageIDs(key)
        default:
            warn("Recall does not know this key, and leaves it out", key: CleanText.line(key), at: start)
            try scanner.skipValue()
        }
    }

    private mutating func decodeKind() throws(JSONSyntaxError) {
        let start = scanner.offset
        guard let name = try string("kind", required: true) else { return }
        record.kind = ItemKind(rawValue: name)
        if record.kind == nil {
            report("\"kind\" is none of email, message, document and note: write one of these", key: "kind", at: start)
        }
    }

    private mutating func decodeItem() throws(JSONSyntaxError) {
        let start = scanner.offset
        guard let text = try string("item") else { return }
        record.item = ItemID(text)
        if record.item == nil {
            warn("\"item\" is no id of Recall's, and is left out: it has 32 hexadecimal digits", key: "item", at: start)
        }
    }

    private mutating func decodeDate() throws(JSONSyntaxError) {
        let start = scanner.offset
        guard let text = try string("date") else { return }
        record.dateText = text
        record.date = RFC3339.date(text)
        if record.date == nil {
            report(
                "\"date\" is not a date as RFC 3339 writes it: write 2024-03-17T09:30:00Z or 2024-03-17T09:30:00+01:00",
                key: "date", at: start)
        }
    }
}

// Values of each shape. `null` is the same as no value, but for the keys that are required.
extension JSONLineDecoder {
    private mutating func string(_ key: String, required: Bool = false) throws(JSONSyntaxError) -> String? {
        guard try isNext(.string, for: key, example: "a string in double quotes", nullAllowed: !required) else {
            return nil
        }
        return try scanner.string()
    }

    private mutating func participant(_ key: String) throws(JSONSyntaxError) -> Participant? {
        let example = "{\"name\": …, \"address\": …}"
        guard try isNext(.object, for: key, example: example) else { return nil }
        var participant = Participant()
        try decodeObject { decoder, part throws(JSONSyntaxError) in
            switch part {
            case "name": participant.name = CleanText.line(try decoder.string("\(key).name") ?? "")
            case "address": participant.address = CleanText.line(try decoder.string("\(key).address") ?? "")
            default:
                decoder.warn("Recall does not know this key, and leaves it out", key: "\(key).\(CleanText.line(part))")
                try decoder.scanner.skipValue()
            }
        }
        return participant == Participant() ? nil : participant
    }

    private mutating func participants(_ key: String) throws(JSONSyntaxError) -> [Participant] {
        let example = "a list: [{\"name\": …, \"address\": …}]"
        guard try isNext(.array, for: key, example: example) else { return [] }
        var result: [Participant] = []
        try decodeArray { decoder throws(JSONSyntaxError) in
            if let participant = try decoder.participant(key) { result.append(participant) }
        }
        return result
    }

    /// A value whose parts are optional: one that does not fit is left out, with a warning.
    private mutating func part<Part: Decodable>(
        _ key: String, example: String
    ) throws(JSONSyntaxError) -> Part? {
        let isNull = try scanner.peekType() == .null
        let start = scanner.offset
        try scanner.skipValue()
        guard !isNull else { return nil }
        let value = Data(line[start..<scanner.offset])
        if let part = try? JSONDecoder().decode(Part.self, from: value) { return part }
        warn("\"\(key)\" cannot be read, and is left out: write \(example)", key: key, at: start)
        return nil
    }

    /// One id or a list of them.
    private mutating func messageIDs(_ key: String) throws(JSONSyntaxError) -> [String] {
        if try scanner.peekType() == .string { return [Self.messageID(try scanner.string())] }
        guard try isNext(.array, for: key, example: "a list of ids: [\"…\", \"…\"]") else { return [] }
        var result: [String] = []
        try decodeArray { decoder throws(JSONSyntaxError) in
            if let id = try decoder.string(key) { result.append(Self.messageID(id)) }
        }
        return result
    }

    /// An id without the angle brackets that are no part of it (RFC 5322, 3.6.4).
    private static func messageID(_ text: String) -> String {
        let id = CleanText.line(text)
        return id.hasPrefix("<") && id.hasSuffix(">") ? String(id.dropFirst().dropLast()) : id
    }

    /// True if the next value has the type `type`. A value of another type is skipped and reported.
    private mutating func isNext(
        _ type: JSONScanner.ValueType, for key: String, example: String, nullAllowed: Bool = true
    ) throws(JSONSyntaxError) -> Bool {
        let found = try scanner.peekType()
        if found == type { return true }
        if found != .null || !nullAllowed {
            report("\"\(key)\" is \(found.rawValue): write \(example)", key: key, at: scanner.offset)
        }
        try scanner.skipValue()
        return false
    }

    private mutating func decodeObject(
        _ decodeValue: (inout JSONLineDecoder, String) throws(JSONSyntaxError) -> Void
    ) throws(JSONSyntaxError) {
        try scanner.expect("{")
        if try scanner.skip("}") { return }
        repeat {
            let key = try scanner.key()
            try decodeValue(&self, key)
        } while try scanner.skip(",")
        try scanner.expect("}")
    }

    private mutating func decodeArray(
        _ decodeElement: (inout JSONLineDecoder) throws(JSONSyntaxError) -> Void
    ) throws(JSONSyntaxError) {
        try scanner.expect("[")
        if try scanner.skip("]") { return }
        repeat { try decodeElement(&self) } while try scanner.skip(",")
        try scanner.expect("]")
    }

    private mutating func report(_ message: String, key: String? = nil, at offset: Int) {
        problems.append(JSONLineProblem(offset: offset, key: key, message: message))
    }

    private mutating func warn(_ message: String, key: String? = nil, at offset: Int? = nil) {
        problems.append(
            JSONLineProblem(offset: offset ?? scanner.offset, key: key, isWarning: true, message: message))
    }
}
