import Foundation
public import RecallCore
import RecallKit

/// The person's choice of a language model, in `chat-model.json` in the library's folder (0600).
public struct ChatModelSettings: Hashable, Sendable {
    /// The model's name; `nil` if none is chosen.
    public var model: String?
    /// The server; `nil` for those on the usual ports of this machine. Nothing but this names another machine.
    public var address: ModelAddress?
    /// The key that the server at `address` wants.
    public var key: String?
    /// True if no model is to be asked.
    public var isOff = false

    /// The choice of nothing in particular.
    public init() {}

    private struct Record: Codable {
        var model, address, key: String?
        var isOff: Bool?
    }

    /// The settings of a library; the usual ones if it has none.
    ///
    /// - Throws: `StoreError` if the file cannot be read or is open to others, `ChatModelError` if it cannot be understood.
    public init(of location: LibraryLocation) throws {
        guard let data = try Self.file(location).read() else { return }
        guard let record = try? JSONDecoder().decode(Record.self, from: data), record.key.map(Self.isKey) ?? true else {
            throw ChatModelError(
                .unusableAddress,
                "\(Self.path(location)) cannot be understood. Choose anew: recall model chat use NAME")
        }
        (model, key, isOff) = (record.model, record.key, record.isOff ?? false)
        // `localhost`, as earlier versions kept it, is the first of its addresses alone: at another one, anybody may listen.
        address = try record.address.map { (text) throws in try ModelAddress(text) }?.each.first
    }

    /// Keeps the settings, in place of those that the library had.
    ///
    /// - Throws: `StoreError` if the file cannot be written.
    public func write(to location: LibraryLocation) throws {
        let record = Record(model: model, address: address?.text, key: key, isOff: isOff ? true : nil)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        try Self.file(location).write(try encoder.encode(record))
    }

    /// True for what can be an API key: visible ASCII, which cannot begin another header.
    public static func isKey(_ text: String) -> Bool {
        (1...4096).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    private static func path(_ location: LibraryLocation) -> String { location.folder + "/chat-model.json" }

    private static func file(_ location: LibraryLocation) -> LibraryFile { LibraryFile(path: path(location)) }
}
