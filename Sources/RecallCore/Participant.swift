/// A person or an address that wrote or received an item, as the source names them.
public struct Participant: Hashable, Sendable, Encodable {
    /// The display name, decoded; empty if the source gives none.
    public var name: String
    /// The e-mail address or telephone number, as written, or the account of a chat service, as `telegram:user123`; empty if the
    /// source gives none.
    public var address: String

    /// A participant; unknown properties are empty.
    public init(name: String = "", address: String = "") {
        self.name = name
        self.address = address
    }

    /// The e-mail address in lower case; `nil` for a telephone number, an address of Exchange, or none.
    public var mailAddress: String? { address.contains("@") ? address.lowercased() : nil }

    /// The account of a chat service as an address, which no mail or number can be.
    public static func account(_ id: String, of service: String) -> String { "\(service):\(id)" }

    /// The same account as the one of whose export an item is: `telegram:user123:me`.
    public static func ownAccount(_ id: String, of service: String) -> String {
        account(id, of: service) + ownMark
    }

    private static let ownMark = ":me"

    /// True for an account of a chat service.
    public var isAccount: Bool { address.hasPrefix("telegram:") }

    /// True for an account whose export an item is from, as that says.
    public var isOwnAccount: Bool { isAccount && address.hasSuffix(Self.ownMark) }

    /// The account of a chat service, `telegram:user123`, whether it is said whose export it is or not; `nil` for any other address.
    public var account: String? {
        guard isOwnAccount else { return isAccount ? address : nil }
        return String(address.dropLast(Self.ownMark.count))
    }

    /// The name of somebody whom the export's owner has not saved as a contact, as WhatsApp writes it.
    public static func selfChosen(_ name: String) -> Participant { Participant(name: "~ " + name) }

    /// True if the person chose the name alone, so that it may be anybody's: it is behind a tilde, or that of an account of somebody
    /// else than the one who exported it.
    public var isSelfNamed: Bool { isAccount && !isOwnAccount || name.hasPrefix("~") }

    /// Whom exports of telephones and of assistants call so: whose telephone or account it is.
    public static let me = Participant(name: "Me")

    /// True if an export says no more of somebody than that it is the person's own.
    public var isMe: Bool { self == .me }

    /// The name if there is one, else the address.
    public var displayName: String { name.isEmpty ? address : name }

    /// `Ada Lind <ada@people.example>`. Where a name may deceive, its address stands beside it: a sender can choose any name.
    public var withAddress: String { name.isEmpty || address.isEmpty ? displayName : "\(name) <\(address)>" }
}

/// A participant that an item was sent to, and how.
public struct Recipient: Hashable, Sendable, Encodable {
    /// The header field that named the recipient.
    public enum Role: String, Hashable, Sendable, Encodable, CaseIterable {
        case to, cc, bcc
    }

    /// The person who received it.
    public var participant: Participant
    /// In which header field.
    public var role: Role

    /// A recipient named in the field `role`.
    public init(_ participant: Participant, role: Role = .to) {
        self.participant = participant
        self.role = role
    }
}
