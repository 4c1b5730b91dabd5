public import RecallCore
import RecallImport

/// The formats that can be imported.
extension SourceFormat {
    /// All of them, in the order of lists for people.
    public static var importable: [SourceFormat] { ImportFormats.all.formats }

    /// The format with that identifier, or `nil` if there is none.
    public static func importable(_ identifier: String) -> SourceFormat? {
        ImportFormats.all.format(identifier)
    }

    /// The files of all formats, for people to read: "mailboxes, mails, … and web pages".
    public static var importableProse: String { ImportFormats.all.prose }
}
