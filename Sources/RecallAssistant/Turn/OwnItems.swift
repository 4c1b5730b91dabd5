import RecallCore
import RecallKit

/// The items that the owner of a library wrote: by their addresses, and by their name where it has no address, as in exports of
/// chats. Never by "me", which is part of other names.
struct OwnItems {
    private let addresses: Set<String>
    /// The words of each name.
    private let names: [Set<String>]
    private let written: [String]

    /// - Parameter name: the name of the person who asks, if it is known.
    init(of library: RecallLibrary, called name: String?) throws {
        let stated = try library.people().filter(\.isOwner).flatMap(\.participants)
        let known = stated.isEmpty ? [try library.owner()].compactMap(\.self) : stated
        addresses = Set(known.map { $0.address.lowercased() }).subtracting([""])
        written = (known.map(\.name) + [name].compactMap(\.self)).filter { !RecallLibrary.words(of: $0).isEmpty }
        names = written.map { Set(RecallLibrary.words(of: $0)) }
    }

    /// Everything but what is from their addresses.
    var othersFilter: SearchFilter {
        addresses.sorted().reduce(.everything) { $0.and(.not(QuestionPattern.isFrom($1))) }
    }

    /// Everything from their addresses, or from somebody of their names: `include` tells which of these.
    var filter: SearchFilter {
        .any((addresses.sorted() + written + ["me"]).map(QuestionPattern.isFrom))
    }

    /// True for an item that the owner wrote.
    func include(_ item: ItemSummary) -> Bool {
        guard let sender = item.sender, item.quoted == nil else { return false }
        if addresses.contains(sender.address.lowercased()) { return true }
        let words = Set(RecallLibrary.words(of: sender.name))
        guard !words.isEmpty else { return false }
        // "Hanna" of a chat is a part of "Hanna Brandreth"; with an address of its own it may be anybody.
        return sender.address.isEmpty
            ? names.contains { words.isSubset(of: $0) } : addresses.isEmpty && names.contains(words)
    }
}
