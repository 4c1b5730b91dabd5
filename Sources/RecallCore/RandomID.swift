/// An id that is chosen at random, so that none is used twice in a library. Written as 16 hexadecimal digits.
public protocol RandomID: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible
where RawValue == Int64 {
    /// The id with the number.
    init(rawValue: Int64)
}

extension RandomID {
    /// The id whose `description` is `text`; `nil` if that is not 16 hexadecimal digits.
    public init?(_ text: String) {
        guard text.utf8.count == 16, text.allSatisfy(\.isHexDigit), let number = Int64(text, radix: 16), number > 0
        else { return nil }
        self.init(rawValue: number)
    }

    /// A new id.
    public static func random() -> Self {
        Self(rawValue: .random(in: 1...Int64.max))
    }

    /// 16 lower-case hexadecimal digits.
    public var description: String {
        let digits = String(rawValue, radix: 16)
        return String(repeating: "0", count: max(0, 16 - digits.count)) + digits
    }

    /// Orders by number.
    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
