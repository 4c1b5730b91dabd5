/// WhatsApp's own phrases in exports, by language: in lower case, without a full stop at the end.
enum WhatsAppPhrases {
    /// Between `<` and `>`, in place of a file that was not exported (Android).
    static let omittedMedia: Set<String> = [
        "media omitted", "image omitted", "video omitted", "audio omitted", "sticker omitted", "gif omitted",
        "medien ausgeschlossen", "medien weggelassen", "multimedia omitido", "archivo omitido", "médias omis",
        "fichier omis", "media omessi", "media omesso", "mídia oculta", "arquivo de mídia oculto",
        "ficheiro não revelado",
        "media weggelaten", "без медиафайлов", "файл пропущен", "медиафайл пропущен", "medya dahil edilmedi",
        "media tidak disertakan", "media dibuang", "pominięto multimedia", "pominięto media", "multimédia vynechána",
        "médiá vynechané", "media omis", "fișier media omis", "medieuteslutning", "medier utelämnade", "media utelatt",
        "medier utelatt", "mediefil udeladt", "udeladt medie", "media jätettiin pois",
        "media lähetetty ilman tätä tiedostoa",
        "médiafájl kihagyva", "hiányzó médiafájl", "αρχείο παραλείφθηκε", "εξαίρεση πολυμέσων", "файл вилучено",
        "медіафайл пропущено", "תוכן מדיה הושמט", "המדיה הושמטה", "הוסר קובץ מדיה", "تم استبعاد الوسائط",
        "تم استثناء الوسائط",
        "رسانه حذف شد", "پیوست نما/فایل‌های رسانه‌ای ارائه نشد", "मीडिया शामिल नहीं किया गया", "मीडिया के बिना",
        "media phalaichintu", "省略多媒體檔案", "略過多媒體檔", "已忽略多媒體檔", "媒体文件已省略", "省略媒体文件",
        "メディアは含まれていません", "メディアなし", "미디어 파일을 제외한 파일", "미디어 파일 생략됨", "tệp phương tiện bị bỏ qua",
        "ไม่รวมสื่อ", "mitjans omesos", "mediji izostavljeni", "medij je izpuščen", "fitxer omès",
    ]

    /// After a caption or alone, without a mark before it (old exports of iOS).
    static let omittedPlain: Set<String> = [
        "image omitted", "video omitted", "audio omitted", "sticker omitted", "gif omitted", "document omitted",
        "contact card omitted", "bild weggelassen", "video weggelassen", "audio weggelassen", "sticker weggelassen",
        "gif weggelassen", "dokument weggelassen", "kontaktkarte ausgelassen", "imagen omitida", "video omitido",
        "vídeo omitido", "audio omitido", "áudio omitido", "sticker omitido", "documento omitido", "image absente",
        "vidéo absente", "audio omis", "document manquant", "imagem ocultada", "imagem omitida", "vídeo omitido",
        "immagine omessa", "video omesso", "audio omesso", "afbeelding weggelaten", "video weggelaten",
        "audio weggelaten",
    ]

    /// True if the marked `phrase` means that a file was not exported.
    static func isOmittedNotice(_ phrase: String) -> Bool {
        guard phrase.utf8.count <= 80 else { return false }
        return omittedPlain.contains(phrase) || omittedMedia.contains(phrase)
            || omittedEndings.contains { phrase.hasSuffix($0) } || phrase.hasPrefix("pominięto")
    }

    private static let omittedEndings: [String] = [
        " omitted", " weggelassen", " ausgelassen", " omitido", " omitida", " ocultado", " ocultada", " oculto",
        " oculta",
        " omis", " omise", " absent", " absente", " manquant", " manquante", " omesso", " omessa", " weggelaten",
        " пропущено", " пропущен", " пропущена", " опущено", " dahil edilmedi", " tidak disertakan", " dibuang",
        " diabaikan",
        " vynechán", " vynechána", " vynecháno", " vynechaný", " utelämnad", " utelämnat", " utelatt", " udeladt",
        " kihagyva",
        " παραλείφθηκε", " הושמט", " הושמטה", " מחוץ", " शामिल नहीं है", " omès", " omesa", " bị bỏ qua", "省略", "略過", "생략됨",
        "이(가) 생략됨",
        "は含まれていません", " جُذفت", " محذوف", " محذوفة", " مستبعدة", " حذف شد",
    ]

    /// The kind of file that `phrase` speaks of, or empty.
    static func mediaType(_ phrase: String) -> String {
        for (start, type) in mediaWords where phrase.hasPrefix(start) { return type }
        return ""
    }

    private static let mediaWords: [(String, String)] = [
        ("sticker", "image/webp"), ("gif", "image/gif"), ("contact", "text/vcard"), ("kontakt", "text/vcard"),
    ]

