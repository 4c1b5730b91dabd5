/// A language that items are written in. The raw values are stored: they never change, and new ones follow the last.
public enum Language: UInt8, Hashable, Sendable, CaseIterable {
    case english, german, french, spanish, italian, portuguese, dutch, swedish, norwegian, danish, finnish, russian
    case polish, czech, hungarian, turkish, romanian, indonesian, ukrainian, bulgarian
    case catalan, slovak, croatian, afrikaans
    case japanese, chinese, korean, greek, hebrew, arabic, persian, thai, vietnamese
    case latin

    /// The language of a code (ISO 639-1, with a region or without: `de`, `de-AT`), of an English name or of its own name, in
    /// any case.
    public init?(named name: String) {
        let name = name.lowercased()
        let code = name.prefix { $0 != "-" && $0 != "_" }
        guard let language = Self.allCases.first(where: { $0.names.contains(name) || $0.codes.contains(code) }) else {
            return nil
        }
        self = language
    }

    /// Its code of ISO 639-1.
    public var code: String { String(codes[0]) }

    /// Its name in English.
    public var englishName: String { names[0] }

    private var codes: [Substring] {
        switch self {
        case .english: ["en"]
        case .german: ["de"]
        case .french: ["fr"]
        case .spanish: ["es"]
        case .italian: ["it"]
        case .portuguese: ["pt"]
        case .dutch: ["nl"]
        case .swedish: ["sv"]
        case .norwegian: ["no", "nb", "nn"]
        case .danish: ["da"]
        case .finnish: ["fi"]
        case .russian: ["ru"]
        case .polish: ["pl"]
        case .czech: ["cs"]
        case .hungarian: ["hu"]
        case .turkish: ["tr"]
        case .romanian: ["ro"]
        case .indonesian: ["id"]
        case .ukrainian: ["uk"]
        case .bulgarian: ["bg"]
        case .catalan: ["ca"]
        case .slovak: ["sk"]
        case .croatian: ["hr"]
        case .afrikaans: ["af"]
        case .japanese: ["ja"]
        case .chinese: ["zh"]
        case .korean: ["ko"]
        case .greek: ["el"]
        case .hebrew: ["he"]
        case .arabic: ["ar"]
        case .persian: ["fa"]
        case .thai: ["th"]
        case .vietnamese: ["vi"]
        case .latin: ["la"]
        }
    }

    /// In English first.
    private var names: [String] {
        switch self {
        case .english: ["english"]
        case .german: ["german", "deutsch"]
        case .french: ["french", "français", "francais"]
        case .spanish: ["spanish", "español", "espanol", "castellano"]
        case .italian: ["italian", "italiano"]
        case .portuguese: ["portuguese", "português", "portugues"]
        case .dutch: ["dutch", "nederlands"]
        case .swedish: ["swedish", "svenska"]
        case .norwegian: ["norwegian", "norsk"]
        case .danish: ["danish", "dansk"]
        case .finnish: ["finnish", "suomi"]
        case .russian: ["russian", "русский"]
        case .polish: ["polish", "polski"]
        case .czech: ["czech", "čeština", "cestina"]
        case .hungarian: ["hungarian", "magyar"]
        case .turkish: ["turkish", "türkçe", "turkce"]
        case .romanian: ["romanian", "română", "romana"]
        case .indonesian: ["indonesian", "indonesia"]
        case .ukrainian: ["ukrainian", "українська"]
        case .bulgarian: ["bulgarian", "български"]
        case .catalan: ["catalan", "català", "catala"]
        case .slovak: ["slovak", "slovenčina", "slovencina"]
        case .croatian: ["croatian", "hrvatski"]
        case .afrikaans: ["afrikaans"]
        case .japanese: ["japanese", "日本語"]
        case .chinese: ["chinese", "中文"]
        case .korean: ["korean", "한국어"]
        case .greek: ["greek", "ελληνικά"]
        case .hebrew: ["hebrew", "עברית"]
        case .arabic: ["arabic", "العربية"]
        case .persian: ["persian", "farsi", "فارسی"]
        case .thai: ["thai", "ไทย"]
        case .vietnamese: ["vietnamese", "tiếng việt"]
        case .latin: ["latin", "latina"]
        }
    }
}
