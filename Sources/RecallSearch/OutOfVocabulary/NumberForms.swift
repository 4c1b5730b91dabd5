import RecallCore
import RecallStore
import RecallText

/// The forms in which a library writes a number that somebody typed: of a telephone, an account, a parcel. Digits are grouped at will,
/// and telephone numbers begin with a country's code or with a zero, so "+491712345678" means what stands as "0171 2345678".
struct NumberForms {
    let library: LibrarySnapshot

    /// The phrases that are looked up, and the forms that are taken, at most.
    private static let (mostPhrases, mostForms) = (24, 2)
    /// The groups of a form, at most.
    private static let mostGroups = 8

    /// The forms of a number that the library does not have as it was typed; none if it does not have it at all.
    ///
    /// - Parameters:
    ///   - groups: The groups of digits, as typed.
    ///   - isInternational: true after "+".
    /// - Complexity: O(digits²) look-ups of terms, and `mostPhrases` of phrases.
    func forms(of groups: [String], isInternational: Bool) throws -> [String] {
        let digits = groups.joined()
        let variants = Self.variants(of: digits, isInternational)
        let parts = variants.reduce(into: Set()) { $0.formUnion(Self.parts(of: Array($1.utf8))) }
        let whole = digits.hasPrefix("0") ? Self.countryCodes.map { $0 + Self.significant(digits) } : []
        let known = try Set(library.documentFrequencies(of: parts.union(whole)).keys)
        let divided = variants.flatMap { Self.divisions(of: Array($0.utf8), into: known) }
        return try said(whole.filter(known.contains).map { [$0] } + divided.sorted { $0.count < $1.count })
    }

    /// The forms of a code of letters and digits, as accounts, parcels and flights have: "NL44RABO0123456789" for "NL44 RABO 0123 4567
    /// 89". None if the library does not have it, or has it as it was typed.
    ///
    /// - Complexity: as `forms(of:isInternational:)`.
    func forms(ofCode groups: [String]) throws -> [String] {
        guard try !isSaid(groups) else { return [] }
        let code = Array(groups.joined().utf8)
        let known = try Set(library.documentFrequencies(of: Set(Self.parts(of: code, shortest: 1))).keys)
        return try said(Self.divisions(of: code, into: known, shortest: 1))
    }

    /// The length of the run at the beginning of `words` that is a code of letters and digits; `nil` if none is. Words of letters alone
    /// belong to one where they are short and in capitals.
    static func codeLength(of words: ArraySlice<QueryWord>) -> Int? {
        let run = words.prefix(mostGroups + 1).prefix { word in
            let isCode = word.text.utf8.allSatisfy { $0.isASCIIDigit || $0.isASCIILetter }
            let isShort = word.text.utf8.count <= 4 && word.text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
            return isCode && (isShort || word.text.utf8.contains(where: \.isASCIIDigit))
        }
        let code = run.map(\.text).joined().utf8
        let digits = code.count(where: \.isASCIIDigit)
        return (shortestCode...LongNumbers.mostDigits).contains(code.count) && digits >= fewestCodeDigits
            && digits < code.count ? run.count : nil
    }

    private static let (shortestCode, fewestCodeDigits) = (8, 4)

    /// The first of these phrases that the library has.
    private func said(_ phrases: [[String]]) throws -> [String] {
        var forms: [String] = []
        for phrase in phrases.prefix(Self.mostPhrases) where forms.count < Self.mostForms {
            let form = phrase.joined(separator: " ")
            if try !forms.contains(form) && isSaid(phrase) { forms.append(form) }
        }
        return forms
    }

    /// True if the library has these groups of digits next to each other.
    func isSaid(_ groups: [String]) throws -> Bool {
        try library.itemCount(saying: WordSequence(groups.joined(separator: " "))) > 0
    }

    /// The digits as others may write them: without the code of the country, with or without the zero before that of a town.
    private static func variants(of digits: String, _ isInternational: Bool) -> [String] {
        let number = Self.significant(digits)
        guard isInternational || digits.hasPrefix("00") else { return Array(Set([digits, number])) }
        let national = (1...3).map { String(number.dropFirst($0)) }
        return ([number, "00" + number] + national.flatMap { ["0" + $0, $0] }).filter {
            $0.utf8.count >= LongNumbers.fewestDigits
        }
    }

    /// The digits behind the zeros at their beginning.
    private static func significant(_ digits: String) -> String { String(digits.drop { $0 == "0" }) }

    /// Codes of countries, before a number in one piece: those of one and two digits, and those of Europe, the Near East and East
    /// Asia with three.
    private static let countryCodes = [1...99, 350...389, 420...423, 850...886, 960...998].joined().map(String.init)

    /// The parts of digits that may be groups.
    private static func parts(of digits: [UInt8], shortest: Int = 2) -> [String] {
        digits.indices.dropLast(shortest - 1).flatMap { start in
            (start + shortest...digits.count).map { String(decoding: digits[start..<$0], as: UTF8.self) }
        }
    }

    /// The divisions of digits into known groups, those of few groups first.
    private static func divisions(of digits: [UInt8], into known: Set<String>, shortest: Int = 2) -> [[String]] {
        var divisions: [[[String]]] = [[[]]]
        for end in digits.indices.map({ $0 + 1 }) {
            var ending: [[String]] = []
            for start in 0..<max(0, end - shortest + 1) where !divisions[start].isEmpty {
                let group = String(decoding: digits[start..<end], as: UTF8.self)
                guard known.contains(group) else { continue }
                ending += divisions[start].filter { $0.count < mostGroups }.map { $0 + [group] }
            }
            divisions.append(Array(ending.sorted { $0.count < $1.count }.prefix(mostPhrases)))
        }
        return divisions[digits.count]
    }
}
