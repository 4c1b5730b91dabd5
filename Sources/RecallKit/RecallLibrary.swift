public import RecallCore
package import RecallEmbedding
package import RecallImport
import RecallIndexing
import RecallSearch
package import RecallStore

/// One person's library: import into it, search it, read from it. The main type of Recall; apps, commands and servers
/// use it.
///
///     let library = try RecallLibrary(at: "~/mail-library", for: .write)
///     _ = try await library.importAndEmbed(at: ["/archive/mail.mbox"])
///     let response = try library.search("what did the landlord say about the heating?")
public final class RecallLibrary: Sendable {
    /// The installed model, where it was asked for and there is one.
    public let model: ModelInUse?
    /// The reason why the installed model was asked for and only words are searched, and what to do.
    public let modelProblem: String?
    package let store: LibraryStore
    package let encoder: (any SentenceEncoder)?
    let engine: SearchEngine
    private let generationEncoders: GenerationEncoders
    let matchLists = MatchLists()
    let suggestions = SuggestionCache()
    private let countsCache = CountsCache()
    package let peopleCache = PeopleCache()
    private let extractor: DocumentTextExtractor

    /// Opens the library. Without a model, search is lexical only and nothing is embedded.
    public convenience init(
        at location: LibraryLocation, for access: LibraryAccess, model: ModelChoice = .installed
    ) throws(StoreError) {
        self.init(store: try LibraryStore(at: location, for: access), model: model)
        // What a deletion that was cut off left.
        if access == .write { try? removeEmptiedUploads() }
    }

    /// A library on an open store, with `extractor` to parse its documents.
    package init(
        store: LibraryStore, model: ModelChoice, extractor: DocumentTextExtractor = DocumentTextExtractor()
    ) {
        let loaded = LoadedModel(model, for: store)
        self.store = store
        self.extractor = extractor
        self.model = loaded.inUse
        modelProblem = loaded.problem
        encoder = loaded.encoder
        generationEncoders = GenerationEncoders()
        engine = SearchEngine(
            store: store,
            encoders: QueryEncoders(loaded.encoder) { [generationEncoders] in generationEncoders.encoder(of: $0) })
    }

    /// The same library, searched by another generation of vectors than the one that serves.
    private init(_ library: RecallLibrary, searchedBy generation: Generation) {
        (store, extractor, encoder) = (library.store, library.extractor, library.encoder)
        (model, modelProblem) = (library.model, library.modelProblem)
        generationEncoders = library.generationEncoders
        engine = SearchEngine(store: store, encoders: QueryEncoders(encoder), generation: generation)
    }

    /// The same open library with another model.
    public func with(_ model: ModelChoice) -> RecallLibrary {
        RecallLibrary(store: store, model: model, extractor: extractor)
    }

    /// The library's folder.
    public var location: LibraryLocation { store.location }

    /// The model and the precision that make the vectors; `nil` if only words are searched.
    public var encoderFingerprint: String? { encoder?.fingerprint }

    /// Imports files and folders. Files that have not changed since the last import are skipped.
    ///
    /// - Parameters:
    ///   - paths: files and folders, opened for reading only.
    ///   - format: the format to read every file as, instead of detecting it.
    ///   - restoringDeleted: true to import deleted items again; unchanged files are then read too.
    ///   - recognition: text recognition, to read scanned pages and images too; files that were read without are then read
    ///   again. Without it these are read in the watched folders that ask for it alone.
    ///   - progress: called after each batch, on any thread.
    ///   - leftOut: called with each file that is not imported, on any thread. Archives that have not changed are looked into
    ///   for it.
    public func importFiles(
        at paths: [String], as format: SourceFormat? = nil, restoringDeleted: Bool = false,
        recognisingWith recognition: TextRecognition? = nil,
        progress: @escaping @Sendable (ImportSummary) -> Void = { _ in },
        leftOut: (@Sendable (LeftOutFile) -> Void)? = nil
    ) async throws -> ImportSummary {
        try forgetFailures(below: paths)
        let recognition = try await ImportRecognition(recognition, store: store)
        return try await importPipeline(restoringDeleted, recognition, progress, leftOut).run(
            entries(at: paths, as: format, readsImages: recognition.isWanted))
    }

