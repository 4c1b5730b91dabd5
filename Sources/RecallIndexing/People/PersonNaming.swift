public import RecallCore
public import RecallStore
import RecallText

/// The addresses, numbers and names by which statements name people.
public struct PersonNaming: Sendable {
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

        /// A name that is written like an address names nobody: the address does.
        init?(ofName name: String) {
            guard let form = Form(name), case .text = form else { return nil }
            self = form
        }
    }

    private let participants: [StoredParticipant]
    /// The positions of the participants whom each form names.
    private let named: [Form: [Int]]
    /// The names that came by mail without an address. Statements mean nobody by them, since anybody can write under them.
    private let namedByMail: Set<Form>

    /// The names of `participants`.
    ///
    /// - Complexity: O(*n*).
    public init(_ participants: [StoredParticipant]) {
        self.participants = participants
        var (named, underAddresses): ([Form: [Int]], [Form: [Int]]) = ([:], [:])
        var byMail: Set<Form> = []
        for (index, stored) in participants.enumerated() {
            let participant = stored.participant
            guard !stored.isNameByMail else {
                Form(ofName: participant.name).map { _ = byMail.insert($0) }
                continue
            }
            let address = Form(participant.address)
            if let address { named[address, default: []].append(index) }
            // Anybody may call an account so; it is named by its id.
            guard !participant.isAccount || participant.isOwnAccount, let name = Form(ofName: participant.name),
                name != address
            else { continue }
            if participant.address.isEmpty {
                named[name, default: []].append(index)
            } else {
                underAddresses[name, default: []].append(index)
            }
        }
        let isMail = { (index: Int) in participants[index].participant.address.contains("@") }
        for (name, others) in underAddresses {
            if NameKey(participants[others[0]].participant.name) != nil {
                named[name] = ((named[name] ?? []) + others).sorted()
            } else if named[name] == nil {
                // Anybody may write from an address under the name by which a chat calls somebody: "Mum", "Jonas". The names
                // beside telephone numbers are those of the owner's address book.
                let numbers = others.filter { !isMail($0) }
                named[name] = numbers.isEmpty ? nil : numbers
            }
        }
        self.named = named
        namedByMail = byMail
    }

    /// True if somebody has `written` as an address, a number or, if it is neither, as the whole name.
    public func isKnown(_ written: String) -> Bool { !positions(of: written).isEmpty }

    /// The positions of the participants that `written` names: a name that is no full one means those without an address, else
    /// those with a telephone number.
    func positions(of written: String) -> [Int] { Form(written).flatMap { named[$0] } ?? [] }

    /// The positions that are the owner's who says to be `written`. A name is none of an e-mail address: anybody can write a mail
    /// under it, also later.
    private func ownPositions(of written: String) -> [Int] {
        let positions = positions(of: written)
        guard case .text = Form(written) else { return positions }
        return positions.filter { participants[$0].participant.mailAddress == nil }
    }

    /// The e-mail addresses under a full name, each once with its rows; none if `name` is none.
    ///
    /// - Complexity: O(*n*) in names.
    public func mailAddresses(under name: String) -> [OwnersNames.Found] {
        guard let key = NameKey(name) else { return [] }
        let named = participants.filter { stored in
            stored.participant.mailAddress != nil && !stored.isNameByMail && NameKey(stored.participant.name) == key
        }
        return Dictionary(grouping: named) { AddressKey($0.participant.address) }.values.map { rows in
            OwnersNames.Found(identifier: rows[0].participant.address, rows: Set(rows.map(\.row)))
        }.sorted { $0.identifier < $1.identifier }
    }

    /// The rows of those whom `written` names.
    public func rows(_ written: String) -> Set<Int64> { Set(positions(of: written).map { participants[$0].row }) }

    /// The rows that are the owner's who says to be `written`.
    public func ownRows(_ written: String) -> Set<Int64> {
        Set(ownPositions(of: written).map { participants[$0].row })
    }

    /// The people whom `written` names, each by the row by which it is known.
    public func people(_ written: String) -> Set<Int64> {
        Set(positions(of: written).map { participants[$0].person ?? participants[$0].row })
    }

    /// The first address, number or name of a person's `participants` that names nobody else; `nil` if there is none.
    ///
    /// - Parameter participants: all of the person.
    public func identifier(of participants: [Participant]) -> String? {
        let written = participants.map { $0.account ?? $0.address } + participants.map(\.name)
        return written.first { written in
            guard people(written).count == 1, let first = positions(of: written).first else { return false }
            return participants.contains(self.participants[first].participant)
        }
    }

    /// The statements about people of whom there is still an item, in their order. What was deleted leaves no address behind: if
    /// it stood between two who stay, these are said to be the same. What the owner said to be stays.
    ///
    /// - Complexity: O(*n*) in the statements.
    func kept(_ statements: [PersonStatement]) -> [PersonStatement] {
        var replacement: [Form: String] = [:]
        func present(_ written: String) -> String? {
            guard let form = Form(written) else { return nil }
            return isPresent(form) ? written : replacement[form]
        }
        return statements.compactMap { statement in
            let (first, second) = (present(statement.first), present(statement.second))
            switch (statement.kind, first, second) {
            case (.me, _, _): return statement
            case (.apart, _, _):
                guard let form = Form(statement.first), !isPresent(form) else { return statement }
                replacement[form] = nil
            case (.same, let first?, let second?): return first == second ? nil : PersonStatement(.same, first, second)
            case (.same, let first?, nil): Form(statement.second).map { replacement[$0] = first }
            case (.same, nil, let second?): Form(statement.first).map { replacement[$0] = second }
            case (.same, nil, nil): break
            }
            return nil
        }
    }

    private func isPresent(_ form: Form) -> Bool { named[form] != nil || namedByMail.contains(form) }

    /// The positions of the participants that the owner said to be, oldest statement first: the last about each holds. Whom
    /// exports call "Me" is the owner too, as soon as it is known who that is.
    public func owner(_ statements: [PersonStatement]) -> [Int] {
        let stated: [Int] = statements.reduce(into: []) { own, statement in
            guard statement.kind != .same else { return }
            if statement.kind == .me {
                own += ownPositions(of: statement.first)
            } else {
                own.removeAll(where: positions(of: statement.first).contains)
            }
        }
        guard !stated.isEmpty else { return stated }
        let accounts = ownAccount(besides: stated, statements)
        guard !statements.contains(where: Self.isAboutMe) else { return stated + accounts }
        return stated + accounts
            + positions(of: Participant.me.name).filter {
                participants[$0].participant.isMe && !stated.contains($0)
            }
    }

    /// The positions of the account whose exports the library has, by what these say. None if exports of several people are there,
    /// if something was said about it, or if it has a full name that is none of the owner's: somebody may have sent an export.
    private func ownAccount(besides stated: [Int], _ statements: [PersonStatement]) -> [Int] {
        let accounts = Set(participants.compactMap { $0.participant.isOwnAccount ? $0.participant.account : nil })
        guard accounts.count == 1, let account = accounts.first, let form = Form(account),
            !statements.contains(where: { $0.kind != .me && [$0.first, $0.second].contains { Form($0) == form } })
        else { return [] }
        let positions = positions(of: account)
        let fullNames = { (positions: [Int]) in
            let names = positions.map { participants[$0].participant.name }
            return names.filter { NameKey($0) != nil }.map(NameKey.words)
        }
        let own = fullNames(stated)
        let isOwners = fullNames(positions.filter { participants[$0].participant.isOwnAccount }).allSatisfy { name in
            own.isEmpty || own.contains { NameKey.areAlike([name, $0], ofNumber: false) }
        }
        return isOwners ? positions.filter { !stated.contains($0) } : []
    }

    /// True if somebody said whom exports call "Me": another telephone's owner may be.
    private static func isAboutMe(_ statement: PersonStatement) -> Bool {
        let me = Form(Participant.me.name)
        return statement.kind != .me && [statement.first, statement.second].contains { Form($0) == me }
    }
}
