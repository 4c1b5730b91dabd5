import Foundation
import RecallConfinement
import RecallCore
import RecallText
import RecallVectorIndex

@testable import RecallAssistant
@testable import RecallEmbedding
@testable import RecallImport
@testable import RecallModelClient
@testable import RecallSearch
@testable import RecallServer

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// Reads a file with a reader of a format.
private func read(_ bytes: [UInt8], _ reader: any SourceReader, _ format: SourceFormat, name: String = "input") {
    let file = InputFile(bytes, name: name)
    read(
        SourceUnit(
            path: file.path, root: file.path, format: format, byteCount: bytes.count,
            modified: 1_700_000_000_000_000_000), reader)
}

/// Reads a unit with the reader of its format.
func read(_ unit: SourceUnit, _ reader: any SourceReader) {
    wait {
        var cursors: [SourceCursor] = []
        try await reader.read(unit, from: .start) { _, cursor in cursors.append(cursor) }
        // Reading goes on from any cursor.
        if let cursor = cursors.dropLast().last { try await reader.read(unit, from: cursor) { _, _ in } }
    }
}

enum Mails {
    private static let extractor = Exports.extractor

    static func mailbox(_ bytes: [UInt8]) { RecallFuzz.read(bytes, MboxReader(extractor: extractor), .mbox) }

    static func message(_ bytes: [UInt8]) {
        wait {
            _ = try await MailParser(extractor: extractor, now: { Date() }).parse(bytes, from: .init(path: "/mail"))
        }
    }

    static func original(_ bytes: [UInt8]) {
        let file = InputFile(bytes)
        let id = ItemID(identifying: ["fuzz"]).description
        for arguments in [["mbox", "0", id, "", "page"], ["mail", "0", id, "", "whole"]] {
            guard let reply = OriginalMailReply(arguments: arguments) else { continue }
            let descriptor = open(file.path, O_RDONLY)
            _ = reply.read(descriptor: descriptor)
            close(descriptor)
        }
        MailMessage.read(bytes, wanted: .pictures) { _ = ShownParts($0) }
    }

    static func quotes(_ bytes: [UInt8]) {
        for relation in [MailQuotes.Relation.original, .reply, .forward] {
            let ranges = MailQuotes.authoredRanges(in: bytes, relation: relation, sender: "Ann Example")
            precondition(ranges.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= bytes.count })
        }
        let text = String(decoding: bytes, as: UTF8.self)
        for subject in ["Keys", "Re: Keys", "Fwd: Keys"] {
            let ranges = MailQuotes.quotedMails(in: text, subject: subject, sender: "Ann Example").flatMap(\.ranges)
            precondition(ranges.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= text.utf8.count })
        }
    }
}

enum Markup {
    static func text(_ bytes: [UInt8]) {
        _ = HTMLText.extract(bytes, charset: nil)
        _ = HTMLText.extract(bytes, charset: "iso-2022-jp")
    }

    static func sanitizer(_ bytes: [UInt8]) {
        var sanitizer = HTMLSanitizer()
        sanitizer.append(html: bytes)
        check(sanitizer.result)
    }

    static func styleSheet(_ bytes: [UInt8]) {
        let kept = RecallImport.StyleSheet.allowed(in: bytes, scope: ".part1")
        precondition(!kept.contains(UInt8(ascii: "<")), "a style sheet could end its element")
        let css = String(decoding: kept, as: UTF8.self).lowercased()
        precondition(!css.contains("url(") && !css.contains("@import") && !css.contains("expression("))
    }

    /// Nothing in sanitized markup runs, or asks a server.
    private static func check(_ html: String) {
        for line in html.split(separator: "<").dropFirst(html.hasPrefix("<") ? 0 : 1) {
            let name = line.prefix { $0.isLetter || $0.isNumber || $0 == "/" }.lowercased()
            let isForbidden = ["script", "iframe", "object", "embed", "form", "base", "meta", "link", "svg"].contains(
                name)
            precondition(!isForbidden, "a forbidden element is left")
            let tag = line.prefix { $0 != ">" }.lowercased()
            precondition(!tag.contains(" src=\"http") && !tag.contains(" href=\""), "an address is left")
        }
    }
}

