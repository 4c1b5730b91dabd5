import RecallCore
import RecallKit

/// Words that are said to be polite, or to see what comes. Nothing of the library answers them, so nothing is searched.
package enum SmallTalk: CaseIterable {
    case greeting, thanks, farewell, assent, curiosity

    /// The kind of a line that has nothing else, the last if it has several: "Hello!", "thanks, bye", "how are you?". `nil` for
    /// a line with any other word: "hello kitty order number?"
    package init?(_ line: String) {
        // Longer lines are not looked at.
        guard line.utf8.count <= Self.longestLine else { return nil }
        var words = RecallLibrary.words(of: line)[...]
        var kind: SmallTalk?
        while !words.isEmpty {
            guard let (next, length) = Self.phrase(at: words, isFirst: kind == nil) else { return nil }
            kind = next ?? kind
            words = words.dropFirst(length)
        }
        guard let kind else { return nil }
        self = kind
    }

    /// The answer to a line that has nothing else; `nil` for others.
    static func answer(to question: Question) -> Answer? {
        SmallTalk(question.text).map { kind in
            let sentence = Answer.Sentence(text: kind.reply, isSupported: true, citations: [])
            return Answer(question: question.text, sentences: [sentence], isFound: true)
        }
    }

    /// A line that says nothing about the library.
    private var reply: String {
        switch self {
        case .greeting: "Hello! What would you like to find? Ask what a mail, a chat, a note or a document may say."
        case .thanks: "You are welcome."
        case .farewell: "Goodbye!"
        case .assent: "All right. What would you like to know next?"
        case .curiosity:
            "Recall answers from your library: ask for what a mail, a chat, a note or a document may say."
        }
    }

    private static let longestLine = 80
    private static let longestPhrase = 6

    /// The longest phrase that words begin with, and its length; without a kind for one that only follows another.
    private static func phrase(at words: ArraySlice<String>, isFirst: Bool) -> (kind: SmallTalk?, length: Int)? {
        for length in (1...min(longestPhrase, words.count)).reversed() {
            let phrase = words.prefix(length).joined(separator: " ")
            if let kind = phrases[phrase] { return (kind, length) }
            if !isFirst, additions.contains(phrase) { return (nil, length) }
        }
        return nil
    }

    /// Folded, of English, German, French and Spanish; by whole phrases, since "night" or "tag" alone may well be searched for.
    private static let phrases = Dictionary(
        allCases.flatMap { kind in kind.written.split(separator: "\n").map { (String($0), kind) } },
        uniquingKeysWith: { first, _ in first })

    private static let additions = Set(
        """
        there
        again
        everyone
        all
        recall
        a lot
        so much
        very much
        you too
        please
        then
        schon
        sehr
        vielmals
        zusammen
        beaucoup
        a tous
        a todos
        """.split(separator: "\n").map(String.init))

    private var written: String {
        switch self {
        case .greeting:
            """
            hello
            hi
            hey
            hiya
            good day
            good morning
            good afternoon
            good evening
            hallo
            moin
            moin moin
            servus
            guten tag
            guten morgen
            guten abend
            gruss gott
            bonjour
            bonsoir
            salut
            hola
            buenos dias
            buenas dias
            buenas tardes
            buenas noches
            ola
            bom dia
            boa tarde
            boa noite
            ciao
            buongiorno
            buonasera
            hoi
            goedemorgen
            goedemiddag
            goedenavond
            привет
            """
        case .thanks:
            """
            thanks
            thank you
            many thanks
            thx
            cheers
            danke
            danke dir
            danke schon
            dankeschon
            vielen dank
            merci
            merci bien
            gracias
            muchas gracias
            mil gracias
            obrigado
            obrigada
            muito obrigado
            muito obrigada
            grazie
            grazie mille
            bedankt
            dank je
            dank je wel
            dank u
            dank u wel
            dankjewel
            dziekuje
            спасибо
            """
        case .farewell:
            """
            bye
            bye bye
            goodbye
            good bye
            good night
            see you
            see you later
            tschuss
            auf wiedersehen
            gute nacht
            au revoir
            bonne nuit
            adios
            hasta luego
            """
        case .assent:
            """
            ok
            okay
            alright
            all right
            got it
            i see
            great
            perfect
            super
            cool
            alles klar
            d accord
            vale
            """
        case .curiosity:
            """
            how are you
            how are you doing
            how do you do
            who are you
            what are you
            what can you do
            what can you do for me
            what can i ask
            what can i ask you
            tell me a joke
            wie geht es dir
            wie geht s
            wie gehts
            wer bist du
            was kannst du
            qui es tu
            comment ca va
            ca va
            que tal
            como estas
            quien eres
            """
        }
    }
}
