import RecallCore

/// The limits of what is read from one item or file, all in one place. Over a limit means truncated and flagged
/// (`Defect`), never dropped silently.
public enum ImportLimits {
    /// MIME parts or HTML elements within each other (parts).
    public static let mimeDepth = 100
    /// Parts of one mail.
    public static let mimeParts = 10_000
    /// Mails attached to one mail that are items of their own; the others are part of its text.
    public static let attachedMails = 1_000
    /// Mails attached to each other; what is deeper is part of the last one's text.
    public static let attachedMailDepth = 8
    /// Bytes of a header block.
    public static let headerBytes = 1 << 20
    /// Lines of a header block.
    public static let headerLines = 10_000
    /// Addresses of one mail.
    public static let addresses = 10_000
    /// The maximum number of ids in References.
    public static let references = 1_000
    /// UTF-8 bytes of a note's tags, aliases and properties together.
    public static let noteNameBytes = 128 << 10
    /// UTF-8 bytes of text per item.
    public static let textBytes = 20 << 20
    /// Elements of HTML within each other.
    public static let htmlDepth = 512
    /// XML elements within each other.
    public static let xmlDepth = 256
    /// Bytes of one mail.
    public static let mailBytes = 2 << 30
    /// Bytes of a mail whose original is shown, or whose attachments are saved.
    public static let originalBytes = 128 << 20
    /// Bytes of a mail's HTML as it is shown, without its pictures.
    public static let shownHTMLBytes = 32 << 20
    /// Bytes of the pictures that are shown in one mail.
    public static let inlinePictureBytes = 16 << 20
    /// Bytes of Markdown that are shown as what they mean; longer texts are shown as they are.
    public static let shownMarkdownBytes = 1 << 20
    /// Bytes of a picture that is shown in a note.
    public static let notePictureBytes = 16 << 20
    /// Files and folders around a note among which a picture is looked for by its name alone.
    public static let noteFolderEntries = 20_000
    /// Links and pictures of a note that are looked up.
    public static let noteLinks = 500
    /// Seconds that a process may take for a page of a note or document.
    public static let pageSeconds = 5
    /// Seconds that a parser process may run.
    public static let parserSeconds = 30
    /// Bytes of memory that a parser process may use.
    public static let parserMemory = 1 << 30
    /// Chapters of a book. A list of more is no book's: each missing one would be listed as a failure.
    public static let bookChapters = 5_000
    /// Bytes that one archive entry may unpack to.
    public static let archiveEntryBytes = 100 << 20
    /// Bytes that one archive may unpack to.
    public static let archiveBytes = 300 << 20
    /// Unpacked to packed size of an archive entry, after its first megabyte.
    public static let archiveRatio = 100
    /// Entries of one archive that is read as a whole.
    public static let archiveEntries = 10_000
    /// Entries of an archive of exports, which is unpacked to the disk.
    public static let treeEntries = 2_000_000
    /// Rows of a database that one process reads.
    public static let databaseRowsPerProcess = 20_000
    /// Bytes of rows that one process answers with before it ends.
    public static let databaseBytesPerProcess = 4 << 20
    /// Archives in archives.
    public static let archiveDepth = 3
    /// Bytes that unpacking leaves free on the disk.
    public static let roomLeft = 1 << 30
    /// Pixels of an image whose text is recognised: tesseract takes up to 12 bytes of memory for each.
    public static let imagePixels = 64 << 20
    /// Pixels of a side of such an image, which is tesseract's own limit.
    public static let imageSide = 32_767
    /// Bytes of a page that was rendered for text recognition.
    public static let renderedPageBytes = 16 << 20
    /// Seconds of processor time that the recognition of one page may take.
    public static let recognitionSeconds = 60
    /// Scanned pages of one document whose text is recognised.
    public static let recognisedPages = 2_000
    /// Pages of one document whose recognition may fail before the rest is not tried any more.
    public static let failedPages = 10
}
