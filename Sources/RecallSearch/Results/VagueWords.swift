import RecallText

/// Words that are no function words and yet no reason for a match: "much", "get", "thing". They rank as other words
/// do, by their idf; in a small library they are as rare as telling ones, so idf does not tell them apart.
///
/// English, German, French and Spanish, folded.
enum VagueWords {
    static func contain(_ folded: String) -> Bool { words.contains(folded) }

    private static let words = Set.words(
        """
        much many more most less least lot lots few little very really quite rather too also even still just only again ever
        never always often maybe perhaps almost enough get gets got getting gotten go goes going went gone come comes came
        coming make makes made making do does did doing done take takes took taken put let want wants wanted need needs needed
        say says said tell tells told know knows knew think thought see seen look looks like thing things stuff something
        anything everything nothing someone anyone everyone one ones way ways back now then here there yes no not
        viel viele vielen mehr meist wenig wenige sehr ganz auch noch schon nur immer nie oft machen macht gemacht gehen geht
        kommen kommt tun tut getan sagen sagt gesagt ding dinge sache sachen etwas alles nichts jemand
        beaucoup plus moins tres aussi encore toujours jamais souvent faire fait fais aller va vais venir vient dire dit
        chose choses quelque rien tout tous
        mucho mucha muchos muchas mas menos muy tambien todavia siempre nunca hacer hace hecho ir va voy venir viene decir
        dice dicho cosa cosas algo nada todo todos
        """)
}
