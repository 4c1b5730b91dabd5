import Foundation
import RecallCore
import RecallImport
import RecallStore

/// A chat that the library has from an export in which somebody was a number, and who is a contact in this one, or the other way
/// round; or from one that was called otherwise, as files are that people rename, and groups.
///
/// The ids of WhatsApp's messages are made of these names. What both exports have tells that they are of one chat: the same texts in
/// the same minutes, hardly any other one between them and, of a chat of two, one owner. All else stays two chats.
struct RenamedChat {
    private let conversation: String
    /// The name of the one after whom a chat of two is called; `nil` of any other.
    private let title: String?
    /// All names of the chat, of which ids may be made.
    private let names: [String]
    /// The people who have another name in the library, with the names of both.
    private let people: [Participant: Participant]
    /// The one whom a chat of two is with, if the library has that one under other names, which are not taken for this one.
    private let partner: OtherNames?
    /// The name of the chat in the library, of which ids are made, if that alone is another one.
    private let knownName: String?
    private let snapshot: LibrarySnapshot

    /// `nil` if the library calls the chat of a file and its people as the file does.
    ///
    /// - Parameters:
    ///   - imported: the messages of a part of the file.
    ///   - file: the file, of which the library may have earlier parts.
    ///   - isStart: true for the first part.
    /// - Complexity: O(*m*) in the messages, and in the library's of some hundred minutes.
    init?(_ imported: [ImportedItem], file: SourceRow, isStart: Bool, _ snapshot: LibrarySnapshot) throws {
        guard let first = imported.first?.names, let own = imported.first?.item.conversation else { return nil }
        let (name, service) = (first.chat, first.service + ":")
        let authors = Set(imported.compactMap { $0.names?.author.isEmpty == false ? $0.item.sender : nil })
        let found = try SharedMessages.chats(with: imported, of: service, snapshot)
        let here = found.first { $0.conversation == own }
        self.snapshot = snapshot
        let partner: Participant?
        var otherNames: OtherNames?
        var knownTitle: String?
        let others = found.filter { $0.conversation != own && $0.count > here?.count ?? 0 }
        if others.count == 1, let other = others.first, let (author, known) = other.partners(authors, named: name) {
            (conversation, people, partner) = (other.conversation, [author: known], known)
        } else if let here, others.isEmpty, !here.renamed(authors).isEmpty {
            (conversation, people) = (own, here.renamed(authors))
            partner = people.values.first { SharedMessages.isNamed(name, after: $0) }
        } else if let chat = others.count == 1 ? others.first : others.isEmpty ? here : nil,
            let names = chat.otherNames(authors, named: name, of: service)
        {
            (conversation, people, partner, otherNames) = (chat.conversation, [:], nil, names)
        } else if others.count == 1, let other = others.first, other.isSame(authors) {
            (conversation, people, partner, knownTitle) = (other.conversation, [:], nil, other.title)
        } else {
            // A later part of a file has messages that the library does not know.
            let earlier = try snapshot.messages(ofFile: file, limit: Self.mostEarlier)
            guard let first = earlier.first, Set(earlier.map(\.conversation)).count == 1 else { return nil }
            let whole = Set(earlier.map(\.sender)).filter { !$0.name.isEmpty && !$0.address.isEmpty }
            people = authors.reduce(into: [:]) { people, author in
                people[author] = whole.first { SharedMessages.whole(author, $0) == $0 }
            }
            conversation = first.conversation
            partner = whole.first { person in
                [name, SharedMessages.key(of: first.conversation, in: service)].allSatisfy {
                    SharedMessages.isNamed($0, after: person)
                }
            }
            // At the path of a file there may be the export of another chat now.
            let isRest = !isStart && !authors.isEmpty && authors.isSubset(of: Set(earlier.map(\.sender)))
            if conversation != own, partner == nil, isRest { knownTitle = first.title }
            guard conversation == own ? !people.isEmpty : partner != nil || isRest else { return nil }
        }
        // Whose number an export changes has no other one.
        for whole in people.values {
            guard let number = TelephoneNumber(whole.address), try snapshot.mayBe(whole.name, under: number) else {
                return nil
            }
        }
        self.partner = otherNames
        knownName = knownTitle == nil ? nil : SharedMessages.key(of: conversation, in: service)
        // A chat of two is called after one of them, whatever its file was called.
        let isNamed = authors.contains { SharedMessages.isNamed(name, after: $0) }
        title = partner?.name ?? otherNames?.title ?? (isNamed ? name : knownTitle)
        names =
            [name, SharedMessages.key(of: conversation, in: service)]
            + (partner.map { [$0.name, $0.address] } ?? otherNames?.names ?? [])
    }

    private static let mostEarlier = 2_000

