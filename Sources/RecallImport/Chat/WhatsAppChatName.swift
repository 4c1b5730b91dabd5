import RecallText

/// The name of a chat, from an export's file or folder name.
enum WhatsAppChatName {
    /// The name of the chat exported as `path`. `firstMessage` is what follows the first header, author and text.
    static func name(path: String, firstMessage: String) -> String {
        let parts = path.split(separator: "/").map(String.init)
        let file = withoutExtension(parts.last ?? "")
        if !isGeneric(file) { return stripped(file) }
        let folder = parts.dropLast().last ?? ""
        let chat = stripped(withoutExtension(folder))
        // Where there are several, the folder is called after none of them.
        let isCopy = withoutExtension(parts.last ?? "", keepingNumber: true) != file
        if folder.lowercased().contains("whatsapp"), chat != folder, !isCopy { return chat }
        return nameInNotice(firstMessage) ?? (folder.isEmpty ? file : folder)
    }

    /// True for the name that WhatsApp gives to what it exports of one chat.
    static func isOfChat(_ folder: String) -> Bool {
        folder.lowercased().contains("whatsapp") && stripped(folder) != folder
    }

    /// iOS calls every chat's file the same.
    private static func isGeneric(_ file: String) -> Bool {
        file.isEmpty || file.lowercased() == "_chat" || file.lowercased() == "chat"
            || file.lowercased() == "whatsapp chat"
    }

    private static func withoutExtension(_ file: String, keepingNumber: Bool = false) -> String {
        let lowercased = file.lowercased()
        let suffix = [".txt", ".zip"].first { lowercased.hasSuffix($0) } ?? ""
        let name = String(file.dropLast(suffix.count))
        return keepingNumber ? name : withoutCopyNumber(name)
    }

    /// Without the ` (2)` or ` 2` that is added where there is a file of that name already.
    private static func withoutCopyNumber(_ name: String) -> String {
        let name = CopyNumber.removed(from: name)
        return name.hasPrefix("_chat ") ? "_chat" : name
    }

    /// Without "WhatsApp Chat with", in any language.
    private static func stripped(_ name: String) -> String {
        let lowercased = name.lowercased()
        for (start, end) in frames + prefixes.map({ ($0, "") })
        where lowercased.hasPrefix(start) && lowercased.hasSuffix(end) && lowercased.count > start.count + end.count {
            return String(name.dropFirst(start.count).dropLast(end.count)).trimmed
        }
        if lowercased.contains("whatsapp"), let dash = name.range(of: " - ") {
            return String(name[dash.upperBound...]).trimmed
        }
        return name.trimmed
    }

    /// The words before and after the name, in languages in which something follows it.
    private static let frames = [
        ("", " ile whatsapp sohbeti"), ("", " ilə whatsapp söhbəti"), ("whatsapp-keskustelu henkilön ", " kanssa"),
        ("", "とのwhatsappチャット"), ("", "님과의 whatsapp 대화"), ("whatsapp 与 ", " 的对话"), ("whatsapp 與 ", " 的對話"),
        ("", " के साथ whatsapp चैट"), ("", " এর সাথে whatsapp চ্যাট"), ("", " کے ساتھ whatsapp بات چیت"),
        ("", " உடன் whatsapp உரையாடல்"), ("", " తో whatsapp సంభాషణ"), ("", " सोबतच्या whatsapp गप्पा"),
        ("", " bilan whatsapp chati"),
    ]

    private static let prefixes = [
        "دردشة واتساب مع ", "صفحه گفتگوی whatsapp با ", "گفتگوی whatsapp با ", "צ'אט whatsapp עם ",
        "conversa no whatsapp com ",
        "conversație whatsapp cu ", "chat whatsapp s uživatelem ", "whatsapp chat s používateľom ",
        "whatsapp razgovor s ",
        "whatsapp csevegés vele: ", "συνομιλία whatsapp με ", "бесіда whatsapp з ", "whatsapp чат с ",
        "แชท whatsapp กับ ",
        "trò chuyện whatsapp với ", "whatsapp-samtale med ", "whatsapp gesprek met ", "whatsapp klepet z ",
        "whatsapp pokalbis su ", "whatsapp sarakste ar ",
        "whatsapp chat with ", "whatsapp chat - ", "whatsapp chat mit ", "whatsapp-chat mit ", "chat de whatsapp con ",
        "conversación de whatsapp con ", "discussion whatsapp avec ", "conversation whatsapp avec ",
        "chat whatsapp con ",
        "conversa do whatsapp com ", "whatsapp-chat met ", "whatsapp chat met ", "чат whatsapp с контактом ",
        "чат whatsapp с ", "whatsapp sohbeti - ", "chat whatsapp dengan ", "sembang whatsapp dengan ",
        "czat whatsapp z ",
        "konwersacja whatsapp z ", "whatsapp chat s ", "whatsapp chat con ", "xat de whatsapp amb ",
        "whatsapp-chatt med ",
        "whatsapp-chat med ", "whatsapp-keskustelu ", "whatsapp chat ",
    ]

    /// The group in `… created group "Name"`, or the name before the colon.
    private static func nameInNotice(_ message: String) -> String? {
        let line = message.prefix { $0 != "\n" }
        for (open, close) in [("\"", "\""), ("“", "”"), ("„", "“"), ("«", "»")] {
            guard let start = line.range(of: open), let end = line[start.upperBound...].range(of: close) else {
                continue
            }
            return String(line[start.upperBound..<end.lowerBound])
        }
        guard let colon = line.range(of: ": ") else { return nil }
        return String(line[..<colon.lowerBound]).withoutLeadingMarks
    }
}

extension StringProtocol {
    /// The first place of `part`, without Foundation.
    fileprivate func range(of part: String) -> Range<Index>? {
        guard let first = part.first else { return nil }
        var start = startIndex
        while let found = self[start...].firstIndex(of: first) {
            if self[found...].hasPrefix(part) { return found..<index(found, offsetBy: part.count) }
            start = index(after: found)
        }
        return nil
    }
}
