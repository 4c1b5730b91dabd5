import RecallCore

extension LanguageEvidence {
    /// The language that both letters and function words indicate; `nil` if they are inconclusive.
    var language: Language? {
        let all = Letters.scripts.reduce(0) { $0 + weight($1) }
        let latin = weight(.latin) + weight(.vietnamese)
        if latin * 4 >= all * 3 { return self.latin }
        // Names and terms may stand in Latin letters, not sentences: these have a function word in ten letters.
        guard latinHits < 4 || latinHits * 20 <= latin else { return nil }
        let isMost = { (scripts: Letters...) in scripts.reduce(0) { $0 + weight($1) } * 2 > all }
        if isMost(.cyrillic) { return cyrillic }
        if isMost(.kana, .han) { return self[.kana] > 0 ? japanese : chinese }
        if isMost(.hangul) { return self[.hangul] >= 4 ? .korean : nil }
        if isMost(.greek) { return self[.greek] >= 12 ? .greek : nil }
        if isMost(.hebrew) { return self[.hebrew] >= 8 ? .hebrew : nil }
        if isMost(.thai) { return self[.thai] >= 8 ? .thai : nil }
        return isMost(.arabic) ? arabic : nil
    }

    /// A character of some scripts is about half a word.
    private func weight(_ script: Letters) -> Int {
        [.kana, .han, .hangul].contains(script) ? 3 * self[script] : self[script]
    }

    /// The number of function words in Latin letters.
    private var latinHits: Int {
        let cyrillic: LanguageSet = [LanguageSet(.russian), LanguageSet(.ukrainian), LanguageSet(.bulgarian)]
        return hits.reduce(0) { $1.key.isSubset(of: cyrillic) ? $0 : $0 + $1.value }
    }

    private var latin: Language? {
        self[.vietnamese] >= 3 && self[.vietnamese] * 10 >= self[.latin]
            ? .vietnamese : byWords(among: Language.allCases)
    }

    /// Letters that others do not have decide where there are any.
    private var cyrillic: Language? {
        let few = self[.cyrillic] / 100
        guard self[.otherCyrillic] <= few else { return nil }
        switch (self[.russian] > few, self[.ukrainian] > few) {
        case (true, true): return nil
        case (true, false): return byWords(among: [.russian])
        case (false, true): return byWords(among: [.ukrainian])
        case (false, false): return byWords(among: [.russian, .bulgarian])
        }
    }

    private var japanese: Language? {
        self[.kana] >= 2 && self[.kana] * 10 >= self[.han] ? .japanese : nil
    }

    /// Fewer characters may be Japanese.
    private var chinese: Language? { self[.han] >= 16 ? .chinese : nil }

    /// Urdu, Pashto, Kurdish and others have letters of their own.
    private var arabic: Language? {
        guard self[.arabic] >= 10, self[.otherArabic] * 100 <= self[.arabic] else { return nil }
        if self[.persian] * 100 <= self[.arabic] { return .arabic }
        return self[.persian] * 20 >= self[.arabic] && self[.onlyArabic] * 2 <= self[.persian] ? .persian : nil
    }

    /// The language with most function words, if there are many, different ones, and few that only another language has.
    private func byWords(among languages: [Language]) -> Language? {
        let counts = self.counts(sharedWith: [])
        guard let best = languages.max(by: { counts[Int($0.rawValue)] < counts[Int($1.rawValue)] }) else { return nil }
        let own = counts[Int(best.rawValue)]
        // Where letters decided already, words need only agree.
        guard own >= 3, distinct.count >= 3, own * (languages.count == 1 ? 20 : 8) >= words else { return nil }
        let shared = self.counts(sharedWith: LanguageSet(best))
        let isClear = languages.map { Int($0.rawValue) }.allSatisfy { other in
            other == best.rawValue || own - shared[other] >= 2 + 3 * (counts[other] - shared[other])
        }
        return isClear ? best : nil
    }

    /// The number of function words of each language, counting only those that all of `others` share.
    private func counts(sharedWith others: LanguageSet) -> [Int] {
        var counts = [Int](repeating: 0, count: Language.allCases.count)
        for (languages, count) in hits where languages.isSuperset(of: others) {
            for language in languages.numbers { counts[language] += count }
        }
        return counts
    }
}