enum Notes {
    static func chat(_ bytes: [UInt8]) {
        let reader = WhatsAppReader(zone: TimeZone(identifier: "Europe/Berlin") ?? .current) { _ in bytes }
        RecallFuzz.read(bytes, reader, .whatsapp, name: "WhatsApp Chat with Mira.txt")
    }

    static func markdown(_ bytes: [UInt8]) {
        RecallFuzz.read(bytes, MarkdownReader(zone: TimeZone(identifier: "UTC") ?? .current), .markdown, name: "a.md")
    }

    static func page(_ bytes: [UInt8]) { _ = MarkdownPageParser.page(of: text(bytes)) }

    static func jsonLines(_ bytes: [UInt8]) {
        RecallFuzz.read(bytes, JSONLinesReader(), .jsonl, name: "a.jsonl")
        _ = try? JSONLinesValidator().validate(path: InputFile(bytes, name: "b.jsonl").path) { _ in }
    }
}

/// Exports that are read in the importer's own process.
enum Exports {
    static func calendar(_ bytes: [UInt8]) { export(bytes, "ics") }
    static func contacts(_ bytes: [UInt8]) { export(bytes, "vcf") }
    static func evernote(_ bytes: [UInt8]) { export(bytes, "evernote") }
    static func messages(_ bytes: [UInt8]) { export(bytes, "sms") }

    static func chats(_ bytes: [UInt8]) {
        for format in [
            "telegram", "discord", "messenger", "google-chat", "matrix", "signal-cli", "assistant-chats", "x-archive",
        ] {
            export(bytes, format)
        }
    }

    // Attached documents of other formats would start a process.
    static let extractor = DocumentTextExtractor(parserExecutable: "/nonexistent")

    static func export(_ bytes: [UInt8], _ identifier: String, name: String = "input") {
        guard let format = ImportFormats.all[identifier] else { preconditionFailure("no such format") }
        RecallFuzz.read(bytes, format.reader(extractor), format.format, name: name)
    }

    static func attributedText(_ bytes: [UInt8]) {
        _ = TypedStream.text(in: bytes)
        _ = EditedMessage.text(in: bytes)
    }

    /// The output of a process that an archive has taken over.
    static func unpacking(_ bytes: [UInt8]) {
        var input = UnpackingInput()
        bytes.withUnsafeBytes { bytes in
            let half = bytes.count / 2
            _ = input.add(UnsafeRawBufferPointer(rebasing: bytes[..<half])) { _ in }
            _ = input.add(UnsafeRawBufferPointer(rebasing: bytes[half...])) { message in
                precondition(UnpackingMessage(message.encoded) != nil)
            }
        }
    }
}

enum Documents {
    static func rtf(_ bytes: [UInt8]) {
        guard let format = ImportFormats.document(.rtf) else { preconditionFailure("no such format") }
        _ = format.text(in: bytes)
    }

    static func word(_ bytes: [UInt8]) { WordMarkup(TextLayout(limit: 1 << 20)).read(bytes) }

    /// Files of Office before 2007, and their streams alone.
    static func office(_ bytes: [UInt8]) {
        _ = OfficeBinary.reply(to: bytes)
        let properties = OfficeBinaryProperties(bytes)
        _ = try? WordBinary.read(bytes, table: { _ in bytes }, properties)
        _ = try? ExcelBinary.read(bytes, properties)
        _ = try? PowerPointBinary.read(bytes, user: nil, properties)
    }

