/// The forms of questions about items, as regular expressions of the whole question without its mark.
extension ItemQuestion {
    /// Kinds of items, as words name them.
    private static let kindWords =
        #"e-?mails?|mails?|messages?|chats?|notes?|documents?|pdfs?|photos?|pictures?"#
        + #"|nachrichten|notizen|dokumente|fotos|courriels|correos|mensajes|notas|documentos"#

    /// The newest mail or message of all.
    private static let lastMail =
        #"(?:(?:the|my|our) (?:last|latest|newest|most recent) (?:e-?mail|mail|message|text|letter)"#
        + #"|(?:die|meine) (?:letzte|neueste) (?:e-?mail|mail|nachricht))"#

    static let senders = [
        #"who (?:wrote|asked|replied|answered)(?: (?:to )?(?:me|us))? ((?:about|for|if|whether|regarding) .+)"#,
        #"who (?:replied|answered|wrote) (to (?!(?:me|us)\b).+)"#,
        #"who (?:e-?mailed|mailed|messaged)(?: me| us)? (.+)"#,
        #"who sent (?:me |us )?((?:the|a|an|my|our) .+)"#,
        #"wer (?:hat|schrieb|fragte)(?: mir| uns| mich)? ((?:über|wegen|nach) .+?)(?: geschrieben| gefragt| gemailt)?"#,
        #"wer hat (?:mir |uns )?((?:die|den|das|eine|einen|ein) .+) (?:geschickt|gesendet|gemailt)"#,
    ]
    static let dates = [
        #"when did (\S+(?: \p{Lu}\S*){0,2}) (?:write|mail|e-?mail|message|reply|answer|ask)(?: (?:to )?(?:me|us))?()"#,
        #"when did (\S+(?: \p{Lu}\S*){0,2}) (?:write|ask|reply|answer|mail|e-?mail|message)(?: (?:to )?(?:me|us))?"#
            + #" ((?:about|for|to|if|whether|regarding) .+)"#,
        #"when did (\S+(?: \p{Lu}\S*){0,2}) send (?:me |us )?((?:the|a|an|my|our) .+)"#,
        #"wann hat (\S+(?: \p{Lu}\S*){0,2}?)(?: mir| uns| mich)?() (?:geschrieben|gemailt|geantwortet)"#,
        #"wann hat (\S+(?: \p{Lu}\S*){0,2}?)(?: mir| uns| mich)? ((?:über|wegen|nach) .+) (?:geschrieben|gefragt)"#,
    ]
    static let lasts = [
        #"(?:what|which) (?:is|was) (?:the|my|our) (?:last|latest|newest|most recent) (?:mail|e-?mail|message|letter|thing)"#
            + #" (?:from|by) (.+)"#,
        #"(?:what|which) (?:is|was) (?:the|my|our) (?:last|latest|newest|most recent) (?:mail|e-?mail|message|letter|thing)"#
            + #" (?:that )?(\S+(?: \p{Lu}\S*){0,2}) (?:wrote|sent|said)(?: (?:to )?(?:me|us))?"#,
        #"what did (\S+(?: \p{Lu}\S*){0,2}) (?:last (?:write|say|send)|(?:write|say|send)(?: (?:to )?(?:me|us))? last)"#
            + #"(?: (?:to )?(?:me|us))?"#,
        #"(?:was (?:ist|war)|welche war) die letzte (?:mail|e-?mail|nachricht) von (.+)"#,
        #"was hat (\S+(?: \p{Lu}\S*){0,2}?) (?:mir |uns )?zuletzt (?:geschrieben|gemailt|geschickt|gesagt)"#,
        #"when was (?:the|my|our) (?:last|latest|most recent) (?:mail|e-?mail|message|letter) from (.+)"#,
        #"when did (?:i|we) last hear from (.+)"#,
        #"when did (\S+(?: \p{Lu}\S*){0,2}) last (?:write|e-?mail|mail)(?: (?:to )?(?:me|us))?"#,
        #"when did (\S+(?: \p{Lu}\S*){0,2}) (?:write|e-?mail|mail)(?: (?:to )?(?:me|us))? last"#,
        #"wann (?:war|kam) die letzte (?:mail|e-?mail|nachricht) von (.+)"#,
    ]

