import ArgumentParser
import Foundation
import RecallEmbedding
import RecallKit
import RecallStore

/// Which library a command works on.
struct LibraryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The library's folder (default: $RECALL_LIBRARY, else your data folder).", valueName: "path")
    )
    var library: String?

    var location: LibraryLocation {
        library.map(LibraryLocation.init(path:))
            ?? .standard(environment: ProcessInfo.processInfo.environment)
    }

    /// The library with the model, or without one where there is none: words can still be searched.
    func open(for access: LibraryStore.Access) throws -> (library: RecallLibrary, modelProblem: String?) {
        let model = InstalledModelLoader.load()
        let library = try RecallLibrary(at: location, for: access, encoder: model.encoder)
        return (library, model.problem)
    }
}

/// How a command prints what it found.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
}
