import RecallText

/// The part of a sentence that states something: without words of courtesy before it, and without the question after it.
struct StatedClause {
    let clause: Clause

    /// `nil` if the sentence only asks.
    init?(_ sentence: String, _ analyzer: TermAnalyzer) {
        guard let stated = Self.stated(sentence) else { return nil }
        var clause = Clause(stated, analyzer)
        if Self.replies.length(at: 0, in: clause.words) != nil, let but = Self.afterBut(stated) {
            clause = Clause(but, analyzer)
        }
        while let length = Self.openings.length(at: 0, in: clause.words) {
            guard let rest = clause.text(from: length) else { return nil }
            clause = Clause(rest, analyzer)
        }
        // "Ada says: I am ..." and "Translate: I am ..."
        if let colon = clause.text.firstIndex(of: ":"), !clause.begins(with: Self.colonKeepers) {
            clause = Clause(String(clause.text[..<colon]), analyzer)
        }
        self.clause = clause
    }

    /// Of "I don't eat meat, so which ...?" what stands before the question.
    private static func stated(_ sentence: String) -> String? {
        guard sentence.hasSuffix("?") else { return sentence }
        let words = sentence.lowercased()
        guard let cut = questions.lazy.compactMap({ words.firstRange(of: $0)?.lowerBound }).min() else {
            return requestInQuestion(sentence, words)
        }
        return String(sentence.prefix(words.distance(from: words.startIndex, to: cut)))
    }

    /// "Could you remember that ...?" asks for it.
    private static func requestInQuestion(_ sentence: String, _ words: String) -> String? {
        courtesies.contains { words.hasPrefix($0) } ? String(sentence.dropLast()) : nil
    }

    private static func afterBut(_ sentence: String) -> String? {
        sentence.firstRange(of: ", but ").map { String(sentence[$0.upperBound...]) }
    }

    private static let courtesies = ["could you", "can you", "would you", "will you", "kannst du", "puedes"]

    private static let questions = ["which", "what", "who", "where", "when", "how", "did", "is", "can", "does"].flatMap
    {
        [", so \($0) ", "; \($0) ", ", and \($0) "]
    }

    private static let replies = Phrases("you\nthat is/was wrong")
    private static let colonKeepers = Phrases(
        "remember\nplease remember\nnote\nmerk dir\nmerke dir\nrecuerda\nnever\nalways\nfyi")

    private static let openings = Phrases(
        """
        by the way
        btw
        fyi
        just so you know
        so you know
        for your information
        for future reference
        for the record
        in case it matters
        you should know that
        just to let you know
        thanks
        thank you
        thanks a lot
        no
        yes
        yeah
        ok
        okay
        well
        nice
        great
        hi
        hello
        hey recall
        actually
        also
        and
        but
        oh
        please
        sorry
        correction
        to be clear
        ubrigens
        nein
        ja
        danke
        bitte
        ach
        also
        zur info
        por cierto
        no
        si
        gracias
        por favor
        """)
}

/// Requests to remember: "remember that ...", "keep in mind that ...", "..., remember that".
struct RememberRequest {
    /// The statement to be remembered.
    let text: String

    init?(_ clause: Clause, _ analyzer: TermAnalyzer) {
        guard let rest = Self.rest(of: clause, analyzer) else { return nil }
        text = rest
    }

    private static func rest(of clause: Clause, _ analyzer: TermAnalyzer) -> String? {
        let start = courtesies.length(at: 0, in: clause.words) ?? 0
        if let length = clausal.length(at: start, in: clause.words) { return clause.text(from: start + length) }
        if let length = verbs.length(at: start, in: clause.words), let rest = clause.text(from: start + length) {
            let before = clause.text(before: start + length)
            let isStated = OwnStatement.type(of: Clause(rest, analyzer)) != nil
            return isStated || before.trimming(while: \.isWhitespace).hasSuffix(":") ? rest : nil
        }
        let end = clause.words.count - 2
        guard end > 1, endings.length(at: end, in: clause.words) != nil else { return nil }
        return clause.text(before: end)
    }