    /// Those who wrote last, and what they wrote.
    static let lastWriters = [
        #"(?:who|wer) (?:sent|wrote|hat|schrieb)(?: me| us| mir| uns)? "# + lastMail
            + #"(?: to (?:me|us)| geschickt| gesendet| geschrieben)?"#,
        #"(?:who|whom) (?:is|was) "# + lastMail + #" (?:from|by)"#,
        #"(?:(?:from|by) whom|von wem) (?:is|was|ist|war|kam|kommt) "# + lastMail,
        #"(?:what|which|was|welche) (?:is|was|ist|war) "# + lastMail
            + #"(?: (?:that )?(?:i|we) (?:got|received|had|have)| to (?:me|us))?"#,
        #"who (?:was|is) the last (?:one |person )?(?:to|who|that) (?:write|wrote|mail|e-?mail|message)(?:d|ed)?"#
            + #"(?: (?:to )?(?:me|us))?"#,
        #"who (?:wrote|e-?mailed|mailed|messaged)(?: (?:to )?(?:me|us))? last"#,
        #"who last (?:wrote|e-?mailed|mailed|messaged)(?: (?:to )?(?:me|us))?"#,
        #"wer hat (?:mir |uns )?zuletzt (?:eine (?:e-?mail|mail|nachricht) )?(?:geschrieben|gemailt|geschickt)"#,
    ]

    /// Words that leave something out.
    static let denials = [
        #".*\b(?:not|never|except|but|other|without|nor|or|nicht|nie|außer|aber|ohne|oder|kein\p{L}*)\b.*"#,
        // Who sent the most is found by no list.
        #".*\b(?:most(?! recent)|fewest|least|meisten|wenigsten)\b.*"#,
    ]

