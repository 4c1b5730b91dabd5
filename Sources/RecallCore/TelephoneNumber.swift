/// A telephone number in a form in which equal ones are equal, however they are written: with or without the country.
public struct TelephoneNumber: Hashable, Sendable {
    /// Its last digits: what is before them may be the country, or the zero instead of it.
    public let digits: String

    private static let (fewestDigits, comparedDigits) = (7, 9)

    /// `nil` if `written` is no number.
    public init?(_ written: String) {
        guard written.allSatisfy(Self.mayContain) else { return nil }
        let digits = Self.digits(of: written)
        guard digits.utf8.count >= Self.fewestDigits else { return nil }
        self.digits = String(digits.suffix(Self.comparedDigits))
    }

    /// True if a line of a text is this number, and nothing else.
    public func isLine(of text: String) -> Bool {
        text.split(separator: "\n").contains { TelephoneNumber(String($0)) == self }
    }

    /// The digits in a text, as ASCII.
    public static func digits(of text: String) -> String {
        text.compactMap(\.wholeNumberValue).filter { $0 < 10 }.map(String.init).joined()
    }

    /// True if numbers are written with it.
    public static func mayContain(_ character: Character) -> Bool {
        character.isWholeNumber || signs.contains(character)
    }

    /// Stand between digits, also as other programs copy it: blanks and hyphens that break no line.
    private static let signs: Set<Character> = ["+", "(", ")", "-", ".", "/", " ", "\u{A0}", "\u{202F}", "\u{2011}"]
}
