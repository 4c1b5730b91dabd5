import RecallText

/// The dotted numbers of a query, such as versions and sums ("2.0.0"), which words take apart: of "R 2.12.0" all parts but one
/// are those of "R 2.0.0".
struct VersionMatch {
    private let numbers: Set<String>

    private static let mostNumbers = 8
    /// The bonus of a passage with all of them: more than for words that stand together.
    private static let weight: Float = 0.6

    init(_ text: String) {
        numbers = Self.numbers(in: text, most: Self.mostNumbers)
    }

    /// True if there are none.
    var isEmpty: Bool { numbers.isEmpty }

    /// The part of a passage's score for its numbers.
    func bonus(for text: String) -> Float {
        guard !numbers.isEmpty else { return 0 }
        let found = numbers.intersection(Self.numbers(in: text, most: .max))
        return Self.weight * Float(found.count) / Float(numbers.count)
    }

    /// The runs of digits and dots that have a dot between digits.
    private static func numbers(in text: String, most: Int) -> Set<String> {
        let dot = UInt8(ascii: ".")
        var numbers: Set<String> = []
        for run in text.utf8.split(whereSeparator: { $0 != dot && !$0.isASCIIDigit }) where numbers.count < most {
            let parts = run.split(separator: dot)
            if parts.count > 1 { numbers.insert(parts.compactMap { String($0) }.joined(separator: ".")) }
        }
        return numbers
    }
}