    /// Words that select, and a date before or after which it is.
    static let bounds = [#"(.*?) ?\b(before|after|since|until|till|vor|nach|seit|bis) (.+)"#]

    /// A verb, the time in which somebody wrote, and that it was by mail. Of whom or about what asks something else.
    static let periods = [
        #"who (wrote|e-?mailed|mailed|messaged|texted|contacted)(?: (?:to )?(?:me|us))?"#
            + #" ((?:(?:in|on|during|since|before|after|until) |last |this |yesterday|today)"#
            + #"(?:(?!\b(?:by|from|about|to|with|for)\b).)*?)( (?:by|via) e?-?mail)?"#,
        #"from whom did (?:i|we) (?:get|receive) (e?-?mails?|mail|messages?)"#
            + #" ((?:in|on|during|since|before|after|until|last|this) (?:(?!\b(?:by|from|about|to|with|for)\b).)*)()"#,
        #"wer hat (mir |uns )?((?:im|am|seit|vor|nach|letzten|letzte|diesen|diese|gestern|heute)(?: .+)?) geschrieben()"#,
    ]

    /// Kinds, and either the rest of what is counted, or who sent it and when.
    static let counts = [
        #"how many ("# + kindWords
            + #")()(?: (?:are there|(?:do|did) (?:i|we) (?:have|get|receive)|have (?:i|we) got|(?:i|we) have))?"#
            + #" ((?:from|to|by|with|in|on|since|before|after|last|this) .+)"#,
        #"how many ("# + kindWords
            + #") (?:did|has|have) (\S+(?: \p{Lu}\S*){0,2}) (?:send|sent|write|written)(?: (?:to )?(?:me|us))?( .+)?"#,
        #"wie viele ("# + kindWords
            + #") (?:hat|haben|habe) (\S+(?: \p{Lu}\S*){0,2}?)(?: mir| uns| mich)?( .+?)?"#
            + #" (?:geschickt|gesendet|geschrieben|gemailt)"#,
    ]

    static let firsts = [
        #"(?:when|what) was (?:the|my|our) (?:first|oldest|earliest) (?:mail|e-?mail|message|letter) from (.+)"#,
        #"when did (?:i|we) first hear from (.+)"#,
        #"when did (\S+(?: \p{Lu}\S*){0,2}) first (?:write|e-?mail|mail)(?: (?:to )?(?:me|us))?"#,
        #"wann (?:war|kam) die erste (?:mail|e-?mail|nachricht) von (.+)"#,
    ]

    /// A kind of item that the words begin with, and whose and when it is.
    static let kinds = [
        #"(?:(?:show|list|find|get|give) (?:me )?)?(?:(?:all|the|my|every) )*"#
            + #"((?:"# + kindWords + #") .+)"#
    ]

    /// Questions for a day or a month as such; what else they ask for is looked for elsewhere.
    static let days = [
        #"what (?:happened|went on|was (?:on|going on)|came in) (.+)"#,
        #"was (?:geschah|passierte|ist passiert|war los|war) (.+)"#,
    ]
    /// Dates alone.
    static let datesAlone = [
        #"(?:(?:on|in|am|im) )?((?:\d{1,2}\S{0,2} )?(?:of )?\p{L}{3,}\.?,? \d{4})"#,
        #"(?:(?:on|am) )?(\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4})"#,
    ]
    /// Questions for all that somebody wrote at some time.
    static let writings = [
        #"what did (\S+(?: \S+){0,2}?) (?:write|say|send|text)(?: (?:to )?(?:me|us))? ((?:on|in|during|last|this) .+"#
            + #"|yesterday|today)"#
    ]
    /// Questions for all that somebody wrote.
    static let writingsAtAll = [
        #"what did (\S+(?: \p{Lu}\S*){0,2}) (?:write|send|text|e-?mail)(?: (?:to )?(?:me|us))?"#,
        #"was hat (\S+(?: \p{Lu}\S*){0,2}?)(?: mir| uns)? (?:geschrieben|geschickt|gemailt)"#,
    ]
    /// Questions for what the owner wrote to somebody, perhaps about something.
    static let ownWritings = [
        #"what did (?:i|we) (?:write|send|say|text|e-?mail|tell)(?: to)?(?: (?!about\b)(\S+(?: \p{Lu}\S*){0,2}?))?"#
            + #"( (?:about|regarding|concerning) .+)?"#,
        #"was (?:habe ich|haben wir)(?: an)? (\S+(?: \p{Lu}\S*){0,2}?)( (?:über|wegen|zu) .+)?"#
            + #" (?:geschrieben|geschickt|gemailt|gesagt)"#,
    ]
    /// Questions for what the owner said, which only the owner's words answer.
    static let ownStatements = [
        #"what (?:did|have) (?:i|we) (?:write|say|tell|promise|offer|agree|suggest|ask)\b.*"#,
        #"what have (?:i|we) (?:written|said|told|promised|offered|agreed|suggested|asked)\b.*"#,
        #"was (?:habe ich|haben wir) .*(?:geschrieben|gesagt|versprochen|angeboten|zugesagt|vorgeschlagen|gefragt)"#,
    ]
    /// Questions for what somebody wrote about something.
    static let writingsAbout = [
        #"what did (\S+(?: \p{Lu}\S*){0,2}) (?:write|say|e-?mail|text|tell)(?: (?:to )?(?:me|us))?"#
            + #" ((?:about|regarding|concerning) .+)"#,
        #"was hat (\S+(?: \p{Lu}\S*){0,2}?)(?: mir| uns)? ((?:über|wegen|zu) .+) (?:geschrieben|gesagt|gemailt)"#,
    ]

    /// After "and" or "but".
    static let pointers = [
        #"(?:when|on (?:what|which) (?:day|date)) (?:was|is) (?:that|this|it)(?: (?:sent|written|said))?"#,
        #"when did (?:they|he|she) (?:say|write|send) (?:that|this|it|so)"#,
        #"who (?:said|wrote|sent|told (?:me|us)) (?:that|this|it|so)"#,
        #"who(?:'s| is| was) (?:that|this|it) (?:from|by)"#, #"from whom? (?:is|was) (?:that|this|it)"#,
        #"wann (?:war|ist) (?:das|es)"#, #"wer hat das (?:gesagt|geschrieben|geschickt)"#,
        #"von wem (?:ist|war|kommt|kam) (?:das|es)"#,
    ].map { #"(?:(?:and|but|so|ok|okay|und|aber),? )?"# + $0 }
    static let toOwner = [#"(?:who|wer) \S+ (?:to )?(?:me|us|mir|uns|mich) .+"#]
}
