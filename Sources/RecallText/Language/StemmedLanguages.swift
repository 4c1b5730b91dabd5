import RecallCore

extension Language {
    /// The languages whose words can be reduced to stems.
    static let stemmed = allCases.filter { $0.stemmerName != nil }

    /// Snowball's name of the algorithm.
    var stemmerName: String? {
        switch self {
        case .english, .german, .french, .spanish, .italian, .portuguese, .dutch, .swedish, .norwegian, .danish,
            .finnish, .russian:
            englishName
        default: nil
        }
    }
}
