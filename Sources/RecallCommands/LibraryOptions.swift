import ArgumentParser
import Foundation
import RecallCore
import RecallKit

/// The option for the library that a command works on.
struct LibraryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The library's folder (default: $RECALL_LIBRARY, else your data folder).", valueName: "path")
    )
    var library: String?

    var location: LibraryLocation {
        library.map(LibraryLocation.init(option:))
            ?? .standard(environment: ProcessInfo.processInfo.environment)
    }

    /// Throws a `CommandFailure` if there is no library yet.
    func requireLibrary() throws {
        guard location.exists else {
            throw CommandFailure(
                "There is no library at \(location.folder) yet. Run: \(location.command("import PATH"))")
        }
    }

    /// The library for writing, without a model.
    ///
    /// - Throws: `CommandFailure` if there is none yet: a change of what is there makes no library.
    func openExisting() throws -> RecallLibrary {
        try requireLibrary()
        return try RecallLibrary(at: location, for: .write, model: .none)
    }

    /// The library for writing, with the model, or without one where there is none.
    ///
    /// - Parameter precision: set for the library from now on, if it is given.
    func openForWriting(in precision: EncoderPrecision?) throws -> RecallLibrary {
        let library = try RecallLibrary(at: location, for: .write, model: .none)
        if let precision { try library.setPrecision(precision) }
        return library.with(.installed)
    }
}

/// The form in which a command prints what it found.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
}
