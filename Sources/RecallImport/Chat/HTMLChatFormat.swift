import Foundation
import RecallCore

/// A format of chats as web pages: each message is an element of the page.
protocol HTMLChatFormat: ImportFormat {
    /// The beginnings of the tag of a message. No text of a message can hold them, since `<` is written otherwise in text.
    var messageTags: [StaticString] { get }
    /// The chat, from what is before its first message.
    func chat(_ head: HTMLFragment, in unit: SourceUnit) -> Chat
    /// The message in an element; `nil` if there is nothing in it.
    func message(_ element: HTMLFragment, _ page: inout HTMLChatPage) -> ChatMessage?
}

/// The state of a page after the messages before: who wrote the last one, and when.
struct HTMLChatPage {
    /// The name of its chat.
    var title = ""
    var sender: Participant?
    var date: Date?
    /// The messages before that have the same date as the last one, where a page has the latest message first.
    var repeats = 0
    /// A message whose time follows after earlier versions of it, and how many of these were passed over.
    var edited: (message: ChatMessage, versions: Int)?
}

extension HTMLChatFormat {
    var extensions: Set<String> { [] }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader { HTMLChatReader(format: self) }
}

/// Reads the messages of a page one after the other. A cursor is the byte offset after a message.
struct HTMLChatReader<Format: HTMLChatFormat>: SourceReader {
    let format: Format

    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        var pieces = HTMLChatPieces(try RegularFile(of: unit), beginningWith: format.messageTags)
        var (chat, page, items): (Chat?, HTMLChatPage, ChatItems) = (nil, HTMLChatPage(), ChatItems())
        var (hasMessages, isWhole) = (false, false)
        while let piece = try pieces.next() {
            hasMessages = hasMessages || piece.isMessage
            isWhole = piece.bytes.firstOccurrence(of: "</html>") != nil
            guard piece.isMessage else {
                chat = format.chat(HTMLFragment(piece.bytes), in: unit)
                page.title = chat?.title ?? ""
                continue
            }
            let chat = chat ?? format.chat(HTMLFragment([]), in: unit)
            // Those before the cursor are read too: who wrote the next one may be said there.
            let record: ImportRecord
            if piece.isCut {
                record = .failure(
                    ImportFailure(
                        .overLimit, path: unit.path, place: "byte \(piece.start)",
                        reason: "The message is too long to be read."))
            } else {
                guard let message = format.message(HTMLFragment(piece.bytes), &page) else { continue }
                record = .item(ImportedItem(items.item(message, in: chat)))
            }
            guard piece.end > cursor.number else { continue }
            try await emit(record, SourceCursor(byteOffset: piece.end))
        }
        guard hasMessages else {
            throw ImportFailure(
                .malformed, path: unit.path, reason: "There are no messages on the page. Export the chat again.")
        }
        guard isWhole else {
            throw ImportFailure(
                .malformed, path: unit.path,
                reason: "The page is cut off: its last messages are missing. Export the chat again.")
        }
    }
}

/// The pieces of a page that begin with the tags of messages. What is before the first one is a piece too.
struct HTMLChatPieces {
    struct Piece {
        let bytes: [UInt8]
        let isMessage: Bool
        /// True if it was longer than a message can be.
        let isCut: Bool
        /// Its place in the file.
        let start: Int, end: Int
    }

    private static let longest = ImportLimits.textBytes
    private static let block = 1 << 18

    private let file: RegularFile
    private let tags: [[UInt8]]
    private var buffer: [UInt8] = []
    /// The offset of the buffer in the file.
    private var base = 0
    private var isDone = false

    /// The pieces of `file`.
    init(_ file: RegularFile, beginningWith tags: [StaticString]) {
        self.file = file
        self.tags = tags.map { Array(UnsafeBufferPointer(start: $0.utf8Start, count: $0.utf8CodeUnitCount)) }
    }

    /// The next piece; `nil` at the end of the file.
    mutating func next() throws(ImportFailure) -> Piece? {
        guard !isDone else { return nil }
        let start = base
        var (searched, isCut, kept): (Int, Bool, [UInt8]?) = (1, false, nil)
        while true {
            if let end = nextTag(from: searched) { return take(end, from: start, kept, isCut) }
            // A tag may begin with the last bytes.
            searched = max(1, buffer.count - 64)
            if buffer.count > Self.longest {
                if !isCut { (isCut, kept) = (true, Array(buffer.prefix(64))) }
                buffer.removeFirst(searched)
                (base, searched) = (base + searched, 0)
            }
            let more = try file.bytes(from: base + buffer.count, limit: Self.block)
            guard !more.isEmpty else {
                isDone = true
                return start < base + buffer.count ? take(buffer.count, from: start, kept, isCut) : nil
            }
            buffer += more
        }
    }

    private mutating func take(_ end: Int, from start: Int, _ kept: [UInt8]?, _ isCut: Bool) -> Piece {
        let bytes = kept ?? Array(buffer[..<end])
        buffer.removeFirst(end)
        base += end
        return Piece(
            bytes: bytes, isMessage: tags.contains { bytes.starts(with: $0) }, isCut: isCut, start: start, end: base)
    }

    private func nextTag(from start: Int) -> Int? {
        var rest = buffer.dropFirst(start)
        while let at = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[at...]
            if tags.contains(where: { rest.starts(with: $0) }) { return at }
            rest = rest.dropFirst()
        }
        return nil
    }
}
