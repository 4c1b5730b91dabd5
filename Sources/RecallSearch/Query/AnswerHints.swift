import Foundation

/// The type of answer that a question asks for, as far as its words tell, and whether a passage looks like one.
///
/// "When …" is answered by what says "last Friday", "how many …" by numbers, and a question is seldom answered by a
/// question. Words are of English, German, French and Spanish.
struct AnswerHints {
    /// True if it is a question at all, rather than words to be found.
    let isQuestion: Bool
    let asksForTime: Bool
    let asksForNumber: Bool

    /// The hints of a query: its text, and its words folded.
    init(_ text: String, _ words: [String]) {
        isQuestion =
            text.last { !$0.isWhitespace } == "?" || words.first.map(Self.questionWords.contains) ?? false
        asksForTime = words.prefix(4).contains(where: Self.timeQuestions.contains)
        asksForNumber =
            zip(words, words.dropFirst()).contains { Self.numberQuestions.contains("\($0) \($1)") }
            || words.prefix(2).contains(where: Self.numberQuestions.contains)
    }

    /// True if passages' texts make any difference.
    var isEmpty: Bool { !isQuestion && !asksForTime && !asksForNumber }

    /// The amount that a passage's look adds to its score.
    func bonus(for text: String, _ words: [String]) -> Float {
        var bonus: Float = 0
        if isQuestion, text.last(where: { !$0.isWhitespace }) == "?" { bonus -= 0.25 }
        if asksForTime, words.contains(where: Self.timeWords.contains) { bonus += 0.3 }
        if asksForNumber, words.contains(where: Self.isNumber) { bonus += 0.2 }
        return bonus
    }

    private static func isNumber(_ word: String) -> Bool {
        word.utf8.contains { $0 &- 0x30 < 10 } || numberWords.contains(word)
    }

    private static let questionWords = set(
        """
        what who whom whose when where why how which did do does is are was were has have had can could would will should
        was wer wem wen wessen wann wo warum wieso weshalb wie welche welcher welches hat haben ist sind war kann
        que qui quoi quand ou pourquoi comment quel quelle quels quelles est combien
        quien quienes cuando donde cual cuales cuanto cuantos cuanta cuantas como
        """)
    private static let timeQuestions = set("when wann quand cuando")
    private static let numberQuestions: Set<String> = [
        "how many", "how much", "how long", "how often", "how old", "how far", "wie viel", "wie viele", "wieviel",
        "wieviele", "wie lange", "wie oft", "combien", "cuanto", "cuantos", "cuanta", "cuantas",
    ]
    private static let timeWords = set(
        """
        yesterday today tonight tomorrow last next ago week weekend month year morning evening night monday tuesday
        wednesday thursday friday saturday sunday january february march april may june july august september october
        november december recently summer winter spring fall autumn since days weeks months years day soon
        gestern heute morgen letzte letzten letztes nachste nachsten woche wochen wochenende monat jahr abend nacht montag
        dienstag mittwoch donnerstag freitag samstag sonntag januar februar marz mai juni juli oktober dezember seit tag
        tage sommer herbst fruhling
        hier aujourd demain dernier derniere prochain prochaine semaine mois annee an soir matin lundi mardi mercredi jeudi
        vendredi samedi dimanche janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre depuis
        jour jours ete hiver printemps automne
        ayer hoy manana pasado pasada proximo proxima semana mes ano noche lunes martes miercoles jueves viernes sabado
        domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre hace desde dia
        dias verano invierno primavera otono
        """)
    private static let numberWords = set(
        """
        one two three four five six seven eight nine ten eleven twelve twenty hundred thousand million once twice dozen
        zwei drei vier funf sechs sieben acht neun zehn elf zwolf zwanzig hundert tausend einmal zweimal
        deux trois quatre cinq sept huit neuf dix onze douze vingt cent mille
        dos tres cuatro cinco seis siete ocho nueve diez once doce veinte cien mil
        """)

    private static func set(_ words: String) -> Set<String> {
        Set(words.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
