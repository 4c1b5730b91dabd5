/// A person or an address that wrote or received an item, as the source names them.
public struct Participant: Hashable, Sendable, Encodable {
    /// The display name, decoded; empty if the source gives none.
    public var name: String
    /// The e-mail address or telephone number, as written; empty if the source gives none.
    public var address: String

    /// A participant; unknown properties are empty.
    public init(name: String = "", address: String = "") {
        self.name = name
        self.address = address
    }

    /// The e-mail address in lower case; `nil` for a telephone number, an address of Exchange, or none.
    public var mailAddress: String? { address.contains("@") ? address.lowercased() : nil }

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
