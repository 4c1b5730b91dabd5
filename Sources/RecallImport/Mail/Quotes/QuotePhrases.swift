/// Phrases that mail programs write around quoted mail, in the languages they are most used in: English, German,
/// French, Spanish, Italian, Dutch, Portuguese, Swedish, Danish, Norwegian, Polish, Russian, Chinese, Japanese.
enum QuotePhrases {
    /// "wrote", in lines that name the author of what is quoted.
    static let wrote = PhraseTable([
        "wrote", "writes", "said", "has written", "schrieb", "schreibt", "geschrieben", "a écrit", "a ecrit",
        "écrivait", "écrit", "escribió", "escribio", "escribi\u{F3}", "ha escrito", "ha scritto", "scrisse",
        "scriveva", "schreef", "geschreven", "escreveu", "skrev", "napisał", "napisała", "napisał(a)", "napisal",
        "pisze", "пишет", "писал", "писала", "написал", "написала", "написал(а)", "пише", "写道", "寫道", "写到",
        "のメール", "さんは書きました", "は書きました", "wrote on",
    ])

    /// Beginnings of attribution lines ("On <date>, … wrote:").
    static let onDate = PhraseTable([
        "on ", "at ", "in article ", "in message ", "quoting ", "am ", "le ", "el ", "il ", "il giorno ", "op ", "em ",
        "no dia ", "den ", "d. ", "dnia ", "w dniu ", "в ", "пн,", "вт,", "ср,", "чт,", "пт,", "сб,", "вс,", "在 ", "在",
        "於 ", "citando ", "citat ", "zitat von ", "citeren ", "selon ", "mon, ", "tue, ", "wed, ", "thu, ", "fri, ",
        "sat, ", "sun, ", "po ", "pe ", "ma ", "ti ", "from ", "от ",
    ])

    /// Between hyphens, above the quoted message.
    static let originalMessage = PhraseTable([
        "original message", "original-nachricht", "ursprüngliche nachricht", "originalnachricht", "original nachricht",
        "message d'origine", "message d’origine", "message original", "message initial", "mensaje original",
        "messaggio originale", "messaggio original", "oorspronkelijk bericht", "origineel bericht",
        "mensagem original", "ursprungligt meddelande", "originalmeddelande", "oprindelig meddelelse",
        "original meddelelse", "opprinnelig melding", "original melding", "wiadomość oryginalna",
        "oryginalna wiadomość", "исходное сообщение", "Исходное сообщение", "оригинальное сообщение", "原始邮件",
        "原始郵件", "原邮件", "元のメッセージ", "original appointment", "reply message", "reply separator",
    ])

    /// Between hyphens or before a colon, above the forwarded message.
    static let forwardedMessage = PhraseTable([
        "forwarded message", "forwarded by", "forwarded mail", "begin forwarded message", "start of forwarded message",
        "weitergeleitete nachricht", "weitergeleitet von", "anfang der weitergeleiteten", "message transféré",
        "message transmis", "début du message transféré", "début du message réexpédié", "mensaje reenviado",
        "inicio del mensaje reenviado", "messaggio inoltrato", "inizio messaggio inoltrato",
        "inizio del messaggio inoltrato", "doorgestuurd bericht", "begin doorgestuurd bericht",
        "mensagem encaminhada", "mensagem reencaminhada", "início da mensagem encaminhada",
        "início da mensagem reencaminhada", "vidarebefordrat meddelande", "vidarebefordrat brev",
        "videresendt meddelelse", "videresendt besked", "start på videresendt", "videresendt melding",
        "przekazana wiadomość", "wiadomość przekazana", "wiadomość napisana przez", "пересылаемое сообщение",
        "пересланное сообщение", "Пересылаемое сообщение", "Пересланное сообщение",
        "Начало переадресованного сообщения",
        "Начало пересылаемого сообщения", "转发的邮件", "转发邮件", "轉寄郵件", "转发邮件信息", "転送メッセージ",
        "転送されたメッセージ", "転送",
    ])

