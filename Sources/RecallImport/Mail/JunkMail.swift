import RecallCore
import RecallText

/// Mails that a mail program or its owner put among the junk or into the trash. A sender can only put their own there.
enum JunkMail {
    /// True if a message lies in a folder or mailbox of junk, or in the trash.
    static func holds(_ origin: MailParser.Origin) -> Bool {
        MailFolderName.anyHolds(origin, below: nearest) { names.contains(MailFolderName.folded($0)) }
    }

    /// True for the name of such a label.
    static func isLabel(_ name: String) -> Bool {
        // As Gmail calls the trash in British English; a folder of this name holds programs.
        names.contains(MailFolderName.folded(name)) || MailFolderName.folded(name) == "bin"
    }

    /// Folders further up have the names of disks and backups.
    private static let nearest = 3

    /// The names that Gmail, Outlook, Apple Mail, Thunderbird and others give them, folded.
    private static let names: Set = [
        "spam", "junk", "junk e mail", "junk email", "junk mail", "bulk mail", "spamverdacht", "junkmail", "spambox",
        "courrier indesirable", "indesirables", "pourriel", "correo no deseado", "no deseado", "posta indesiderata",
        "lixo eletronico", "lixo electronico", "ongewenste e mail", "ongewenst", "skrappost", "soppelpost",
        "uonsket mail", "uonsket post", "roskaposti", "wiadomosci smieci", "nevyzadana posta", "спам",
        "нежелательная почта", "垃圾邮件", "迷惑メール", "스팸함",
        "trash", "deleted items", "deleted messages", "papierkorb", "geloschte elemente", "geloschte objekte",
        "corbeille", "elements supprimes", "papelera", "elementos eliminados", "cestino", "posta eliminata", "lixeira",
        "itens excluidos", "prullenbak", "verwijderde items", "papperskorg", "borttaget", "papirkurv", "slettet",
        "roskakori", "kosz", "elementy usuniete", "корзина", "удаленные", "已删除邮件", "ゴミ箱", "휴지통",
    ]
}

/// Names of folders and mailboxes, in the words that mail programs have for them.
enum MailFolderName {
    /// A name without case, marks and signs.
    static func folded(_ name: String) -> String {
        WordFolding.fold(name).split { !$0.isLetter }.joined(separator: " ")
    }

    /// True if a folder or mailbox that a message lies in has such a name. The name of a file that is one mail may be its subject,
    /// which the sender chose.
    ///
    /// - Parameter below: the number of nearest folders that count, beside those that are a mail program's by their names.
    static func anyHolds(_ origin: MailParser.Origin, below: Int = .max, _ isName: (String) -> Bool) -> Bool {
        let parts = origin.path.pathParts()
        let folders = origin.place == nil ? parts.dropLast() : parts[...]
        return folders.enumerated().contains { index, part in
            guard folders.count - index <= below || part.hasSuffix(".mbox") || part.hasPrefix(".") else { return false }
            // "Sent.mbox", ".INBOX.Sent" of a Maildir
            return isName(part) || part.split(separator: ".").contains { isName(String($0)) }
        }
    }
}