    static func archives(_ bytes: [UInt8]) {
        for format in [SourceFormat.docx, .epub] {
            guard case .confined(let parse)? = ImportFormats.all[format.identifier]?.parser else { continue }
            let descriptor = open(InputFile(bytes).path, O_RDONLY)
            _ = parse(descriptor)
            close(descriptor)
        }
    }

    static func reply(_ bytes: [UInt8]) {
        guard let reply = ParserReply(bytes) else { return }
        precondition(ParserReply(reply.encoded()) == reply)
    }
}

enum Queries {
    private static let clock = QueryClock()

    static func query(_ bytes: [UInt8]) {
        for purpose in [QueryReading.Purpose.ranking, .matching] {
            let reading = QueryReading(SearchQuery(text(bytes)), for: purpose)
            // A filter written as a query means itself.
            let written = reading.filter.queryText(in: clock)
            _ = QueryReading(SearchQuery(written), for: .matching)
        }
    }

    static func date(_ bytes: [UInt8]) {
        _ = DateExpression(text(bytes))
        _ = DateExpression.readings(text(bytes))
    }
}

enum Models {
    static func packedModel(_ bytes: [UInt8]) {
        // An attacker can compute the digests too, so that what is behind them is tried.
        var bytes = bytes + [UInt8](repeating: 0, count: max(0, PackedModel.headerSize - bytes.count))
        bytes.replaceSubrange(0..<8, with: "RCLMODEL".utf8)
        bytes.replaceSubrange(8..<12, with: withUnsafeBytes(of: PackedModel.version.littleEndian, Array.init))
        bytes.replaceSubrange(44..<52, with: withUnsafeBytes(of: UInt64(bytes.count).littleEndian, Array.init))
        bytes.replaceSubrange(92..<124, with: SHA256.digest(Array(bytes[PackedModel.headerSize...])))
        bytes.replaceSubrange(124..<156, with: SHA256.digest(bytes[..<124]))
        let file = InputFile(bytes, name: "recall-f32.packed")
        _ = try? PackedModel(folder: InputFile.folder, precision: .f32).mapped()
        _ = try? PackedModel(folder: InputFile.folder, precision: .f32).verify()
        withExtendedLifetime(file) {}
    }

    static func packedTokenizer(_ bytes: [UInt8]) {
        for kind in [WordPieceTokenizer.self, UnigramTokenizer.self] as [any PackableTokenizer.Type] {
            packedTokenizer(bytes, kind)
        }
    }

    private static func packedTokenizer(_ bytes: [UInt8], _ kind: any PackableTokenizer.Type) {
        let head = 128
        guard bytes.count > head else { return }
        var image = bytes + [UInt8](repeating: 0, count: max(0, 4096 + 256 - bytes.count))
        image.replaceSubrange(0..<8, with: kind.magic)
        image.replaceSubrange(8..<20, with: [1, 0, 0, 0, 0, 16, 0, 0, UInt8(head), 0, 0, 0])
        image.replaceSubrange(20..<52, with: [UInt8](repeating: 0, count: 32))
        guard 4096 + kind.headSize <= image.count else { return }
        let digest = SHA256.digest(Array(image[..<head]) + image[4096..<4096 + kind.headSize])
        image.replaceSubrange(head..<head + 32, with: digest)
        let file = InputFile(image, name: "tokenizer.packed")
        let packed = PackedTokenizer(path: file.path, sourceDigest: [UInt8](repeating: 0, count: 32))
        guard let tokenizer = packed.tokenizer() else { return }
        _ = tokenizer.tokenize("The quick brown fox, naïve and 東京 unbelievably ﬁ e\u{301}")
    }

    static func tokenizer(_ bytes: [UInt8]) {
        let file = InputFile(bytes, name: "tokenizer.json")
        _ = InputFile(bytes, name: "tokenizer_config.json")
        _ = InputFile(Array("[PAD]\n[UNK]\n[CLS]\n[SEP]\na\n##b\n".utf8), name: "vocab.txt")
        _ = InputFile(bytes, name: "config.json")
        _ = try? BERTConfiguration(folder: InputFile.folder)
        let tokenizers: [(any Tokenizer)?] = [
            try? ModelFolder.tokenizer(in: InputFile.folder), try? UnigramTokenizer(tokenizerFile: file.path),
        ]
        for tokenizer in tokenizers { _ = tokenizer?.tokenize(text(bytes)) }
    }

