import GRDB
import RecallCore

/// The settings of a library, stored only where they differ from the default.
public enum LibrarySetting: String, Sendable, CaseIterable {
    /// The precision of its vectors, by `EncoderPrecision.rawValue`.
    case precision = "embedding.precision"
    /// The name of the installed model that makes its vectors.
    case model = "embedding.model"
    /// The fingerprint of the generation that served before.
    case earlierGeneration = "embedding.earlier"
    /// The state of names and addresses from which people were made.
    case people = "people.state"
    /// The row of a participant who is the library's owner, where that was said.
    case owner = "people.owner"
    /// Set once the library's owner was asked who they are.
    case ownerAsked = "people.asked"
    /// The first thread that an earlier version split, which knew no quoted text.
    case threadWithoutQuotedText = "quoted.next"
}

extension LibrarySnapshot {
    /// The value of a setting; `nil` if it has its default.
    public func value(of setting: LibrarySetting) throws -> String? {
        try String.fetchOne(db, sql: "SELECT value FROM setting WHERE name = ?", arguments: [setting.rawValue])
    }
}

extension LibraryTransaction {
    /// Changes a setting; `nil` resets it to its default.
    public func set(_ setting: LibrarySetting, to value: String?) throws {
        guard let value else {
            return try db.execute(sql: "DELETE FROM setting WHERE name = ?", arguments: [setting.rawValue])
        }
        try db.execute(
            sql: "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)", arguments: [setting.rawValue, value])
    }
}
