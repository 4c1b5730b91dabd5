/// The name before a message. iOS writes one before its notices too: that of the chat, or of whoever they speak of.
struct WhatsAppAuthor {
    let name: String
    /// True if WhatsApp may have written what follows: Android writes no name before a notice.
    let mayBeChat: Bool
    /// True of the first message of an export, which old versions of iOS begin with a notice without a mark.
    let isFirst: Bool
    /// True if the chat is called by the name, and all that follows it begins with the mark of a notice.
    let isChat: Bool

    /// True if a marked text tells what happened in the chat: it names the author, or says what WhatsApp does.
    func isSpokenOf(in text: String) -> Bool {
        guard mayBeChat else { return false }
        if isChat || WhatsAppPhrases.saysChange(text) { return true }
        let name = name.phrase.drop { $0 == "~" || $0 == " " }
        return name.utf8.count > 1 && (" " + text.phrase).contains(" " + name)
    }
}
