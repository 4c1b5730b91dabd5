/// The outcome of the repair of a library.
public struct RepairReport: Hashable, Sendable {
    /// The pages in which a wrong byte was found and put right, and the header, if it forgot a list of free pages that was
    /// lost.
    public var restoredPages = 0
    /// The pages without a checksum that were taken as they are, because SQLite found the database consistent.
    public var acceptedPages = 0
    /// The parts that were made again from the items. Vectors come back with the next embedding.
    public var rebuilt: [LibraryDamage.DerivedPart] = []
    /// The damage that is left.
    public var left = LibraryDamage()

    /// Nothing to repair.
    public init() {}
}