    /// A message with its names in the library, and all ids that it may have there.
    func renamed(_ imported: ImportedItem) throws -> ImportedItem {
        guard let own = imported.names else { return imported }
        var renamed = imported
        renamed.item.conversation = conversation
        renamed.item.conversationTitle = title ?? imported.item.conversationTitle
        var authors = [own.author]
        if let sender = imported.item.sender, let known = people[sender] {
            renamed.item.sender = known
            authors += [known.name, known.address]
        }
        if let knownName {
            var known = own
            known.chat = knownName
            (renamed.names, renamed.item.id) = (known, known.id)
        }
        let isByPartner = partner.map { $0.person == imported.item.sender } ?? false
        if isByPartner { authors += partner?.names ?? [] }
        var ids: [ItemID] = []
        for chat in names {
            for author in authors {
                var other = own
                (other.chat, other.author) = (chat, author)
                let id = other.id
                if id != renamed.item.id, !ids.contains(id) { ids.append(id) }
            }
        }
        renamed.formerIDs = ids + imported.formerIDs
        // What is known stays its author's.
        if isByPartner, let id = try ([renamed.item.id] + ids).first(where: snapshot.hasItem) {
            renamed.item.sender = try snapshot.item(id)?.sender ?? imported.item.sender
        }
        return renamed
    }
}

/// Somebody with whom a chat of two is, under the names that the library has, too.
private struct OtherNames {
    let person: Participant
    /// Names and numbers.
    let names: [String]
    /// The name of the chat in the library.
    let title: String
}

/// The messages that a part of a file has in common with a chat of the library.
private struct SharedMessages {
    let conversation: String
    let title: String
    /// The positions among those that were compared.
    private var positions: [Int] = []
    /// The number of messages of each author in the file, by their authors in the library.
    private var authors: [Participant: [Participant: Int]] = [:]
    /// The messages of each author in the file that were compared, from the first to the last shared one.
    private var compared: [Participant: Int] = [:]

    var count: Int { positions.count }

    /// So many messages are compared, spread over the file, of so many bytes at least: "ok" is said in any chat.
    private static let (mostCompared, fewestBytes) = (300, 5)
    /// The fewest that tell a chat, those of them by whoever has another name, and the share that is the same between the first and
    /// the last of them.
    private static let (fewest, fewestOfOne, share) = (3, 2, 0.9)
    /// The fewest that tell a chat of two if nobody is taken for somebody else.
    private static let fewestOfNames = 8
    private static let mostOfMinute = 20

    private init(of message: MessageOfMinute) { (conversation, title) = (message.conversation, message.title) }

    /// The chats of a service that have nearly all messages of a part of a file, or had them until they were deleted.
    static func chats(
        with imported: [ImportedItem], of service: String, _ snapshot: LibrarySnapshot
    ) throws -> [SharedMessages] {
        let long = imported.filter { imported in
            let item = imported.item
            return item.sender != nil && !item.isNotice && item.text.utf8.count >= fewestBytes && item.date != nil
        }
        let step = max(1, long.count / mostCompared)
        let compared = long.enumerated().filter { $0.offset.isMultiple(of: step) }.map(\.element)
        var chats: [String: SharedMessages] = [:]
        for (position, item) in compared.lazy.map(\.item).enumerated() {
            guard let sender = item.sender, let date = item.date else { continue }
            let same = try snapshot.messages(
                saying: item.contentHash, inMinuteFrom: date.startOfMinute, of: service, limit: mostOfMinute)
            for (name, messages) in Dictionary(grouping: same, by: \.conversation) {
                var chat = chats[name] ?? SharedMessages(of: messages[0])
                chat.positions.append(position)
                for author in Set(messages.map(\.sender)) {
                    chat.authors[sender, default: [:]][author, default: 0] += 1
                }
                chats[name] = chat
            }
        }
        let hasDeleted = try snapshot.hasDeletedItems()
        return try chats.values.compactMap { chat in
            guard chat.count >= fewest, let first = chat.positions.first, let last = chat.positions.last else {
                return nil
            }
            let known = Set(chat.positions)
            let lacking = try (first...last).filter { position in
                guard !known.contains(position) else { return false }
                return try !hasDeleted || !chat.hadUntilDeleted(compared[position], service, snapshot)
            }
            guard Double(chat.count) >= share * Double(chat.count + lacking.count) else { return nil }
            var chat = chat
            chat.compared = (chat.positions + lacking).reduce(into: [:]) { counts, position in
                compared[position].item.sender.map { counts[$0, default: 0] += 1 }
            }
            return chat
        }.sorted { $0.conversation < $1.conversation }
    }

    /// True if the person deleted a message of the chat that says so: under the names of the chat and of its author there, or here.
    private func hadUntilDeleted(
        _ imported: ImportedItem, _ service: String, _ snapshot: LibrarySnapshot
    ) throws -> Bool {
        guard var names = imported.names, let sender = imported.item.sender else { return false }
        names.chat = Self.key(of: conversation, in: service)
        let others = self.authors[sender]?.keys.flatMap { [$0.name, $0.address] } ?? []
        return try ([names.author] + others).contains { author in
            names.author = author
            return try snapshot.isDeleted(names.id)
        }
    }

