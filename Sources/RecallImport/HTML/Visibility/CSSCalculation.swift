import RecallText

/// The arithmetic of CSS, in functions within each other: `calc(100% - 20px)`, `clamp(0px, 2vw, 3px)` (CSS Values 4,
/// 10).
struct CSSCalculation {
    private var rest: Substring
    private let measure: CSSMeasure
    private var depth = 0

    private static let deepest = 16

    /// The value of a function; `nil` if it is not known or not understood.
    static func value(of text: Substring, _ measure: CSSMeasure) -> Double? {
        var calculation = CSSCalculation(rest: text, measure: measure)
        guard let value = calculation.atom(), calculation.isAtEnd, value.isFinite else { return nil }
        return value
    }

    private init(rest: Substring, measure: CSSMeasure) {
        (self.rest, self.measure) = (rest, measure)
    }

    private var isAtEnd: Bool { rest.utf8.allSatisfy { $0 == 0x20 } }

    private mutating func peek() -> UInt8? {
        while rest.utf8.first == 0x20 { rest = rest.dropFirst() }
        return rest.utf8.first
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        rest = rest.dropFirst()
        return true
    }

    private mutating func sum() -> Double? {
        guard var value = product() else { return nil }
        while true {
            if take(UInt8(ascii: "+")) {
                guard let next = product() else { return nil }
                value += next
            } else if take(UInt8(ascii: "-")) {
                guard let next = product() else { return nil }
                value -= next
            } else {
                return value
            }
        }
    }

    private mutating func product() -> Double? {
        guard var value = atom() else { return nil }
        while true {
            if take(UInt8(ascii: "*")) {
                guard let next = atom() else { return nil }
                value *= next
            } else if take(UInt8(ascii: "/")) {
                guard let next = atom(), next != 0 else { return nil }
                value /= next
            } else {
                return value
            }
        }
    }

    private mutating func atom() -> Double? {
        guard let first = peek() else { return nil }
        if CSSNumber.isOfNumber(first) { return number() }
        let name = rest.prefix { $0.isASCII && ($0.isLetter || $0 == "-") }
        rest = rest[name.endIndex...]
        guard rest.utf8.first == UInt8(ascii: "(") else { return Self.constants[String(name)] }
        rest = rest.dropFirst()
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { return nil }
        // No device of a reader of mail cuts corners off a page.
        if name == "env" {
            rest = rest.drop { $0 != ")" }.dropFirst()
            return 0
        }
        guard let arguments = arguments() else { return nil }
        return Self.apply(name, arguments)
    }

    private mutating func number() -> Double? {
        let digits = CSSNumber.digits(of: rest)
        let unit = rest[digits.endIndex...].prefix { $0 == "%" || $0.isASCII && $0.isLetter }
        guard let number = CSSNumber(rest[..<unit.endIndex]) else { return nil }
        rest = rest[unit.endIndex...]
        return measure.size(of: number) ?? number.degrees ?? (number.unit == "" ? number.value : nil)
    }

    private mutating func arguments() -> [Double]? {
        var values: [Double] = []
        repeat {
            guard let value = sum() else { return nil }
            values.append(value)
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: ")")) || rest.isEmpty ? values : nil
    }

    private static let constants = ["pi": Double.pi, "e": 2.718281828459045, "infinity": 1e9, "-infinity": -1e9]

    private static func apply(_ name: Substring, _ values: [Double]) -> Double? {
        switch (name, values.count) {
        case ("calc", 1), ("", 1), ("-webkit-calc", 1), ("-moz-calc", 1): values[0]
        case ("min", _): values.min()
        case ("max", _): values.max()
        case ("clamp", 3): max(values[0], min(values[1], values[2]))
        case ("abs", 1): abs(values[0])
        case ("sqrt", 1): values[0] < 0 ? nil : values[0].squareRoot()
        default: nil
        }
    }
}
