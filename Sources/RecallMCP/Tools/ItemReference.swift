import RecallCore
import RecallWire

/// An item as a client names it.
enum ItemReference {
    case id(ItemID)
    /// The first digits of its id, as `recall search` prints them.
    case prefix(String)

    static let fewestDigits = 8

    init?(_ text: String) {
        if let id = RecallLink(text)?.id ?? ItemID(text) {
            self = .id(id)
        } else {
            let digits = RecallLink.digits(of: text)
            guard (Self.fewestDigits..<32).contains(digits.count), digits.allSatisfy(\.isHexDigit) else { return nil }
            self = .prefix(digits)
        }
    }

    var digits: String {
        switch self {
        case .id(let id): id.description
        case .prefix(let digits): digits
        }
    }
}
