import RecallCore
import RecallStore

/// The person who answers for what an item says: of what came with a mail, or is quoted in one, whoever sent that, whatever it says
/// of itself.
struct Authorship {
    let sender: Participant?
    /// True for a mail, and for what came with one.
    let isByMail: Bool
    /// True for a mail that a server delivered, and for what came with it: it may say to be from anybody.
    let isDelivered: Bool
    /// The chat of a message, and of what is attached to one.
    let chat: String?
    /// True for words that the sender quotes or forwards. Whose they are is what the sender says, their own name included.
    let isQuotation: Bool

    init(of item: ItemSummary, _ library: LibrarySnapshot) throws {
        isQuotation = item.quoted != nil
        guard item.kind == .email || item.parent != nil, let outermost = try library.outermostItem(with: item.id) else {
            (sender, isByMail, isDelivered) = (item.sender, item.kind == .email, false)
            chat = item.kind == .message ? item.conversationTitle : nil
            return
        }
        isByMail = outermost.kind == .email
        (sender, isDelivered) = (outermost.sender, isByMail && outermost.wasReceived)
        chat = outermost.kind == .message ? item.conversationTitle : nil
    }

    /// True if both are by whoever has one address or, where neither or both came by mail, one name: who has a name in a chat is
    /// not who writes a mail under it.
    func isSame(as other: Authorship) -> Bool {
        guard let sender, let theirs = other.sender, isQuotation == other.isQuotation else { return false }
        guard sender.mailAddress != nil || isByMail == other.isByMail else { return false }
        return theirs == sender || !theirs.address.isEmpty && theirs.address == sender.address
    }

    /// True for somebody in a chat whom the owner has not saved: anybody chooses such a name, or has such a number.
    var isUnsaved: Bool {
        guard chat != nil, let sender else { return false }
        return sender.isSelfNamed || !sender.name.contains(where: \.isLetter)
    }
}
