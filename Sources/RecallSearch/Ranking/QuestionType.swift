import Foundation
import RecallCore
import RecallStore
import RecallText

/// The type of a question by its words: the type of answer that it asks for.
///
/// "When …" is answered by "last Friday", "how many …" by numbers, and a question is seldom answered by a question.
/// The words are of English, German, French, Spanish, Italian, Portuguese, Dutch, Polish and Russian.
struct QuestionType {
    /// True for a question, false for words to be found.
    let isQuestion: Bool
    /// True for a question or a request, false for a topic.
    let asks: Bool
    let asksForTime: Bool
    let asksForNumber: Bool

    /// The type of a query, by its text and its words, folded.
    init(_ text: String, _ words: [String]) {
        isQuestion =
            Self.endsInQuestion(text) || words.first.map(Self.questionWords.contains) ?? false
        asks = isQuestion || words.first.map(Self.requests.contains) ?? false || Self.asksForList(words)
        asksForTime = words.prefix(4).contains(where: Self.timeQuestions.contains)
        asksForNumber =
            zip(words, words.dropFirst()).contains { Self.numberQuestions.contains("\($0) \($1)") }
            || words.prefix(2).contains(where: Self.numberQuestions.contains)
    }

    /// True for a question, by its words, folded, that all of several things answer: "which books did I lend".
    static func asksForList(_ words: [String]) -> Bool {
        guard let first = words.first else { return false }
        if listVerbs.contains(first) { return true }
        let pairs = zip(words, words.dropFirst())
        let isQuestion = questionWords.contains(first)
        return isQuestion
            && (words.prefix(4).contains(where: allWords.contains)
                || pairs.prefix(3).contains {
                    severalOf.contains($0) || (["what", "which"].contains($0) && isPlural($1))
                })
    }

    /// True for an English word in the plural, as far as its ending tells.
    private static func isPlural(_ word: String) -> Bool {
        word.count > 3 && word.last == "s" && !word.hasSuffix("ss") && !singulars.contains(word)
    }

    private static let requests = Set.words(
        "tell describe explain show find give summarize summarise erzahl erklar beschreibe zeig decris explique explica"
    )
    private static let listVerbs = Set.words("list name enumerate nenne liste nomme enumera")
    private static let allWords = Set.words("all every each alle jede jeden tous toutes todos todas")
    private static let severalOf = Set.words("quels quelles cuales")
    private static let singulars = Set.words(
        "this does makes happens causes comes means status focus campus series news bus")

    /// True if a text ends with a question mark.
    static func endsInQuestion(_ text: String) -> Bool { text.last { !$0.isWhitespace } == "?" }

    /// True for words, folded, none of which asks: "serial number of our boiler".
    static func isTopic(_ words: [String]) -> Bool { words.allSatisfy { !questionWords.contains($0) } }

    /// True for words, folded, of a question for what has happened: its answer may be the date of a message that tells it. One for
    /// what is to come may not.
    static func asksForPast(_ words: [String]) -> Bool {
        if words.contains(where: pastWords.contains) || words.first == "quand" && words.contains("a") { return true }
        // "Wann ist sie umgezogen?"
        guard let last = words.last, words.contains(where: ["ist", "sind", "bin", "est", "sont", "esta"].contains)
        else {
            return false
        }
        return last.contains("ge") && (last.hasSuffix("en") || last.hasSuffix("t"))
    }

    private static let pastWords = Set.words(
        """
        did was were has have had hat habe haben hatte hatten war waren wurde wurden ai ont avons etait etaient fue
        fueron ha han habia
        """)

    /// True for words, folded, that begin as an English question does: "what did you", "how is", "what colour is".
    static func beginsAsQuestion(_ words: [String]) -> Bool {
        guard words.count > 2, englishQuestionWords.contains(words[0]) else { return false }
        return auxiliaries.contains(words[1])
            || words.count > 3 && ["what", "which", "whose"].contains(words[0]) && auxiliaries.contains(words[2])
    }

    private static let englishQuestionWords = Set.words("what who whom whose when where why how")
    private static let auxiliaries = Set.words(
        "did do does is are was were has have had can could will would shall should d s re ll ve")

    /// True if all passages are equally likely types of answers.
    var isOpen: Bool { !isQuestion && !asksForTime && !asksForNumber }

    /// The part of a passage's score for looking like an answer.
    func bonus(for passage: PassageText) -> Float {
        var bonus: Float = 0
        if isQuestion, Self.endsInQuestion(passage.stored.text) { bonus -= 0.25 }
        if asksForTime, passage.words.contains(where: Self.timeWords.contains) { bonus += 0.3 }
        if asksForNumber, passage.words.contains(where: Self.isNumber) { bonus += 0.2 }
        return bonus
    }

    /// True for a number in digits or in words.
    static func isNumber(_ word: String) -> Bool {
        word.utf8.contains(where: \.isASCIIDigit) || numberWords.contains(word)
    }

