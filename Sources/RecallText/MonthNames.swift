package import RecallCore

/// Names of months, as people write them in texts and programs in headers.
package enum MonthNames {
    private static let names: [(language: Language, names: [String])] = [
        (.english, split("January February March April May June July August September October November December")),
        (.german, split("Januar Februar März April Mai Juni Juli August September Oktober November Dezember")),
        (.french, split("janvier février mars avril mai juin juillet août septembre octobre novembre décembre")),
        (.spanish, split("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre")),
        (
            .italian,
            split("gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre")
        ),
        (
            .portuguese,
            split("janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro")
        ),
        (.dutch, split("januari februari maart april mei juni juli augustus september oktober november december")),
    ]

    /// The English names, January first.
    package static let english = names[0].names

    /// The numbers of months by their full names, folded, in some of English, German, French, Spanish, Italian, Portuguese and
    /// Dutch. Without "março", which folded is Marco.
    package static func numbers(in languages: Set<Language>) -> [String: Int] {
        var numbers: [String: Int] = [:]
        for (language, names) in names where languages.contains(language) {
            for (index, name) in names.enumerated() { numbers[WordFolding.fold(name)] = index + 1 }
        }
        numbers["marco"] = nil
        return numbers
    }

    /// The numbers of months by the first three letters of their names in English and German, folded, and by "mrz".
    package static let abbreviations: [String: Int] = {
        var numbers = ["mrz": 3]
        for (name, number) in MonthNames.numbers(in: [.english, .german]) { numbers[String(name.prefix(3))] = number }
        return numbers
    }()

    /// The number of a month by its name in any of the languages, or by its English or German abbreviation; case and
    /// accents do not matter.
    package static func number(of name: String) -> Int? { allNumbers[WordFolding.fold(name)] }

    /// The numbers of months by their full names, folded, in all of these languages.
    package static let fullNumbers = numbers(in: Set(names.map(\.language)))

    private static let allNumbers =
        fullNumbers
        .merging(abbreviations) { name, _ in name }.merging(["sept": 9]) { name, _ in name }

    /// The number of the month whose abbreviation a word of ASCII begins with, in any case.
    package static func number(beginning word: UnsafeBufferPointer<UInt8>) -> Int? {
        word.count >= 3 ? numbersByLetters[letters(word.prefix(3))] : nil
    }

    private static let numbersByLetters = Dictionary(
        uniqueKeysWithValues: abbreviations.map { (letters($0.key.utf8), $0.value) })

    private static func letters(_ bytes: some Sequence<UInt8>) -> UInt32 {
        bytes.reduce(0) { $0 << 8 | UInt32($1.asciiLowercase) }
    }

    /// The first three letters of the German names, in lower case, with the accent and without: what follows "7." in a date.
    static let germanBeginnings = Set(
        names[1].names.flatMap { [$0.lowercased(), WordFolding.fold($0)].map { String($0.prefix(3)) } })

    private static func split(_ names: String) -> [String] { names.split(separator: " ").map(String.init) }
}
