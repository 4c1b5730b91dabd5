import RecallCore
import RecallStore

/// The pages of documents that the shown hits are on.
struct HitPages {
    private let library: LibrarySnapshot

    init(_ library: LibrarySnapshot) {
        self.library = library
    }

    /// The results with the pages of their hits.
    ///
    /// - Complexity: O(*h*) lookups in the hits in documents.
    func numbered(_ results: [SearchResult]) throws -> [SearchResult] {
        var (results, starts): ([SearchResult], [ItemID: [Int]]) = (results, [:])
        for index in results.indices {
            for place in results[index].passages.indices {
                let hit = results[index].passages[place]
                guard hit.item.kind == .document else { continue }
                let pages = try starts[hit.item.id] ?? library.pageStarts(of: hit.item.id)
                starts[hit.item.id] = pages
                results[index].passages[place].page = hit.page(ofThoseBeginningAt: pages)
            }
        }
        return results
    }
}

extension PassageHit {
    /// The page of its first word that was found, the one at which the app opens the file.
    fileprivate func page(ofThoseBeginningAt starts: [Int]) -> Int? {
        guard starts.count > 1 else { return nil }
        let offset = passage.range.lowerBound + (highlights.first ?? sentence ?? 0..<0).lowerBound
        return max(1, starts.count { $0 <= offset })
    }
}