    /// Labels of header lines above quoted mail, by the kind of header.
    static let headerLabels: KeyValuePairs<HeaderLabel, PhraseTable> = [
        .sender: PhraseTable([
            "from", "von", "de", "da", "van", "från", "fra", "od", "от", "От", "发件人", "寄件者", "寄件人", "差出人", "送信者",
            "expéditeur",
            "remitente", "mittente", "nadawca",
        ]),
        .date: PhraseTable([
            "sent", "date", "gesendet", "datum", "envoyé", "date d'envoi", "enviado", "enviado el", "enviada em",
            "fecha",
            "inviato", "data", "verzonden", "skickat", "sendt", "dato", "wysłano", "wysłane", "дата", "Дата",
            "отправлено", "Отправлено", "发送时间", "日期", "寄件日期", "送信日時", "日付", "sent on", "date sent", "gesendet am",
            "inviato il", "enviado em",
        ]),
        .recipient: PhraseTable([
            "to", "an", "à", "À", "a", "para", "aan", "till", "til", "do", "кому", "Кому", "收件人", "收件者", "宛先",
            "destinataire", "destinatario", "pour", "per",
        ]),
        .subject: PhraseTable([
            "subject", "betreff", "objet", "asunto", "oggetto", "onderwerp", "assunto", "ämne", "Ämne", "emne", "temat",
            "тема", "Тема", "主题", "主旨", "主題", "件名",
        ]),
        .other: PhraseTable([
            "cc", "bcc", "kopie", "copie", "копия", "Копия", "抄送", "副本", "kopia", "importance", "priority", "reply-to",
            "organization", "attachments", "message-id", "newsgroups", "antwort an", "antworten an", "wichtigkeit",
            "priorität",
        ]),
    ]

    /// Lines that phones and programs add below a mail ("Sent from my …").
    static let sentFrom = PhraseTable([
        "sent from my ", "sent from mail for ", "sent from yahoo", "sent from outlook", "sent from a ",
        "sent from samsung",
        "sent from mobile", "sent from the ", "sent from android", "sent from proton", "sent with ", "sent via ",
        "sent using ", "sent by my", "get outlook for ", "get bluemail for ", "sent on the go", "via mobile",
        "von meinem ", "gesendet von ", "gesendet mit ", "von unterwegs gesendet", "diese nachricht wurde von meinem",
        "envoyé de mon ", "envoyé depuis ", "envoyé à partir de ", "enviado desde mi ", "enviado desde ",
        "enviado do meu ",
        "enviado a partir do ", "enviado via ", "inviato da ", "inviato dal mio ", "verstuurd vanaf ",
        "verzonden vanaf ",
        "verstuurd met ", "skickat från min ", "skickat från ", "sendt fra min ", "sendt fra ", "wysłane z ",
        "wysłano z ",
        "отправлено с ", "Отправлено с ", "отправлено из ", "Отправлено из ", "发自我的", "从我的", "來自我的", "iphoneから送信",
        "ipadから送信", "androidから送信", "outlook für ", "outlook for ", "télécharger outlook",
    ])

