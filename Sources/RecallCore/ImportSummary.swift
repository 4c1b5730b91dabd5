/// The work of an import, done or so far.
///
/// `items` is what the sources hold, as far as they were read: `new + updated + duplicates + deletedBefore`.
public struct ImportSummary: Hashable, Sendable {
    /// Items that were read, failures not counted.
    public var items = 0
    /// Items that were not in the library.
    public var new = 0
    /// Items that were there with other content (a note that was edited).
    public var updated = 0
    /// Items that were there already, or came twice.
    public var duplicates = 0
    /// The number of items skipped because the user had deleted them from the library.
    public var deletedBefore = 0
    /// Events and contacts of the library that their files have no longer. They come last.
    public var former = 0
    /// Items that could not be read. Each is listed.
    public var failures = 0
    /// Attachments with text that were read.
    public var attachments = 0
    /// Attachments with text that could not be read. Each is listed.
    public var attachmentFailures = 0
    /// The first few failures.
    public var firstFailures: [ImportFailure] = []
    /// The number of skipped files, by reason.
    public var skipped: [SkipReason: Int] = [:]
    /// PDF documents that were read and have no text, only pictures of it.
    public var scans = 0
    /// Files that had not changed since they were imported.
    public var unchangedFiles = 0
    /// True if files have not changed and items were deleted from the library: those of these files stay out.
    public var mayLackDeleted = false
    /// The number of files examined.
    public var files = 0
    /// Bytes of the files done.
    public var bytes = 0
    /// True while an archive is unpacked, of which nothing is read yet.
    public var isUnpacking = false
    /// True if reading and storing are complete; embedding may still run.
    public var hasEnded = false
    /// True if it was stopped early; the next run continues there.
    public var wasStopped = false
    /// Time spent on finding and reading files. The stages overlap.
    public var reading = Duration.zero
    /// Time spent on storing items, their passages and their words.
    public var storing = Duration.zero

    /// Nothing yet.
    public init() {}
}
