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

    /// The statements about people of whom there is still an item, in their order. What was deleted leaves no address behind: if
    /// it stood between two who stay, these are said to be the same. What the owner said to be stays.
    ///
    /// - Complexity: O(*n*) in the statements.
    func kept(_ statements: [PersonStatement]) -> [PersonStatement] {
        var replacement: [Form: String] = [:]
        func present(_ written: String) -> String? {
            guard let form = Form(written) else { return nil }
            return people[form] == nil ? replacement[form] : written
        }
        return statements.compactMap { statement in
            let (first, second) = (present(statement.first), present(statement.second))
            switch (statement.kind, first, second) {
            case (.me, _, _): return statement
            case (.apart, _, _):
                guard let form = Form(statement.first), people[form] == nil else { return statement }
                replacement[form] = nil
            case (.same, let first?, let second?): return first == second ? nil : PersonStatement(.same, first, second)
            case (.same, let first?, nil): Form(statement.second).map { replacement[$0] = first }
            case (.same, nil, let second?): Form(statement.first).map { replacement[$0] = second }
            case (.same, nil, nil): break
            }
            return nil
        }
    }

    /// True if a participant has what the owner wrote as its address or number, or, if it is neither, as its whole name.
    public static func isNamed(_ participant: Participant, _ written: String) -> Bool {
        guard let form = Form(written) else { return false }
        return forms(of: participant).contains(form)
    }

    /// The positions of the participants that the owner said to be, oldest statement first: the last about each holds. Whom
    /// exports call "Me" is the owner too, as soon as it is known who that is.
    public static func owner(_ statements: [PersonStatement], _ participants: [StoredParticipant]) -> [Int] {
        let stated: [Int] = statements.reduce(into: []) { own, statement in
            guard statement.kind != .same else { return }
            let named = positions(of: statement.first, participants)
            if statement.kind == .me { own += named } else { own.removeAll(where: named.contains) }
        }
        guard !stated.isEmpty, !statements.contains(where: isAboutMe) else { return stated }
        return stated + participants.indices.filter { participants[$0].participant.isMe && !stated.contains($0) }
    }

    /// True if somebody said whom exports call "Me": another telephone's owner may be.
    private static func isAboutMe(_ statement: PersonStatement) -> Bool {
        statement.kind != .me && [statement.first, statement.second].contains { isNamed(.me, $0) }
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
