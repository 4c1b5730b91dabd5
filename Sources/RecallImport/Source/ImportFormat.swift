package import RecallCore

/// A format that Recall imports: how its files are recognised, and what reads them.
///
/// One conformance a file, one line of `ImportFormats.all`. See docs/adding-a-source.md.
package protocol ImportFormat: Sendable {
    /// Its names.
    var format: SourceFormat { get }
    /// The extensions that are its own, in lower case without the dot: under one of these, other formats are considered
    /// only with `Evidence.name` or more.
    var extensions: Set<String> { get }
    /// The process that parses its files.
    var parser: ParserMode { get }
    /// The revision of its reader; files that an earlier one read are read again. `nil` if its cursors do not tell.
    /// A cursor that does is the revision, or begins with it and a space.
    var revision: Int? { get }
    /// True if text recognition makes more of its files.
    var hasScans: Bool { get }

    /// The evidence that a file is of this format; `nil` if there is none.
    func evidence(in file: SniffedFile) throws(ImportFailure) -> Evidence?
    /// True if a folder with these names in it is one unit of this format.
    func isUnit(folderOf names: [String]) -> Bool
    /// True if a unit that is a folder has a use for the file at a path below it. Others in it are files of their own.
    func isPart(_ path: String) -> Bool
    /// The paths of files that are read with the one at `path`, whether they are there or not.
    func companions(of path: String) -> [String]
    /// The part of a file's path that the ids of its records are made of, where they have none of their own: files with the same
    /// are versions of one export.
    func scope(of path: String) -> String
    /// A unit, for people to read, without a full stop: "a PDF document".
    func summary(of unit: SourceUnit) throws(ImportFailure) -> String
    /// The reader of its units.
    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader
}

extension ImportFormat {
    package var parser: ParserMode { .inProcess }
    package var revision: Int? { nil }
    package var hasScans: Bool { false }

    package func evidence(in file: SniffedFile) throws(ImportFailure) -> Evidence? {
        file.isText(named: extensions) ? .name : nil
    }

    package func isUnit(folderOf names: [String]) -> Bool { false }
    package func isPart(_ path: String) -> Bool { true }
    package func companions(of path: String) -> [String] { [] }
    package func scope(of path: String) -> String { path }

    package func summary(of unit: SourceUnit) throws(ImportFailure) -> String {
        let article = "AEIOU".contains(format.singular.prefix(1).uppercased()) ? "an" : "a"
        return "\(article) \(format.singular)" + (format.isContainer ? " of \(Quantity.bytes(unit.byteCount))" : "")
    }
}

/// Evidence for a format, the weakest first. On equal evidence the first format in the table wins.
package enum Evidence: Int, Comparable, Sendable {
    /// A file that the person named, and nothing speaks for another format.
    case fallback
    /// A file that the person named, and its content resembles this format's.
    case resemblance
    /// The content matches the format; the name is no evidence.
    case content
    /// The extension is the format's own, or an equivalent.
    case name
    /// Content that overrules another format's extension: a mailbox with the name of a text.
    case overruling
    /// The first bytes that only this format has, or the members of an archive.
    case signature

    package static func < (a: Evidence, b: Evidence) -> Bool { a.rawValue < b.rawValue }
}

/// The process that parses a format's files.
package enum ParserMode: Sendable {
    /// In the process that imports.
    case inProcess
    /// In a confined process, which answers with what the function makes of the file that is open as `descriptor`.
    case confined(@Sendable (_ descriptor: Int32) -> ParserReply)
    /// In a confined process that becomes another program: its name and arguments.
    case program([String])
}
