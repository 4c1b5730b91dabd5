import Foundation

/// The parser that this process feeds, chosen by the environment variable `RECALL_FUZZ`.
private let parse: @Sendable ([UInt8]) -> Void = {
    let name = ProcessInfo.processInfo.environment["RECALL_FUZZ"] ?? ""
    guard let target = FuzzTarget.all[name] else {
        FileHandle.standardError.write(Data("RECALL_FUZZ is one of \(FuzzTarget.all.keys.sorted())\n".utf8))
        exit(2)
    }
    return target
}()

private typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

/// libFuzzer's driver, as a function: a package's program begins at a symbol of the package's own.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<Arguments?>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The program.
@_cdecl("RecallFuzz_main")
public func start(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
    var (count, arguments) = (count, arguments)
    return runDriver(&count, &arguments) { bytes, count in
        parse(Array(UnsafeBufferPointer(start: bytes, count: count)))
        return 0
    }
}

/// The parsers of untrusted bytes, by name.
enum FuzzTarget {
    static let all: [String: @Sendable ([UInt8]) -> Void] = [
        "mbox": Mails.mailbox, "mail": Mails.message, "original": Mails.original, "quotes": Mails.quotes,
        "html": Markup.text, "sanitizer": Markup.sanitizer, "style": Markup.styleSheet,
        "whatsapp": Notes.chat, "markdown": Notes.markdown, "page": Notes.page, "jsonl": Notes.jsonLines,
        "calendar": Exports.calendar, "contacts": Exports.contacts, "evernote": Exports.evernote,
        "messages": Exports.messages, "chats": Exports.chats, "unpacking": Exports.unpacking,
        "attributed-text": Exports.attributedText, "rtf": Documents.rtf,
        "word": Documents.word, "office": Documents.office, "archives": Documents.archives, "reply": Documents.reply,
        "query": Queries.query, "dates": Queries.date,
        "packed-model": Models.packedModel, "packed-tokenizer": Models.packedTokenizer, "tokenizer": Models.tokenizer,
        "safetensors": Models.safetensors, "vectors": Models.vectors,
        "completion": Chats.completion, "arguments": Chats.arguments, "answer": Chats.answer,
        "requests": Requests.body, "cursor": Requests.cursor, "mcp": Programs.mcp, "addresses": Programs.addresses,
        "unpack": Containers.unpack, "tree": Containers.tree, "package": Containers.package,
        "database": Databases.file, "database-reply": Databases.reply, "apple-note": Databases.appleNote,
        "outlook": OfficeMail.message, "tnef": OfficeMail.tnef, "compressed-rtf": OfficeMail.compressedRTF,
        "signed": OfficeMail.signed, "emlx": OfficeMail.appleMail,
        "org": NoteExports.org, "json-notes": NoteExports.json, "joplin": NoteExports.joplin,
        "bundle": NoteExports.bundle, "logs": NoteExports.logs, "chat-exports": NoteExports.chats,
        "chat-pages": NoteExports.chatPages, "iwork": Containers.iWork,
        "pdf": Pages.pdf, "ocr": Pages.recognised, "images": Pages.image, "plain": Pages.plain,
        "classify": Pages.classify,
        "words": Texts.words, "sentences": Texts.sentences, "statements": Texts.statements,
        "memories": Texts.memories, "names": Texts.names, "postings": Texts.postings,
    ]
}

/// A file in memory with the bytes of an input.
struct InputFile {
    let path: String

    init(_ bytes: [UInt8], name: String = "input") {
        let folder = Self.folder
        path = folder + "/" + name
        FileManager.default.createFile(atPath: path, contents: Data(bytes))
    }

    /// The folder of this process's inputs.
    static let folder: String = {
        let parent = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
        let path = parent + "/recall-fuzz-\(getpid())"
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        atexit { try? FileManager.default.removeItem(atPath: InputFile.folder) }
        return path
    }()
}

/// Waits for asynchronous work.
func wait(_ work: @escaping @Sendable () async throws -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
        try? await work()
        isDone.signal()
    }
    isDone.wait()
}
