import ArgumentParser
import RecallCore
import RecallKit

/// The argument for the item that a command works on.
struct ItemIDArgument: ParsableArguments {
    @Argument(help: "The item's id, or its first digits.")
    var id: String

    func validate() throws {
        try ItemIDPrefix.validate(id)
    }

    /// The only item whose id begins with the argument.
    func find(in library: RecallLibrary) throws -> ItemID {
        try ItemIDPrefix.find(id, in: library)
    }
}

/// The first digits of an item's id, as search prints them.
enum ItemIDPrefix {
    static func validate(_ id: String) throws {
        guard !id.isEmpty, id.allSatisfy(\.isHexDigit) else {
            throw ValidationError("An id has the digits 0 to 9 and a to f. Search prints ids.")
        }
    }

    /// The only item whose id begins with `id`.
    static func find(_ id: String, in library: RecallLibrary) throws -> ItemID {
        let found = try library.items(withIDPrefix: id)
        guard let first = found.first else {
            throw CommandFailure("No item has an id that begins with \(id). Search prints ids.", code: "not-found")
        }
        guard found.count == 1 else {
            throw CommandFailure("More than one item has an id that begins with \(id). Add digits.", code: "ambiguous")
        }
        return first
    }
}
