/// The variables (`--x`) that are declared for an element and those around it.
struct CSSVariables {
    private var values: [String: String] = [:]
    /// True if there are others that are not kept.
    var isPartial = false

    /// Variables within each other, and bytes of what they give.
    private static let deepest = 8, longest = 1_024
    /// Stands for a value that is not computed, and counts as one.
    private static let doubt = "var()"

    var count: Int { values.count }

    /// Declares variables; of those with one name the heaviest counts.
    mutating func declare(_ variables: [VisibilityStyle.Deferred]) {
        var weights: [String: UInt64] = [:]
        for variable in variables where weights[variable.name] ?? 0 <= variable.weight {
            weights[variable.name] = variable.weight
            // Rules for all elements repeat what those around have.
            if values[variable.name] != variable.value { values[variable.name] = variable.value }
        }
    }

    /// The value in which all `var(…)` are replaced. Where one is missing, the browser takes it as `unset`.
    func replaced(in value: String) -> String {
        var left = Self.longest
        let replaced = replaced(in: Substring(value), depth: 0, left: &left)
        return left < 0 ? Self.doubt : replaced ?? (isPartial ? Self.doubt : "unset")
    }

    private func replaced(in text: Substring, depth: Int, left: inout Int) -> String? {
        var (result, rest) = ("", text)
        while let start = rest.firstRange(of: "var(") {
            guard depth < Self.deepest, left >= 0 else {
                left = -1
                return nil
            }
            let (name, fallback, end) = Self.reference(rest[start.upperBound...])
            result += rest[..<start.lowerBound]
            let value = values[name].map { Substring($0) } ?? (isPartial ? nil : fallback)
            guard let value, let value = replaced(in: value, depth: depth + 1, left: &left) else { return nil }
            result += value
            rest = end
        }
        left -= rest.utf8.count
        return result + rest
    }

    /// The name, what follows its comma, and what follows the parenthesis that ends it.
    private static func reference(_ text: Substring) -> (name: String, fallback: Substring?, rest: Substring) {
        var (depth, index) = (1, text.startIndex)
        while index < text.endIndex {
            if text.utf8[index] == UInt8(ascii: "(") { depth += 1 }
            if text.utf8[index] == UInt8(ascii: ")") { depth -= 1 }
            if depth == 0 { break }
            index = text.utf8.index(after: index)
        }
        let inside = text[..<index]
        let comma = inside.utf8.firstIndex(of: UInt8(ascii: ","))
        let name = inside[..<(comma ?? inside.endIndex)].filter { $0 != " " }
        let fallback = comma.map { inside[inside.utf8.index(after: $0)...].trimmingPrefix(" ") }
        return (name, fallback, index < text.endIndex ? text[text.utf8.index(after: index)...] : "")
    }
}
