import RecallCore
import RecallIndexing
import RecallStore

/// The copies of uploaded files in the library's folder stay as long as something of them is listed: an item, or what could
/// not be imported.
extension RecallLibrary {
    /// Removes the copies at paths, or below them, that were never imported or that nothing lists any more.
    package func removeUnlistedUploads(at paths: [String]) throws {
        let folder = UploadFolder(of: location)
        try removeUnlisted(paths.flatMap(folder.files(below:)) + folder.archives(holding: paths))
    }

    /// Removes the copies that a server left behind which was cut off before it imported them. What came lately stays: another
    /// server may be about to import it.
    ///
    /// - Parameter pending: the files and folders that are still to be imported.
    package func removeAbandonedUploads(besides pending: [String]) throws {
        try removeUnlisted(
            UploadFolder(of: location).oldFiles().filter { file in
                !pending.contains(where: file.isPath)
            })
    }

    private func removeUnlisted(_ files: [String]) throws {
        let unlisted = try store.read { snapshot in try files.filter { try !snapshot.isListed($0) } }
        for file in unlisted { try UploadFolder(of: location).remove(file) }
    }

    /// Removes the copies whose last item was deleted, and forgets that they were imported.
    func removeEmptiedUploads(purgingNow: Bool = true) throws {
        let empty = try store.read { try $0.emptySources(below: location.uploads) }
        if !empty.isEmpty { _ = try deleteSources(empty, purgingNow: purgingNow) }
    }
}
