public import RecallCore
import RecallStore

/// The files that were imported, and what could not be imported of them.
extension RecallLibrary {
    /// The files at a path or below it, ordered by path.
    public func sources(below path: String) throws -> [SourceRow] {
        try store.read { try $0.sources(below: path) }
    }

    /// The items and failures that were read so far of the files at these paths or below them.
    public func readCounts(below paths: [String]) throws -> (items: Int, failures: Int) {
        try store.read { snapshot in
            try paths.reduce(into: (items: 0, failures: 0)) { sum, path in
                let counts = try snapshot.readCounts(below: path)
                sum.items += counts.items
                sum.failures += counts.failures
            }
        }
    }

    /// The files that were begun and not read to their end, ordered by path: at most `limit`. Importing them again goes on where
    /// each was left.
    public func unfinishedSources(limit: Int) throws -> [UnfinishedSource] {
        try store.read { try $0.unfinishedSources(limit: limit) }
    }

    /// Forgets what could not be imported, at one path or everywhere. Files of which nothing could be read are tried again by
    /// the next import, and copies of uploaded files of which nothing else is listed are removed.
    ///
    /// - Returns: the number of failures that were forgotten.
    public func dismissFailures(at path: String? = nil) throws -> Int {
        let uploads = try store.read { try $0.failedPaths(below: path ?? location.uploads) }
        let dismissed = try store.write { try $0.dismissFailures(at: path) }
        try removeUnlistedUploads(at: uploads)
        return dismissed
    }
}