    static func safetensors(_ bytes: [UInt8]) {
        let file = InputFile(bytes, name: "model.safetensors")
        guard let tensors = try? SafetensorsFile(path: file.path) else { return }
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 4_096) { target in
            guard let base = target.baseAddress else { return }
            for name in tensors.names {
                guard let shape = tensors.tensors[name]?.shape, shape.allSatisfy({ 0...4_096 ~= $0 }) else { continue }
                let (count, isTooMany) = shape.reduce((1, false)) { ($0.0 &* $1, $0.1 || $0.0 &* $1 > 4_096) }
                if !isTooMany, count <= 4_096 { try? tensors.read(name, shape: shape, into: base) }
            }
        }
    }

    static func vectors(_ bytes: [UInt8]) {
        let file = InputFile(bytes, name: "vectors.index")
        guard let vectors = VectorFile(path: file.path), vectors.dimension <= 4_096 else { return }
        let index = QuantizedIndex(vectors)
        let query = [Float](repeating: 1, count: vectors.dimension)
        let nearest = index.nearest(to: query, limit: 10)
        _ = index.similarities(to: query, of: nearest.map(\.key))
    }
}

enum Chats {
    static func completion(_ bytes: [UInt8]) {
        for size in [bytes.count, 7, 1] where size > 0 {
            var body = CompletionBody(tools: ["search", "read_item"], limits: ExchangeLimits())
            var events: [ChatEvent] = []
            do {
                for start in stride(from: 0, to: bytes.count, by: size) {
                    try body.take(Array(bytes[start..<min(start + size, bytes.count)]), to: &events)
                    if body.isOver { break }
                }
                try body.finish(to: &events)
            } catch {}
        }
    }

    static func arguments(_ bytes: [UInt8]) {
        _ = RecallModelClient.JSONValue(bytes)
        guard let json = try? RepairedArguments.json(of: text(bytes)) else { return }
        precondition(RecallModelClient.JSONValue(Array(json.utf8)) != nil, "what was repaired is no JSON")
    }

    static func answer(_ bytes: [UInt8]) { _ = AnswerText(text(bytes)) }
}

enum Requests {
    static func body(_ bytes: [UInt8]) {
        let data = Data(bytes)
        let decoder = JSONDecoder()
        _ = try? decoder.decode(SearchRequest.self, from: data)
        _ = try? decoder.decode(ImportRequest.self, from: data)
        _ = try? decoder.decode(ConversationStart.self, from: data)
        _ = try? decoder.decode(ConversationChange.self, from: data)
        _ = try? decoder.decode(QuestionRequest.self, from: data)
        _ = try? decoder.decode(SearchesRequest.self, from: data)
        _ = try? decoder.decode(SettingsRequest.self, from: data)
        _ = try? decoder.decode(UploadRequest.self, from: data)
        _ = try? decoder.decode(UploadedRequest.self, from: data)
        _ = try? decoder.decode(MemoryChange.self, from: data)
        _ = try? decoder.decode(MemoryRefusalRequest.self, from: data)
        _ = try? decoder.decode(PersonStatementRequest.self, from: data)
        _ = try? decoder.decode(OwnerAnswerRequest.self, from: data)
        _ = try? decoder.decode(AssistantClientRequest.self, from: data)
    }

    static func cursor(_ bytes: [UInt8]) {
        _ = try? ItemListPosition(cursor: text(bytes))
        _ = try? FailureListPosition(cursor: text(bytes))
        _ = try? ConversationListPosition(cursor: text(bytes))
    }
}
