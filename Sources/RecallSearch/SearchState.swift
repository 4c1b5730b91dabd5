import RecallCore
import RecallStore

/// One state of a library as one search sees it.
struct SearchState {
    let snapshot: LibrarySnapshot
    let index: SearchIndex
    let memory: SearchMemory
    let freshness: SearchMemory.Freshness
    /// `LibraryRevision.itemRewrites` of the snapshot.
    let rewrites: Int

    /// The state of `snapshot`, of which `memory` keeps what it can.
    ///
    /// - Parameter loadingVectors: whether the index needs them.
    init(
        _ snapshot: LibrarySnapshot, _ memory: SearchMemory, _ freshness: SearchMemory.Freshness, loadingVectors: Bool
    ) throws {
        self.snapshot = snapshot
        self.memory = memory
        self.freshness = freshness
        index = try memory.index(snapshot, loadingVectors: loadingVectors, freshness)
        rewrites = try snapshot.revision().itemRewrites
    }

    /// The passages that searches look at.
    var glances: Glances { Glances(snapshot: snapshot, rewrites: rewrites, memory: memory.glances) }

    /// The items' table, loaded when the first filter asks for it.
    func table() throws -> ItemTable {
        try memory.table(snapshot, freshness)
    }

    /// What passes `filter`: one exact condition that every lane obeys before ranking.
    func passing(_ filter: SearchFilter) throws -> PassingItems {
        let isLive = index.layout.isLive
        guard filter != .everything else { return PassingItems(passages: isLive.indices.filter { isLive[$0] }) }
        let table = try table()
        let items = try snapshot.items(passing: filter, in: table)
        return PassingItems(table: table, items: items, passages: table.passages(of: items, where: isLive))
    }
}
