public import RecallCore
public import RecallStore
import RecallText

/// The addresses, numbers and names by which statements name people.
public struct PersonNaming {
    /// A written address, number or name in a form in which equal ones are equal.
    private enum Form: Hashable {
        case address(AddressKey)
        case text(String)

        /// `nil` for what names nobody.
        init?(_ written: String) {
            if let key = AddressKey(written) {
                self = .address(key)
            } else {
                let text = WordFolding.fold(written)
                if text.isEmpty { return nil }
                self = .text(text)
            }
        }
    }

    /// The people whom each form names, by their rows.
    private var people: [Form: Set<Int64>] = [:]

    /// The names of `participants`.
    ///
    /// - Complexity: O(*n*).
    public init(_ participants: [StoredParticipant]) {
        for stored in participants {
            for form in Self.forms(of: stored.participant) {
                people[form, default: []].insert(stored.person ?? stored.row)
            }
        }
    }

    /// The first address, number or name of a person's `participants` that names nobody else; `nil` if there is none.
    public func identifier(of participants: [Participant]) -> String? {
        let written = participants.map(\.address) + participants.map(\.name)
        return written.first { Form($0).map { people[$0]?.count == 1 } ?? false }
    }

    /// True if a participant has what the owner wrote as its address or number, or, if it is neither, as its whole name.
    public static func isNamed(_ participant: Participant, _ written: String) -> Bool {
        guard let form = Form(written) else { return false }
        return forms(of: participant).contains(form)
    }

    /// The positions of the participants that the owner said to be, oldest statement first: the last about each holds.
    public static func owner(_ statements: [PersonStatement], _ participants: [StoredParticipant]) -> [Int] {
        statements.reduce(into: []) { own, statement in
            guard statement.kind != .same else { return }
            let named = positions(of: statement.first, participants)
            if statement.kind == .me { own += named } else { own.removeAll(where: named.contains) }
        }
    }

    /// The positions of the participants that `written` names.
    static func positions(of written: String, _ participants: [StoredParticipant]) -> [Int] {
        participants.indices.filter { isNamed(participants[$0].participant, written) }
    }

    /// A name that is written like an address names nobody: the address does.
    private static func forms(of participant: Participant) -> [Form] {
        let name = Form(participant.name).flatMap { form in
            if case .text = form { form } else { nil }
        }
        return [Form(participant.address), name].compactMap { $0 }
    }
}
