import RecallCore
import RecallText

/// The long numbers of a text, such as those of telephones, accounts and parcels, however their digits are grouped. Two are the same
/// if their last digits are (`TelephoneNumber`).
struct LongNumbers {
    /// The digits of each, in order.
    let digits: [String]

    /// Shorter ones are years, sums and house numbers.
    static let fewestDigits = 7
    /// An account's number has up to 34.
    static let mostDigits = 36

    /// The numbers of a text: runs of digits with blanks, hyphens, slashes, stops and brackets between them. Not dates.
    ///
    /// - Complexity: O(bytes).
    init(_ text: String) {
        var (numbers, groups): ([String], [String]) = ([], [])
        func end() {
            let number = groups.joined()
            let isOne = (Self.fewestDigits...Self.mostDigits).contains(number.utf8.count)
            if isOne, !Self.isDate(groups) { numbers.append(number) }
            groups = []
        }
        var rest = text.utf8[...]
        while let start = rest.firstIndex(where: \.isASCIIDigit) {
            let between = rest[..<start]
            if between.count > Self.mostBetween || !between.allSatisfy(Self.separators.contains) { end() }
            let group = rest[start...].prefix { $0.isASCIIDigit }
            groups.append(String(decoding: group, as: UTF8.self))
            rest = rest[group.endIndex...]
        }
        end()
        digits = numbers
    }

    /// The bytes between two groups, at most: ") / ".
    private static let mostBetween = 3
    private static let separators = Array(" -./()".utf8)

    /// True for a date in digits, in any order: "03.11.2024", "2024-11-03".
    private static func isDate(_ groups: [String]) -> Bool {
        let lengths = groups.map(\.utf8.count)
        return lengths.count == 3 && lengths.contains(4) && lengths.count { $0 <= 2 } == 2
    }

    /// True if all of these numbers are among others.
    func areAll(among others: LongNumbers) -> Bool {
        let others = Set(others.digits.map { TelephoneNumber($0) })
        return digits.allSatisfy { others.contains(TelephoneNumber($0)) }
    }

    /// The length of the run at the beginning of `words` that is one of these numbers; `nil` if none is.
    func length(of words: ArraySlice<QueryWord>) -> Int? {
        guard !digits.isEmpty else { return nil }
        let groups = words.prefix(Self.mostDigits).prefix { $0.folded.utf8.allSatisfy(\.isASCIIDigit) }
        return groups.indices.lazy.map { $0 - groups.startIndex + 1 }.first { length in
            guard let number = TelephoneNumber(groups.prefix(length).map(\.folded).joined()) else { return false }
            return digits.contains { TelephoneNumber($0) == number }
        }
    }
}
