/// The tests that selectors make of the values of attributes, which are plain (`PlainCSS`).
enum AttributeTest {
    /// True if the value passes: `=`, `~`, `|`, `^`, `$` or `*`; any value for zero.
    static func holds(_ value: [UInt8], _ sign: UInt8, _ wanted: [UInt8]) -> Bool {
        switch sign {
        case 0: return true
        case UInt8(ascii: "="): return value == wanted
        case UInt8(ascii: "~"):
            return value.split(separator: PlainCSS.placeholder).contains { $0.elementsEqual(wanted) }
        case UInt8(ascii: "|"):
            return value == wanted || value.starts(with: wanted + [UInt8(ascii: "-")])
        case UInt8(ascii: "^"): return !wanted.isEmpty && value.starts(with: wanted)
        case UInt8(ascii: "$"): return !wanted.isEmpty && value.reversed().starts(with: wanted.reversed())
        case UInt8(ascii: "*"): return !wanted.isEmpty && contains(value, wanted)
        default: return false
        }
    }

    private static func contains(_ value: [UInt8], _ wanted: [UInt8]) -> Bool {
        guard value.count >= wanted.count else { return false }
        return (0...(value.count - wanted.count)).contains { value[$0...].starts(with: wanted) }
    }
}