    private static let questionWords = Set.words(
        """
        what who whom whose when where why how which did do does is are was were has have had can could would will should
        was wer wem wen wessen wann wo warum wieso weshalb wie welche welcher welches hat haben ist sind war kann
        que qui quoi quand ou pourquoi comment quel quelle quels quelles est combien
        quien quienes cuando donde cual cuales cuanto cuantos cuanta cuantas como
        chi cosa quando dove perche quale quali quanto quanti quanta quante
        quem onde qual quais quantos quantas
        wat waar wanneer waarom hoe welke welk hoeveel hoelang heeft hebben
        kto kogo komu gdzie kiedy dlaczego jak jaki jaka jakie jakiego jakiej jakim ktory ktora ktore ktorego ile ilu
        czy
        кто кого кому кем что чего чему где куда откуда когда почему зачем как какой какая какое какие какого какую
        каком каким сколько чей чья чье чьи который которая ли
        """)
    static let timeQuestions = Set.words("when wann quand cuando quando wanneer kiedy когда")
    static let numberQuestions: Set<String> = [
        "how many", "how much", "how long", "how often", "how old", "how far", "how tall", "how heavy", "wie viel",
        "wie viele", "wieviel", "wieviele", "wie lange", "wie oft", "wie alt", "wie weit", "wie gross", "wie schwer",
        "combien", "cuanto", "cuantos", "cuanta", "cuantas", "quanto", "quanti", "quanta", "quante", "quantos",
        "quantas", "hoeveel", "hoe veel", "hoe vaak", "hoe oud", "hoe ver", "hoe groot", "hoe zwaar", "ile", "ilu",
        "jak czesto", "сколько", "как часто",
    ]
    static let timeWords = Set.words(
        """
        yesterday today tonight tomorrow last next ago week weekend month year morning evening night monday tuesday
        wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays weekends
        weekdays tues weds thurs recently summer winter spring fall autumn since days weeks months years day soon
        gestern heute morgen letzte letzten letztes nachste nachsten woche wochen wochenende monat jahr abend nacht montag
        dienstag mittwoch donnerstag freitag samstag sonntag montags dienstags mittwochs donnerstags freitags samstags sonntags
        seit tag
        tage sommer herbst fruhling
        hier aujourd demain dernier derniere prochain prochaine semaine mois annee an soir matin lundi mardi mercredi jeudi
        vendredi samedi dimanche depuis
        jour jours ete hiver printemps automne
        ayer hoy manana pasado pasada proximo proxima semana mes ano noche lunes martes miercoles jueves viernes sabado
        domingo hace desde dia
        dias verano invierno primavera otono
        ieri oggi domani scorso scorsa prossimo prossima settimana mese sera notte lunedi martedi mercoledi giovedi venerdi
        sabato domenica giorno estate inverno autunno
        ontem hoje amanha passada noite segunda terca quinta sexta
        gisteren vandaag morgen vorige volgende week maand jaar avond nacht maandag dinsdag woensdag donderdag vrijdag zaterdag
        zondag dagen zomer winter voorjaar najaar
        wczoraj dzis dzisiaj jutro tydzien tygodniu miesiac miesiacu rok roku wieczorem poniedzialek wtorek sroda srode
        czwartek piatek sobota sobote niedziela niedziele dni zima zimie
        stycznia lutego kwietnia czerwca lipca sierpnia wrzesnia pazdziernika listopada grudnia
        styczniu lutym marcu kwietniu czerwcu lipcu sierpniu wrzesniu pazdzierniku listopadzie grudniu
        вчера сегодня завтра прошлый прошлой прошлом следующий следующей неделя неделю неделе месяц месяце год году года
        вечером ночью утром понедельник вторник среда среду четверг пятница пятницу суббота субботу воскресенье летом зимой
        весной осенью назад
        января февраля марта апреля мая июня июля августа сентября октября ноября декабря
        январе феврале марте апреле мае июне июле августе сентябре октябре ноябре декабре
        """
    ).union(MonthNames.fullNumbers.keys)
    private static let numberWords = Set.words(
        """
        one two three four five six seven eight nine ten eleven twelve twenty hundred thousand million once twice dozen
        zwei drei vier funf sechs sieben acht neun zehn elf zwolf zwanzig hundert tausend einmal zweimal
        deux trois quatre cinq sept huit neuf dix onze douze vingt cent mille
        dos tres cuatro cinco seis siete ocho nueve diez once doce veinte cien mil
        tre quattro cinque sette otto dieci undici dodici venti cento
        dois duas quatro sete oito dez doze vinte cem
        twee drie vijf zes zeven acht negen tien twaalf twintig honderd duizend
        dwa dwie dwoch trzy trzech cztery piec szesc siedem osiem dziewiec dziesiec dwanascie dwadziescia sto tysiac tysiecy
        два две двух три трех четыре четырех пять шесть семь восемь девять десять двенадцать двадцать сто тысяча тысячи
        тысяч один одна одну оба обе двое трое пара пару
        """)
}