    private static let courtesies = Phrases(
        "can/could/would/will you\ncan/could/would/will you please\nplease\nkannst du\nkannst du dir\npuedes")

    private static let clausal = Phrases(
        """
        remember that
        please remember that
        keep in mind that
        bear in mind that
        note that
        make a note that
        take note that
        memorize that
        memorise that
        don t forget that
        do not forget that
        never forget that
        merk dir dass
        merke dir dass
        denk daran dass
        vergiss nicht dass
        recuerda que
        no olvides que
        ten en cuenta que
        """)

    private static let verbs = Phrases(
        """
        remember
        please remember
        keep in mind
        note
        memorize
        memorise
        don t forget
        merk dir
        merke dir
        recuerda
        """)

    private static let endings = Phrases("remember that\nremember this\nplease remember\nmerk dir\nrecuerda eso")
}

/// Words that make a statement none of the person's own: guesses, conditions, reported speech.
enum Hedges {
    static func areIn(_ clause: Clause) -> Bool {
        phrases.occur(in: clause.words) || openings.length(at: 0, in: clause.words) != nil
    }

    private static let phrases = Phrases(
        """
        i think/believe/guess/suppose/assume/hope/wonder/fear/feel/doubt
        maybe
        perhaps
        probably
        possibly
        might
        i asked
        i said
        i wrote
        i told
        i meant
        according to
        right now
        at the moment
        today
        tonight
        tomorrow
        yesterday
        this morning/evening/afternoon
        says/said/told/writes/wrote/asked/claims/thinks
        glaube/denke/vielleicht/wahrscheinlich/heute/morgen/gestern/sagt/sagte/schreibt/schrieb
        creo/quizas/hoy/manana/ayer/dice/dijo/escribio
        """)

    private static let openings = Phrases(
        "if\nsuppose\nimagine\nlet s\nlet us\nassume\nassuming\nwhat if\nwhen i was\nwenn\nangenommen\nsi yo")
}

/// Wishes for how Recall is to answer, that are meant to last.
enum StandingInstruction {
    static func isOne(_ clause: Clause) -> Bool {
        let words = clause.words
        if once.length(at: 0, in: words) != nil { return false }
        if lasting.length(at: 0, in: words) != nil { return true }
        if let length = markers.length(at: 0, in: words), verbs.length(at: length, in: words) != nil { return true }
        return verbs.length(at: 0, in: words) != nil && endings.occur(in: words)
    }

    /// Meant to last whatever follows.
    private static let lasting = Phrases(
        """
        call me
        stop suggesting/showing/proposing/using/adding/asking/calling
        keep your answers
        keep the answers
        keep them/it short/brief/simple
        when i say/write/ask
        use british/american/metric/imperial/celsius/fahrenheit
        never show/mention/suggest/use/include/answer/call/propose/cite/list
        nenn mich
        antworte immer
        llamame
        """)

    /// "Call me" by telephone.
    private static let once = Phrases("call me when/if/back/later/tomorrow/today/at/on/a/an/the/again/now/once")

    private static let markers = Phrases(
        """
        always
        never
        please always
        from now on
        in future
        in the future
        from now on always
        from now on please
        ab jetzt
        immer
        in zukunft
        siempre
        a partir de ahora
        """)

    private static let verbs = Phrases(
        """
        answer/reply/respond/show/use/write/call/address/give/list/sort/cite/tell/include/mention/start/translate/keep/put
        don t
        do not
        antworte/zeige/schreib/schreibe/nenne/nenn
        responde/muestra/escribe
        """)

    private static let endings = Phrases(
        """
        from now on
        in future
        in the future
        every time
        when you answer
        in your answers
        ab jetzt
        in zukunft
        a partir de ahora
        """)
}
