import RecallCore
import RecallText

/// The title of a mail or a note as a person would name in a question what it is about: "the boiler service" of
/// "Re: boiler service - Tuesday".
package struct SuggestedTopic {
    /// The words of the title that name it, as written.
    package let head: String
    private let words: [Substring]
    /// True if the title says that it is its reader's: "Your appointment".
    package let isOwners: Bool

    private static let (length, mostWords) = (4...40, 5)

    /// `nil` for a title that names nothing plainly: a sentence, a number, a cry.
    package init?(_ title: String) {
        let plain = DisplayText.safe(title).replacing(/^(\s*(?i:re|fwd?|aw|wg|tr|sv)\s*:|\s*\[[^\]]*\])+/, with: "")
        let line = plain.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        // What follows a dash, a colon or a bracket says more of the same.
        let end = line.firstRange(of: /\s[-–—|\/]+\s|:\s|\s\(|[!?;…]/)?.lowerBound ?? line.endIndex
        var words = line[..<end].replacing(/[.,:]+$/, with: "").split(separator: " ")
        while let last = words.last, last.count == 4, last.allSatisfy(\.isNumber) { words.removeLast() }
        isOwners = words.first?.lowercased() == "your"
        if isOwners || words.first.map({ Self.articles.contains($0.lowercased()) }) == true { words.removeFirst() }
        (self.words, head) = (words, words.joined(separator: " "))
        guard Self.length ~= head.count, words.count <= Self.mostWords, words.allSatisfy(Self.isPlain),
            let first = words.first?.lowercased(), let last = words.last?.lowercased(),
            Set(words.map { $0.lowercased() }).isDisjoint(with: Self.sentenceWords),
            words.allSatisfy({ !Self.sorrows.contains($0.lowercased()) }), !Self.joints.contains(first),
            !Self.joints.contains(last), !Self.endings.contains(last)
        else { return nil }
        // "Moving back", "Appeal allowed": said of something that is not named.
        let isDoing = first.hasSuffix("ing") && !Self.namesInIng.contains(first) && !Self.appointments.contains(first)
        guard !isDoing, last.count <= 4 || !last.hasSuffix("ed") else { return nil }
    }

    /// A word of letters that is not shouted.
    private static func isPlain(_ word: Substring) -> Bool {
        let isOfLetters = word.allSatisfy { $0.isLetter || isWithin($0) } && word.first?.isLetter == true
        return isOfLetters && (word.count <= 3 || word.contains(where: \.isLowercase))
    }

    /// True if it names something that is at a time.
    package var isAppointment: Bool {
        let place = words.dropFirst().firstIndex { Self.joints.contains($0.lowercased()) } ?? words.endIndex
        let name = words[place - 1].lowercased()
        // "When is the visit?" could be any.
        return Self.appointments.contains(name) && (words.count > 1 || Self.feasts.contains(name))
    }

    /// The topic within a question; `nil` if it cannot be told how it is named.
    ///
    /// - Parameters:
    ///   - text: what was written under the title. With others, it tells names from other words, which titles begin with capitals,
    ///     too.
    ///   - titles: other titles.
    package func phrase(in text: String, titles: String = "") -> String? {
        let language = LanguageDetector.written(text, in: [0..<text.utf8.count])
        let isEnglish =
            language.map { $0 == .english } ?? head.unicodeScalars.allSatisfy { $0.value < 0x250 || $0 == "’" }
        guard isEnglish else { return isOwners ? nil : "“\(head)”" }
        return englishPhrase(in: text + "\n" + titles)
    }

    private func englishPhrase(in text: String) -> String? {
        let isCapital = words.map { $0.first?.isUppercase == true }
        let isTitle = zip(words, isCapital).allSatisfy { $1 || Self.joints.contains($0.lowercased()) }
        if !isOwners, isTitle, Self.isName(head, in: text) { return head }
        let written = Set(text.split { !$0.isLetter && !Self.isWithin($0) })
        let isName = zip(words, isCapital).map { $1 && !written.contains(Substring($0.lowercased())) }
        // "group reservation August"
        guard
            !words.indices.dropFirst().contains(where: {
                isName[$0] && !isName[$0 - 1] && !Self.joints.contains(words[$0 - 1].lowercased())
            })
        else { return nil }
        let cased = zip(words, isName).map { $1 ? String($0) : $0.prefix(1).lowercased() + $0.dropFirst() }
        let phrase = cased.joined(separator: " ")
        if isOwners { return "my " + phrase }
        if words[0].hasSuffix("'s") || words[0].hasSuffix("’s") {
            return String(words[0].prefix(1)) + phrase.dropFirst()
        }
        // "Dad and the pan"
        if isName[0], words.count > 1, Self.joints.contains(words[1].lowercased()) {
            return Self.isName(words[0], in: text) ? phrase : nil
        }
        // A word alone may be one that takes no article: "autumn", "wages".
        if words.count == 1, isName[0] || !Self.hasArticle(cased[0], in: text) { return nil }
        return "the " + phrase
    }

    /// True if a text has the words in this case within a sentence.
    private static func isName(_ words: some StringProtocol, in text: String) -> Bool {
        text.ranges(of: words).contains { range in
            let before = text[..<range.lowerBound].suffix(2)
            let isWhole = range.upperBound == text.endIndex || !text[range.upperBound].isLetter
            return isWhole && before.count == 2 && before.last == " "
                && (before.first?.isLowercase == true || before.first == ",")
        }
    }

    private static func hasArticle(_ word: String, in text: String) -> Bool {
        let words = NameWords.words(of: text)
        let named = NameWords.words(of: word).first
        return zip(words, words.dropFirst()).contains { $1 == named && determiners.contains($0) }
    }

    /// True for a mark within a word.
    private static func isWithin(_ character: Character) -> Bool { "'’-".contains(character) }

    private static let articles = Set.words("the a an")
    private static let determiners = articles.union(["this", "that", "your", "my", "our"])

    /// The words between others within the name of something.
    private static let joints = Set.words(
        "of for at in and to with on from about by or after before under over until without between since")

    /// The words of which sentences and greetings are made, of English, German, French and Spanish.
    private static let sentenceWords = Set.words(
        """
        i i'm i've you he she it we they me us him them is it's are was were be been am do does did has have had can could
        will would shall should may might must not no yes don't can't won't if so but then than that this these those there
        here everything something anything nothing things welcome ready get got let's heads lost overdue due undelivered
        returned etc next last what what's when where who whom which why how thank thanks hello hi hey dear please fwd re fw
        your my our his her their its all any some more less very just only too again now soon today tomorrow yesterday tonight

        der die das den dem des ein eine einen einem und oder mit von vom fur für nach bei zu zum zur im am auf aus
        uber über ich du er sie es wir ihr mein dein unser kein nicht
        ihre ihren ihrem ihrer deine deiner meine meiner unsere unserer neue neuer neues
        votre vos nos notre mon ma mes
        le la les un une des du de et ou avec pour par sur dans chez je tu il elle nous vous
        el los las una unos y o con por para sin en mi tu su
        """)

    /// Things of which nobody wants to be asked unasked.
    private static let sorrows = Set.words("funeral death died obituary condolences cancer divorce")

    /// The words that end no name of something.
    private static let endings = Set.words("up out off back away done home ahead one two three first")

    private static let namesInIng = Set.words(
        """
        building ceiling clothing drawing evening heating housing king lighting listing morning parking painting planning
        plumbing reading ring roofing spring string swimming thing training tiling wiring writing
        """)

    /// Something that is at a time.
    private static let appointments = Set.words(
        """
        appointment appointments interview inspection meeting party viewing visit workshop exam delivery
        """
    ).union(feasts)
    private static let feasts = Set.words("wedding concert christening birthday")
}