    /// Words that close a letter, alone in their line but for punctuation.
    static let closings = PhraseTable([
        "regards", "best regards", "kind regards", "warm regards", "kindest regards", "many regards", "with regards",
        "with best regards", "with kind regards", "best", "best wishes", "all the best", "all best", "cheers",
        "many thanks", "thanks", "thank you", "thanks a lot", "thanks again", "thanks in advance",
        "thank you in advance",
        "thank you very much", "thanks very much", "thanks so much", "thanks and regards", "thanks & regards",
        "thanks much", "thx", "tia", "sincerely", "sincerely yours",
        "yours sincerely", "yours truly", "yours", "yours faithfully", "take care", "respectfully", "cordially", "rgds",
        "br", "hth",
        "hope this helps", "hope that helps", "best of luck", "with thanks", "warmly", "talk soon", "kind wishes",
        "greetings",
        "mit freundlichen grüßen", "mit freundlichen gruessen", "mit freundlichen grüssen", "freundliche grüße",
        "freundliche grüsse", "viele grüße", "viele gruesse", "viele grüsse", "liebe grüße", "liebe gruesse",
        "beste grüße",
        "beste grüsse", "schöne grüße", "herzliche grüße", "gruß", "gruss", "grüße", "lg", "vg", "mfg", "danke",
        "vielen dank",
        "cordialement", "bien cordialement", "amicalement", "bien à vous", "salutations", "sincères salutations",
        "merci", "merci d'avance", "merci beaucoup", "saludos", "un saludo", "saludos cordiales", "atentamente",
        "gracias",
        "muchas gracias", "cordialmente", "cordiali saluti", "distinti saluti", "saluti", "grazie", "grazie mille",
        "un saluto", "met vriendelijke groet", "met vriendelijke groeten", "groeten", "groet", "mvg", "bedankt",
        "alvast bedankt",
        "atenciosamente", "abraços", "um abraço", "abraço", "cumprimentos", "obrigado", "obrigada",
        "med vänliga hälsningar",
        "vänliga hälsningar", "hälsningar", "mvh", "tack", "med venlig hilsen", "venlig hilsen", "hilsen", "tak", "vh",
        "med vennlig hilsen", "vennlig hilsen", "takk", "pozdrawiam", "z poważaniem", "dziękuję", "с уважением",
        "С уважением", "с наилучшими пожеланиями", "спасибо", "Спасибо", "此致", "谢谢", "敬具", "よろしくお願いします",
        "よろしくお願いいたします", "よろしくお願い致します",
    ])

    /// Beginnings of notices that lists and programs add to a mail.
    static let listNotices = PhraseTable([
        "to unsubscribe", "unsubscribe:", "unsubscribe from this", "to be removed from this",
        "to subscribe or unsubscribe",
        "you received this message because", "you are receiving this", "you received this email because",
        "you're receiving this", "for more options, visit this group", "for additional commands, e-mail",
        "to post to this group", "to view this discussion on the web", "reply to this email directly",
        "your use of yahoo! groups is subject", "do you yahoo!?", "this sf.net email is", "um sich abzumelden",
        "um sich von", "pour vous désabonner", "pour vous désinscrire", "para cancelar la suscripción",
        "para cancelar a inscrição", "per cancellarsi", "per annullare l'iscrizione", "om u af te melden",
        "för att avsluta prenumerationen", "aby zrezygnować", "чтобы отписаться",
        "[[alternative html version deleted]]",
        "please consider the environment before printing", "this email has been checked for viruses", "virus-free. www",
        "get your free email", "join the world's largest", "please read the posting guide",
        "please do read the posting guide", "an html attachment was scrubbed",
        "a non-text attachment was scrubbed", "-------------- next part --------------",
    ])

    /// The first words of `disclaimers`.
    static let disclaimerWords = PhraseTable(disclaimers.map { $0.0.description })

    /// Pairs of words that are in the same paragraph of a notice of confidentiality.
    static let disclaimers: [(StaticString, StaticString)] = [
        ("confidential", "intended"), ("privileged", "recipient"), ("intended recipient", "error"),
        ("disclaimer", "e-mail"),
        ("disclaimer", "email"), ("vertraulich", "empf"), ("irrtümlich", "e-mail"), ("confidentiel", "destinataire"),
        ("confidencial", "destinat"), ("riservat", "destinat"), ("confidenzial", "destinat"),
        ("vertrouwelijk", "geadresseerde"),
        ("vertrouwelijk", "bestemd"), ("konfidentiell", "mottagare"), ("fortrolig", "modtager"),
        ("fortrolig", "mottaker"),
        ("poufn", "adresat"), ("unsubscribe", "click"), ("unsubscribe", "mail"), ("unsubscribe", "http"),
        ("конфиденциальн", "адресат"),
    ]
}

/// The kind of a header line above quoted mail.
enum HeaderLabel {
    case sender, date, recipient, subject
    /// Copies, importance and the like.
    case other
}
