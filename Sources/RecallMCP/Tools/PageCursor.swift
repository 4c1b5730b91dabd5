import RecallCore

/// The place in a list at which a page begins, as text that means nothing to clients. It fits only the call it was made for.
struct PageCursor: Hashable {
    /// A place in a list.
    enum Place: Hashable {
        /// After so many results, or bytes.
        case offset(Int)
        /// After a place among items.
        case after(ItemListPosition)
    }

    let place: Place
    /// The hash of what the list is of.
    private let list: UInt64

    /// A place in the list that `list` says what it is of.
    init(_ place: Place, of list: String) {
        (self.place, self.list) = (place, Self.hash(list))
    }

    private static let longest = 100

    /// The place that `text` names in that list; `nil` if it names none.
    init?(_ text: String, of list: String) {
        let parts = text.utf8.count <= Self.longest ? text.split(separator: ".", omittingEmptySubsequences: false) : []
        guard parts.count == 3, parts[0] == String(Self.hash(list), radix: 36) else { return nil }
        if parts[2].isEmpty, let offset = Int(parts[1]), 0...Self.mostOffset ~= offset {
            self.init(.offset(offset), of: list)
        } else if let row = Int64(parts[2]), parts[1] == "none" || Int64(parts[1]) != nil {
            self.init(.after(ItemListPosition(date: Int64(parts[1]), row: row)), of: list)
        } else {
            return nil
        }
    }

    private static let mostOffset = 1 << 40

    /// The cursor as it is sent.
    var text: String {
        let name = String(list, radix: 36)
        return switch place {
        case .offset(let offset): "\(name).\(offset)."
        case .after(let position): "\(name).\(position.date.map { "\($0)" } ?? "none").\(position.row)"
        }
    }

    /// FNV-1a, 64 bits: cursors of other lists are told apart, not secured.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
