import RecallCore
import RecallStore

/// The index of one state of a library, kept in memory between searches: the passages' lengths, and their vectors, mapped.
struct SearchIndex: Sendable {
    let layout: PassageLayout
    let contexts: PassageContexts
    let windows: ReadingWindows
    let vectors: StoredVectors?
    /// True if vectors were loaded, if there are any.
    let hasVectors: Bool
    /// A note that part of the library is not embedded yet.
    let coverageNote: String?
    /// The command that embeds the library.
    let embeddingCommand: String

    /// Loads the index, without vectors for a lexical search.
    ///
    /// - Parameters:
    ///   - generation: the generation of vectors, if it is not the serving one.
    ///   - earlier: the index of an earlier state since which no vectors were changed in place: only later ones are read.
    ///   - verifyingVectors: true to use the vector file only if all of it is whole.
    /// - Complexity: O(*n*) in the passages.
    init(
        _ library: LibrarySnapshot, at location: LibraryLocation, loadingVectors: Bool,
        of generation: Generation? = nil, updating earlier: SearchIndex? = nil, verifyingVectors: Bool = false
    ) throws {
        let layout = try library.passageLayout()
        // Beside the vectors, whose file is looked through when it is opened.
        let derived = Future { (contexts: PassageContexts(layout), windows: ReadingWindows(layout)) }
        self.layout = layout
        hasVectors = loadingVectors
        coverageNote = try Self.coverageNote(library)
        embeddingCommand = location.command("import --embed-only")
        vectors =
            try loadingVectors
            ? library.vectors(
                of: generation, at: location, updating: earlier?.vectors, verifyingRows: verifyingVectors) : nil
        (contexts, windows) = try derived.value()
    }

    /// True if it has what a search needs, and no other program has cut the mapped file short.
    func isUsable(withVectors: Bool) -> Bool {
        (hasVectors || !withVectors) && vectors?.isIntact ?? true
    }

    private static func coverageNote(_ library: LibrarySnapshot) throws -> String? {
        let counts = try library.passageCounts()
        let missing = counts.all - counts.embedded
        guard missing > 0 else { return nil }
        return counts.embedded == 0
            ? "Nothing is embedded yet, so only words were searched."
            : "\(missing) of \(counts.all) passages are not embedded yet and were searched by words only."
    }
}