    /// Imports files and folders and embeds new items at the same time, to keep all cores busy; then embeds the rest.
    /// Without an encoder it only imports.
    ///
    /// - Parameter recognition: as for `importFiles`.
    /// - Parameter maySwitch: as for `embed`.
    public func importAndEmbed(
        at paths: [String], as format: SourceFormat? = nil, restoringDeleted: Bool = false,
        recognisingWith recognition: TextRecognition? = nil,
        progress: @escaping @Sendable (ImportSummary) -> Void = { _ in },
        leftOut: (@Sendable (LeftOutFile) -> Void)? = nil,
        embeddingProgress: @escaping @Sendable (EmbeddingProgress) -> Void = { _ in },
        maySwitch: @escaping @Sendable (RecallLibrary) throws -> Bool = { _ in true }
    ) async throws -> (summary: ImportSummary, embedding: EmbeddingProgress?) {
        guard let encoder else {
            let summary = try await importFiles(
                at: paths, as: format, restoringDeleted: restoringDeleted, recognisingWith: recognition,
                progress: progress, leftOut: leftOut)
            return (summary, nil)
        }
        try forgetFailures(below: paths)
        let recognition = try await ImportRecognition(recognition, store: store)
        return try await importPipeline(restoringDeleted, recognition, progress, leftOut).run(
            entries(at: paths, as: format, readsImages: recognition.isWanted),
            embeddingWith: embeddingPipeline(encoder, maySwitch, embeddingProgress))
    }

    /// Forgets failures that this import will find again if they still occur.
    private func forgetFailures(below paths: [String]) throws {
        guard try store.read({ try $0.failurePage(offset: 0, limit: 0).total }) > 0 else { return }
        try store.write { transaction in
            for path in paths { try transaction.forgetFailuresToBeTriedAgain(below: path) }
        }
    }

    private func importPipeline(
        _ restoresDeleted: Bool, _ recognition: ImportRecognition,
        _ progress: @escaping @Sendable (ImportSummary) -> Void, _ leftOut: (@Sendable (LeftOutFile) -> Void)?
    ) -> ImportPipeline {
        ImportPipeline(
            store: store,
            readers: { [extractor] unit in
                let extractor = DocumentTextExtractor(
                    parserExecutable: extractor.parserExecutable,
                    recognition: try await recognition.recognition(for: unit))
                return try ImportFormats.all.reader(of: unit, extractor: extractor)
            },
            unpacker: ArchiveUnpacker(into: location.unpacked, parserExecutable: extractor.parserExecutable),
            known: knownFormat,
            isCurrent: { cursor, format, path in
                ImportFormats.all.isCurrent(cursor, of: format, recognisesText: recognition.isWanted(at: path))
            },
            restoresDeleted: restoresDeleted, progress: progress, leftOut: leftOut)
    }

    private func entries(
        at paths: [String], as format: SourceFormat?, readsImages: @escaping SourceWalker.ReadsImages
    ) -> some Sequence<WalkEntry> {
        paths.lazy.flatMap { self.walker(at: $0, as: format, readsImages: readsImages) }
    }

    /// The total size in bytes of the files that an import of these paths would read.
    ///
    /// - Parameter readsImages: true if the text in images is recognised.
    public func byteCount(at paths: [String], as format: SourceFormat? = nil, readsImages: Bool = false) -> Int {
        entries(at: paths, as: format, readsImages: { _ in readsImages }).reduce(0) { sum, entry in
            switch entry {
            case .unit(let unit), .archive(let unit), .possibleExport(let unit): sum + unit.byteCount
            case .failure, .skipped: sum
            }
        }
    }

    /// A walker that does not open files that were imported before and have not changed.
    private func walker(
        at path: String, as format: SourceFormat?, readsImages: @escaping SourceWalker.ReadsImages
    ) -> SourceWalker {
        guard format == nil else { return SourceWalker(path: path, as: format) }
        return SourceWalker(path: path, known: knownFormat, readsImages: readsImages)
    }

    /// Tells the formats of the files that were imported before, as they are now.
    private var knownFormat: @Sendable (_ path: String, _ byteCount: Int, _ modified: Int64) -> SourceFormat? {
        let known = KnownSources(store)
        return { known.format(of: $0, byteCount: $1, modified: $2) }
    }

