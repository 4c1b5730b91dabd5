/// The labels in `X-Gmail-Labels`, which Google Takeout adds to each e-mail: names between commas, in quotation marks where they
/// hold one.
enum GmailLabels {
    /// The labels that somebody gave the mail; those that Gmail gives by itself tell nothing about it.
    static func labels(_ value: String) -> [String] {
        var (labels, current, isQuoted) = ([String](), "", false)
        func end() {
            let label = CleanText.line(current)
            if !label.isEmpty, !own.contains(label.lowercased()), !labels.contains(label), labels.count < most {
                labels.append(label)
            }
            current = ""
        }
        for character in value {
            if character == "\"" {
                isQuoted.toggle()
            } else if character == ",", !isQuoted {
                end()
            } else {
                current.append(character)
            }
        }
        end()
        return labels
    }

    private static let most = 100
    private static let own: Set = [
        "archived", "opened", "unread", "category updates", "category promotions", "archiviert", "geöffnet",
        "ungelesen",
    ]
}
