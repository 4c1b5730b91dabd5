import RecallCore
import RecallImport
import RecallStore

/// The text recognition of one import: asked for as a whole, or by the watched folders that have it.
struct ImportRecognition: Sendable {
    /// The recognition that was asked for; `nil` if none was.
    private let asked: TextRecognition?
    /// The recognition of the watched folders that ask for it; `nil` if none does, or no engine is installed.
    private let watching: TextRecognition?
    private let folders: [String]
    private let store: LibraryStore

    /// The recognition of an import into `store`.
    ///
    /// - Throws: `CancellationError`.
    init(_ asked: TextRecognition?, store: LibraryStore) async throws {
        (self.asked, self.store) = (asked, store)
        folders = WatchedFolders(of: store.location).recognisedPaths
        watching = folders.isEmpty ? nil : try await Self.possible()
    }

    /// The recognition by the engine that is installed; `nil` if there is none.
    private static func possible() async throws -> TextRecognition? {
        do {
            return try await TextRecognition.installed()
        } catch let error as CancellationError {
            throw error
        } catch {
            return nil
        }
    }

    /// True if the text of scanned pages and images at a path is to be read.
    func isWanted(at path: String) -> Bool {
        if asked != nil { return true }
        return watching != nil && folders.contains(where: path.isPath)
    }

    /// The recognition for a file that is read: also for one whose text in the library was recognised, which would be lost
    /// otherwise.
    ///
    /// - Throws: `ImportFailure` if that is no longer possible.
    func recognition(for unit: SourceUnit) async throws -> PageRecognition? {
        guard ImportFormats.all.hasScans(unit.format) else { return nil }
        guard try isWanted(at: unit.path) || wasRecognised(unit) else { return nil }
        let possible = if let known = asked ?? watching { known } else { try await Self.possible() }
        guard let possible else {
            throw ImportFailure(
                .parserFailed, path: unit.path,
                reason: "Text of it was recognised when it was imported before, and now that is not possible: "
                    + Tesseract.advice)
        }
        return PageRecognition(possible) { [store] id in try store.read { try $0.item(id) } }
    }

    private func wasRecognised(_ unit: SourceUnit) throws -> Bool {
        let item = try store.read { snapshot in try snapshot.item(ofFile: unit.path).flatMap { try snapshot.item($0) } }
        return item?.defects.contains(.recognisedText) == true
    }
}