    /// Before the colon in `<attached: …>` (iOS).
    static let attached: Set<String> = [
        "attached", "anhang", "adjunto", "pièce jointe", "fichier joint", "allegato", "anexado", "anexo", "bijgevoegd",
        "прикреплено", "вложение", "ekli", "ekte", "terlampir", "dilampirkan", "załączono", "přiloženo", "priložené",
        "atașat", "bifogad", "bifogat",
        "vedlagt", "vedhæftet", "liitetty", "csatolva", "συνημμένο", "прикріплено", "מצורף", "مرفق", "पیوست", "संलग्न",
        "附件", "添付ファイル", "添付", "첨부", "첨부됨", "đính kèm", "แนบ", "adjunt",
    ]

    /// In parentheses after a file name (Android).
    static let attachedFile: Set<String> = [
        "file attached", "datei angehängt", "archivo adjunto", "fichier joint", "file allegato", "arquivo anexado",
        "ficheiro anexado", "bestand bijgevoegd", "файл добавлен", "файл прикреплён", "файл прикреплен", "dosya ekli",
        "dosya eklendi", "file terlampir", "fail dilampirkan", "załączono plik", "plik załączony", "soubor připojen",
        "súbor priložený", "fișier atașat", "bifogad fil", "fil bifogad", "fil vedlagt", "fil vedhæftet",
        "tiedosto liitetty",
        "tiedosto liitteenä", "fájl csatolva", "συνημμένο αρχείο", "файл додано", "קובץ מצורף", "הקובץ מצורף",
        "الملف مرفق",
        "ملف مرفق", "فایل پیوست شد", "फ़ाइल संलग्न की गई", "फ़ाइल अटैच की गई है", "附件文件", "文件附件", "檔案已附加",
        "ファイル添付", "添付ファイル", "파일 첨부됨", "파일 첨부", "tệp đính kèm", "đã đính kèm tệp", "ไฟล์ที่แนบมา", "fitxer adjunt",
        "datoteka priložena", "priložena datoteka",
    ]

    /// Between `<` and `>` after the text of a message that was changed.
    static let edited: Set<String> = [
        "this message was edited", "diese nachricht wurde bearbeitet", "se editó este mensaje",
        "este mensaje fue editado",
        "ce message a été modifié", "questo messaggio è stato modificato", "essa mensagem foi editada",
        "mensagem editada",
        "esta mensagem foi editada", "dit bericht is bewerkt", "данное сообщение изменено", "сообщение изменено",
        "bu mesaj düzenlendi", "pesan ini diedit", "mesej ini telah diedit", "ta wiadomość została zmieniona",
        "tato zpráva byla upravena", "това съобщение беше редактирано", "acest mesaj a fost editat",
        "meddelandet redigerades",
        "denne meldingen ble redigert", "denne besked blev redigeret", "tätä viestiä on muokattu",
        "ezt az üzenetet szerkesztették",
        "αυτό το μήνυμα τροποποιήθηκε", "це повідомлення відредаговано", "הודעה זו נערכה", "تم تعديل هذه الرسالة",
        "इस मैसेज में बदलाव किया गया", "这条消息已编辑", "此訊息已編輯", "このメッセージは編集されました", "이 메시지는 수정되었습니다",
    ]

    /// True for the notice that a chat begins with. Old exports of iOS have no mark before it.
    static func saysEncrypted(_ text: String) -> Bool {
        guard 40...1_000 ~= text.utf8.count else { return false }
        let start = text.prefix(100).phrase
        return encrypted.contains { start.hasPrefix($0) }
    }

    private static let encrypted = [
        "messages and calls are end-to-end encrypted",
        "messages to this chat and calls are now secured with end-to-end encryption",
        "messages to this group are now secured with end-to-end encryption",
        "messages you send to this chat and calls are now secured with end-to-end encryption",
        "messages you send to this group are now secured with end-to-end encryption",
        "nachrichten und anrufe sind ende-zu-ende-verschlüsselt",
        "nachrichten in diesem chat sowie anrufe sind jetzt mit ende-zu-ende-verschlüsselung geschützt",
        "nachrichten in dieser gruppe sind jetzt mit ende-zu-ende-verschlüsselung geschützt",
        "los mensajes y las llamadas están cifrados de extremo a extremo",
        "los mensajes y llamadas en este chat ahora están protegidos con cifrado de extremo a extremo",
        "les messages et les appels sont chiffrés de bout en bout",
        "les messages et appels sont chiffrés de bout en bout",
        "i messaggi e le chiamate sono crittografati end-to-end",
        "as mensagens e as chamadas são protegidas com a criptografia de ponta a ponta",
        "as mensagens e as ligações são protegidas com a criptografia de ponta a ponta",
        "berichten en gesprekken worden end-to-end versleuteld", "berichten en oproepen zijn end-to-end versleuteld",
        "сообщения и звонки защищены сквозным шифрованием", "mesajlar ve aramalar uçtan uca şifrelidir",
        "pesan dan panggilan terenkripsi secara end-to-end", "wiadomości i połączenia są w pełni szyfrowane",
    ]

