import ArgumentParser
import Foundation
import RecallEmbedding
import RecallKit
import RecallStore

/// The option for the library that a command works on.
struct LibraryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The library's folder (default: $RECALL_LIBRARY, else your data folder).", valueName: "path")
    )
    var library: String?

    var location: LibraryLocation {
        library.map(LibraryLocation.init(path:))
            ?? .standard(environment: ProcessInfo.processInfo.environment)
    }

    /// The library with its model. Without a model, search is lexical only.
    ///
    /// - Parameter precision: becomes the library's precision, if given.
    func open(
        for access: LibraryStore.Access, precision: EncoderPrecision? = nil
    ) throws -> (library: RecallLibrary, modelProblem: String?) {
        let store = try LibraryStore(at: location, for: access)
        if let precision { try store.setPrecision(precision) }
        let model = InstalledModelLoader.load(for: store)
        return (RecallLibrary(store: store, encoder: model.encoder), model.problem)
    }
}

/// The form in which a command prints what it found.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
}
