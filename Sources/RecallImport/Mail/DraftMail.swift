import RecallCore
import RecallText

/// Mails that nobody has sent yet.
enum DraftMail {
    /// True if a message lies among the drafts, or a mail program marks it as one. What a server delivered is none, whatever its sender
    /// wrote into it, nor is what lies among sent mails.
    static func isDraft(_ fields: MailFields, _ origin: MailParser.Origin) -> Bool {
        guard !fields.isDelivered, !SentMail.holds(origin) else { return false }
        return origin.isDraft || fields.isMarkedAsDraft || fields.details.labels.contains(where: isLabel)
            || hasFlag(origin) || MailFolderName.anyHolds(origin, below: nearest, isLabel)
    }

    /// True for the name of such a folder or label.
    static func isLabel(_ name: String) -> Bool { names.contains(MailFolderName.folded(name)) }

    /// True if a header says so: as Thunderbird, Outlook, Apple Mail and Dovecot write it.
    static func isMarked(_ header: HeaderBlock, _ bytes: Bytes) -> Bool {
        header.fields.contains { field in
            let value = bytes.slice(bytes.trimmed(field.value))
            return switch field.name {
            case .draftInfo: true
            case .unsent: value.first == UInt8(ascii: "1")
            case .uniformType: value.equalsIgnoringCase("com.apple.mail-draft")
            case .statusFlags: value.count < 8 && value.contains(UInt8(ascii: "T"))
            default: false
            }
        }
    }

    /// True for a file of a Maildir with the flag `D`: `1700000000.M1.host:2,DS`.
    private static func hasFlag(_ origin: MailParser.Origin) -> Bool {
        guard origin.place == nil, let name = origin.path.pathParts().last, let comma = name.lastIndex(of: ","),
            [":2", ";2", "!2"].contains(name[..<comma].suffix(2))
        else { return false }
        return name[comma...].contains("D")
    }

    /// Folders further up have the names of disks and backups.
    private static let nearest = 3

    /// The names that Gmail, Outlook, Apple Mail, Thunderbird and others give them, folded.
    private static let names: Set = [
        "drafts", "entwurfe", "brouillons", "borradores", "bozze", "rascunhos", "concepten", "utkast", "kladder",
        "luonnokset", "wersje robocze", "szkice", "koncepty", "rozepsane", "piszkozatok", "ciorne", "taslaklar",
        "черновики", "чернетки", "草稿", "草稿箱", "下書き", "임시보관함", "임시 보관함",
    ]
}

extension EmailDetails {
    /// The details with the label of drafts, whatever an export calls it in its language.
    mutating func labelAsDraft() {
        if !labels.contains(Self.draftLabel) { labels.append(Self.draftLabel) }
        guard let exported = exportedLabels, !exported.names.contains(Self.draftLabel) else { return }
        exportedLabels?.names.append(Self.draftLabel)
    }
}