    /// The name by which a service tells a conversation from others.
    static func key(of conversation: String, in service: String) -> String {
        String(decoding: conversation.utf8.dropFirst(service.utf8.count), as: UTF8.self)
    }

    /// The one of the two in a file's chat who has another name in this one, with both names; `nil` if it is no chat of two that one
    /// owner exported twice. The chat is called after that one, here and there.
    func partners(_ authors: Set<Participant>, named name: String) -> (Participant, Participant)? {
        let renamed = renamed(authors)
        guard authors.count == 2, renamed.count == 1, let (partner, known) = renamed.first,
            let owner = authors.first(where: { $0 != partner }), self.authors[owner].map({ Set($0.keys) }) == [owner],
            Self.isNamed(name, after: known), Self.isNamed(title, after: known)
        else { return nil }
        return (partner, known)
    }

    /// The one of the two in a file's chat who has other names in this one, of which one is the chat's; `nil` if it is no chat of two
    /// that one owner exported twice. More must be the same than where a name is taken for a number, and no name is taken for
    /// another one: an export may be forged.
    func otherNames(_ authors: Set<Participant>, named name: String, of service: String) -> OtherNames? {
        let renamed = authors.filter { author in self.authors[author].map { Set($0.keys) != [author] } ?? true }
        guard authors.count == 2, count >= Self.fewestOfNames, renamed.count == 1, let person = renamed.first,
            let owner = authors.first(where: { $0 != person }), let known = self.authors[person]?.keys,
            !known.contains(owner), authors.allSatisfy(isShared), Self.isNamed(name, after: person)
        else { return nil }
        let key = Self.key(of: conversation, in: service)
        guard known.contains(where: { Self.isNamed(key, after: $0) || Self.isNamed(title, after: $0) }) else {
            return nil
        }
        return OtherNames(
            person: person, names: known.flatMap { [$0.name, $0.address] }.filter { !$0.isEmpty }.sorted(),
            title: title)
    }

    /// True if this is the chat of a file, under another name: all authors are the same, and two of them say so. Of a short one it must
    /// have all with which the file begins.
    func isSame(_ authors: Set<Participant>) -> Bool {
        let isLong = count >= Self.fewestOfNames && authors.count { isShared($0) } >= 2
        let hasBeginning = positions.first == 0 && positions.last == count - 1
        return (isLong || hasBeginning && authors.count { self.authors[$0] != nil } >= 2)
            && self.authors.allSatisfy { Set($0.value.keys) == [$0.key] }
    }

    /// True if this chat has nearly all of an author's messages.
    private func isShared(_ author: Participant) -> Bool {
        let count = authors[author, default: [:]].values.reduce(0, +)
        return count >= Self.fewestOfOne && Double(count) >= Self.share * Double(compared[author] ?? 0)
    }

    /// The authors of a file who are others here, with both names: one with a number for each with a name.
    func renamed(_ authors: Set<Participant>) -> [Participant: Participant] {
        var renamed: [Participant: Participant] = [:]
        for (author, others) in self.authors {
            guard others.count == 1, let (other, count) = others.first, other != author, !authors.contains(other),
                count >= Self.fewestOfOne, Double(count) >= Self.share * Double(compared[author] ?? 0),
                let whole = Self.whole(author, other)
            else { continue }
            renamed[author] = whole
        }
        // Two who are one here are two people, of whom one has the other's number now.
        return Set(renamed.values).count == renamed.count ? renamed : [:]
    }

    /// Someone with the name of one and the number of the other; `nil` if both have a name, or both a number.
    static func whole(_ first: Participant, _ second: Participant) -> Participant? {
        let numbers = [second.address, first.address].filter { !$0.isEmpty }
        let names = Set([first.name, second.name]).subtracting([""])
        guard names.count == 1, let name = names.first, let number = numbers.first,
            let key = TelephoneNumber(number), numbers.allSatisfy({ TelephoneNumber($0) == key })
        else { return nil }
        return Participant(name: name, address: number)
    }

    /// True if a chat of two is called by a person's name or number.
    static func isNamed(_ chat: String, after person: Participant) -> Bool {
        if chat == person.name || "~ " + chat == person.name { return true }
        return TelephoneNumber(chat).map { $0 == TelephoneNumber(person.address) } ?? false
    }
}

extension Item {
    /// True for a message that the service wrote.
    var isNotice: Bool {
        if case .message(let message) = details { message.isSystemNotice } else { false }
    }

    /// True for a message that an edit gave its text.
    var isEdited: Bool {
        if case .message(let message) = details { message.edited != nil } else { false }
    }
}

extension Date {
    var startOfMinute: Date { Date(timeIntervalSince1970: (timeIntervalSince1970 / 60).rounded(.down) * 60) }
}