    /// True for a marked line that tells a change of a group or of a chat.
    static func saysChange(_ text: String) -> Bool {
        guard text.utf8.count <= 400 else { return false }
        let phrase = text.phrase
        return changeStarts.contains { phrase.hasPrefix($0) } || changes.contains { phrase.contains($0) }
    }

    /// The beginnings of notices to the owner.
    private static let changeStarts = [
        "you created ", "you added ", "you removed ", "you left", "you were ", "you're now ", "you are now ",
        "you joined ", "you changed ", "you updated ", "you turned ", "you blocked ", "you unblocked ", "you pinned ",
        "du hast ", "du wurdest ", "du bist ", "creaste ", "añadiste ", "cambiaste ", "eliminaste ", "has ", "te ",
        "vous avez ", "vous êtes ", "hai ", "sei ", "você ", "je hebt ", "je bent ", "u hebt ", "u bent ", "вы ",
        "siz ", "anda ", "utworzyłeś", "utworzyłaś", "utworzono",
    ]

    private static let changes = [
        " created this group", " created group", " added ", " was added", " was removed", " joined using",
        " joined from", " changed the ", " changed this ", " changed their ", " changed to ", " left",
        "security code", "disappearing messages", "message timer", " is a contact", " pinned a message",
        " is now an admin", " requested to join", "this business", "this chat is with",
        " hinzugefügt", " diese gruppe", " die gruppe", " den betreff", "sicherheitsnummer", "selbstlöschende",
        " creó ", " añadió ", " agregó ", " cambió ", " salió", "código de seguridad", "mensajes temporales",
        " a créé ", " a ajouté ", " a changé ", " a modifié ", " a quitté", "code de sécurité", "messages éphémères",
        " ha creato ", " ha aggiunto ", " ha cambiato ", " ha abbandonato", "codice di sicurezza", "messaggi effimeri",
        " criou ", " adicionou ", " mudou ", " saiu", "código de segurança", "mensagens temporárias",
        " heeft deze groep", " toegevoegd", " heeft de groep", "beveiligingscode", "zelfwissende berichten",
        " создал", " добавил", " изменил", " вышел", " покинул", "код безопасности", "исчезающие сообщения",
        " grubu oluşturdu", " ekledi", " değiştirdi", " ayrıldı", "güvenlik kodu",
        " membuat grup", " menambahkan ", " mengubah ", " keluar", "kode keamanan",
        " utworzył", " dodał", " zmienił", " opuścił", "kod zabezpieczeń",
    ]

    /// In place of a message that was taken back, and of a call.
    static let deleted: Set<String> = [
        "this message was deleted", "you deleted this message", "this message was deleted by admin", "null",
        "diese nachricht wurde gelöscht", "du hast diese nachricht gelöscht", "eliminaste este mensaje",
        "se eliminó este mensaje", "este mensaje fue eliminado", "ce message a été supprimé",
        "vous avez supprimé ce message",
        "questo messaggio è stato eliminato", "hai eliminato questo messaggio", "essa mensagem foi apagada",
        "esta mensagem foi apagada", "você apagou essa mensagem", "você apagou esta mensagem", "apagou esta mensagem",
        "mensagem apagada", "dit bericht is verwijderd", "u hebt dit bericht verwijderd",
        "je hebt dit bericht verwijderd",
        "данное сообщение удалено", "сообщение удалено", "вы удалили данное сообщение", "вы удалили это сообщение",
        "bu mesaj silindi", "bu mesajı sildiniz", "pesan ini telah dihapus", "anda telah menghapus pesan ini",
        "pesan ini dihapus", "anda menghapus pesan ini",
        "mesej ini telah dipadam", "ta wiadomość została usunięta", "usunięto tę wiadomość", "tato zpráva byla smazána",
        "tato zpráva byla odstraněna", "acest mesaj a fost șters", "meddelandet raderades",
        "detta meddelande raderades",
        "denne meldingen ble slettet", "denne besked blev slettet", "tämä viesti poistettiin",
        "ezt az üzenetet törölték",
        "αυτό το μήνυμα διαγράφηκε", "це повідомлення було видалено", "הודעה זו נמחקה", "מחקת הודעה זו",
        "تم حذف هذه الرسالة",
        "لقد حذفت هذه الرسالة", "این پیام حذف شده است", "इस मैसेज को मिटाया गया", "यह मैसेज मिटाया गया", "您已删除此消息", "此消息已删除",
        "此訊息已刪除", "您已刪除此訊息", "このメッセージは削除されました", "삭제된 메시지입니다", "tin nhắn này đã bị xóa",
        "ข้อความนี้ถูกลบแล้ว", "missed voice call", "missed video call", "missed group voice call",
        "missed group video call",
        "verpasster sprachanruf", "verpasster videoanruf", "llamada perdida", "videollamada perdida",
        "appel vocal manqué",
        "appel vidéo manqué", "chiamata persa", "chamada de voz perdida", "gemiste spraakoproep",
        "пропущенный аудиозвонок",
        "waiting for this message", "waiting for this message. this may take a while",
    ]
}
