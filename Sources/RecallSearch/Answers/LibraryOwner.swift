import Foundation
import RecallCore
import RecallStore
import RecallText

/// Whose library it is: whom "my" and "I" mean in a question.
struct LibraryOwner {
    /// In lower case.
    let addresses: Set<String>
    /// The words of each name.
    private let names: [Set<String>]
    /// True if the owner said so; false if it is a guess by who is in most of the mail.
    private let isStated: Bool

    /// `nil` where nobody said who it is and no address is in most of the mail.
    init?(_ snapshot: SearchSnapshot) throws {
        let stated = try snapshot.library.ownerParticipants()
        guard let people = try stated ?? snapshot.caches.likelyOwner(snapshot.library).map({ [$0] }) else { return nil }
        addresses = Set(people.map { $0.address.lowercased() }).subtracting([""])
        names = Set(people.map(\.name)).map { Set(NameWords.words(of: $0)) }.filter { !$0.isEmpty }
        isStated = stated != nil
    }

    /// False for what somebody else wrote, or is said to have written, and for a mail from the owner's address that a server
    /// delivered, which anybody can write. A sender without an address may be the owner by a part of the name, in chats: in a mail,
    /// anybody can leave the address out. With another address than the stated ones it is another one, whatever the name.
    func mayBeAuthor(_ author: Authorship) -> Bool {
        guard !author.isQuotation else { return false }
        guard let sender = author.sender else { return !author.isByMail }
        let isOfChat = author.chat != nil
        if author.isByMail, sender.mailAddress == nil || author.isDelivered { return false }
        if sender.isMe && isOfChat || addresses.contains(sender.address.lowercased()) { return true }
        let isNameOfChat = sender.address.isEmpty || sender.isOwnAccount
        guard isNameOfChat ? isOfChat : !isStated, !sender.isSelfNamed else { return false }
        let words = Set(NameWords.words(of: sender.name))
        return !words.isEmpty && names.contains { isNameOfChat ? words.isSubset(of: $0) : words == $0 }
    }

    /// True if a word, folded, is of one of the owner's names.
    func isNamed(_ word: String) -> Bool { names.contains { $0.contains(word) } }

    /// True if the owner wrote a mail to an address.
    func hasWritten(to address: String, _ snapshot: SearchSnapshot) throws -> Bool {
        try snapshot.library.hasMail(from: addresses, to: address.lowercased())
    }
}
