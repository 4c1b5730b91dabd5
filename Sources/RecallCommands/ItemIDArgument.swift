import ArgumentParser
import RecallCore
import RecallKit

/// The argument for the item that a command works on.
struct ItemIDArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The number of a result of the last search in this terminal; or an item's id, or its first digits.",
            valueName: "number-or-id"))
    var id: String

    func validate() throws { try NumberOrID(id).validate() }

    /// The item that the argument names.
    func find(in library: RecallLibrary) throws -> ItemID { try NumberOrID(id).find(in: library) }
}

/// The number of a result of the last search in this terminal, or the first digits of an item's id.
struct NumberOrID {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    /// The most results of a search have four digits. No id that search prints is as short.
    private var number: Int? {
        guard text.count <= 4, text.allSatisfy({ ("0"..."9").contains($0) }), let number = Int(text) else { return nil }
        return number > 0 ? number : nil
    }

    func validate() throws {
        if number == nil { try ItemIDPrefix.validate(text) }
    }

    /// The result with that number, or the only item whose id begins with the text.
    func find(in library: RecallLibrary) throws -> ItemID {
        guard let number else { return try ItemIDPrefix.find(text, in: library) }
        return try ShownResults.item(number, in: library.location)
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
