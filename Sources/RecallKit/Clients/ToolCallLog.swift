public import Foundation
public import RecallCore
import RecallFiles

/// A call of a tool by another program: which tool, when, by whom, how many items. Never a text.
public struct ToolCallEntry: Hashable, Sendable, Codable {
    /// The time of the call, in seconds.
    public var date: Date
    /// The program, as it calls itself; empty if it does not say.
    public var client: String
    /// The tool.
    public var tool: String
    /// The number of items that were handed over; `nil` if the call failed.
    public var items: Int?

    /// A call.
    public init(date: Date, client: String, tool: String, items: Int?) {
        (self.date, self.client, self.tool, self.items) = (date, client, tool, items)
    }
}

/// The log of what other programs asked of a library, for its owner: a small file beside it, readable by the owner only.
public struct ToolCallLog: Sendable {
    private let folder: String
    private var path: String { folder + "/tool-calls.jsonl" }

    /// The size at which the older half is dropped, in bytes.
    private static let most = 512 << 10

    /// The log of the library at `location`.
    public init(of location: LibraryLocation) {
        folder = location.folder
    }

    /// Adds a call. Where nothing can be written, there is no log.
    public func append(_ tool: String, by client: String, items: Int?, date: Date = Date()) {
        let entry = ToolCallEntry(
            date: Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down)), client: client, tool: tool,
            items: items)
        guard FileManager.default.fileExists(atPath: folder), let line = try? Self.encoder.encode(entry) else { return }
        try? append(Array(line) + [UInt8(ascii: "\n")])
    }

    private func append(_ line: [UInt8]) throws(FileError) {
        // Several clients may call at the same time.
        let lock = try FileLock(path + ".lock", waiting: true)
        try lock.whileHeld { () throws(FileError) in
            if let size = FileState(path)?.size, size > Self.most { try dropOlderHalf() }
            try NewFile(appendingTo: path).append(line)
        }
    }

    private func dropOlderHalf() throws(FileError) {
        let bytes = try OpenFile(path, followingLinks: false).bytes(from: Self.most / 2)
        let kept = bytes.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
        try AtomicFile.write(Array(kept), to: path)
    }

    /// The last calls, newest first, at most `limit`. Lines that are none are passed over.
    public func entries(limit: Int = 100) throws -> [ToolCallEntry] {
        try page(limit: limit).entries
    }

    /// The lines of the file, oldest first.
    func lines() throws -> [ArraySlice<UInt8>] {
        do throws(FileError) {
            return try OpenFile(path, followingLinks: false).bytes(limit: 2 * Self.most).split(
                separator: UInt8(ascii: "\n"))
        } catch {
            if error.isMissing { return [] }
            throw StoreError(
                .unavailable, "The log of calls cannot be read. Check the permissions of the library's folder.")
        }
    }

    /// The call of a line; `nil` if it is none.
    static func entry(_ line: ArraySlice<UInt8>) -> ToolCallEntry? {
        try? decoder.decode(ToolCallEntry.self, from: Data(line))
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}