    /// Embeds all passages that have no vector yet. Does nothing without an encoder.
    ///
    /// - Parameter maySwitch: asked when the vectors of another model are complete, with the library as they search it. False
    ///   keeps them beside those that serve.
    public func embed(
        progress: @escaping @Sendable (EmbeddingProgress) -> Void = { _ in },
        maySwitch: @escaping @Sendable (RecallLibrary) throws -> Bool = { _ in true }
    ) async throws -> EmbeddingProgress? {
        guard let encoder else { return nil }
        return try await embeddingPipeline(encoder, maySwitch, progress).run()
    }

    private func embeddingPipeline(
        _ encoder: any SentenceEncoder, _ maySwitch: @escaping @Sendable (RecallLibrary) throws -> Bool,
        _ progress: @escaping @Sendable (EmbeddingProgress) -> Void
    ) throws -> EmbeddingPipeline {
        let serving = try store.read { try $0.servingGeneration() }
        let other = serving.flatMap { $0.isMade(by: encoder) ? nil : generationEncoders.encoder(of: $0) }
        return EmbeddingPipeline(
            store: store, encoder: encoder, servingEncoder: other,
            progress: progress, maySwitch: { try maySwitch(RecallLibrary(self, searchedBy: $0)) })
    }

    /// The best threads for a query.
    ///
    /// - Parameter deadline: the time by which to return the best results so far. The response's notes list the steps
    ///   that were skipped.
    public func search(_ query: SearchQuery, deadline: ContinuousClock.Instant? = nil) throws -> SearchResponse {
        try engine.search(query, deadline: deadline)
    }

    /// Searches on a background thread and returns the best threads for a query. Cancelling the task cancels the
    /// search.
    ///
    /// - Parameter deadline: the time by which to return the best results so far. The response's notes list the steps
    ///   that were skipped.
    public func answer(
        to query: SearchQuery, deadline: ContinuousClock.Instant? = nil
    ) async throws -> SearchResponse {
        try await engine.answer(to: query, deadline: deadline)
    }

    /// Searches in two steps and yields each response as soon as it is ready: first lexical results, then the final
    /// ones with semantic retrieval (`SearchResponse.isFinal`). Runs on background threads; ends when the consumer
    /// stops.
    ///
    /// - Parameter deadline: the time by which to return the best results so far. The response's notes list the steps
    ///   that were skipped.
    public func searches(
        _ query: SearchQuery, deadline: ContinuousClock.Instant? = nil
    ) -> AsyncThrowingStream<SearchResponse, any Error> {
        engine.searches(query, deadline: deadline)
    }

    /// A search-as-you-type session for one input field: each search cancels the one before.
    public func searchAsYouType() -> SearchField {
        SearchField(engine)
    }

    /// The threads whose vectors are nearest to an item's, of items that pass `filter`.
    public func similar(
        to id: ItemID, within filter: SearchFilter = .everything, limit: Int = 10
    ) throws -> SearchResponse {
        try engine.similar(to: id, within: filter, limit: limit)
    }

    /// The item with the id; `nil` if there is none.
    public func item(_ id: ItemID) throws -> Item? {
        try store.read { try $0.item(id) }
    }

    /// The item's thread with all its items in reading order; `nil` if there is no such item.
    public func thread(of id: ItemID) throws -> (thread: ItemThread, items: [Item])? {
        try store.read { snapshot in
            guard let row = try snapshot.key(of: id)?.thread, let thread = try snapshot.thread(row) else { return nil }
            return (thread, try snapshot.items(thread: row))
        }
    }

    /// The items whose ids begin with `prefix`, at most two. Two mean that the prefix is ambiguous.
    public func items(withIDPrefix prefix: String) throws -> [ItemID] {
        try store.read { try $0.items(withIDPrefix: prefix) }
    }

    /// The numbers of items, threads and passages, and the progress of embedding.
    public func counts() throws -> LibraryCounts {
        try store.read { try countsCache.counts(of: $0) }
    }

    /// The number of passages, and of those with a vector that searches use. Takes a small part of the time of `counts`.
    public func passageCounts() throws -> (all: Int, embedded: Int) {
        try store.read { try $0.passageCounts() }
    }

    /// True if there is no item.
    public func isEmpty() throws -> Bool {
        try store.read { try $0.isEmpty() }
    }

    /// The files and records that could not be imported, with the reason; at most `limit`.
    public func failures(limit: Int = .max) throws -> [StoredFailure] {
        try store.read { try $0.failures(limit: limit) }
    }
}
