import Foundation

/// The members of front matter that is read line by line: TOML, and YAML with mistakes.
struct FrontMatterLines {
    private(set) var members: [(key: String, values: [String])] = []

    init(members: [(key: String, values: [String])]) {
        self.members = members.filter { !$0.values.isEmpty }
    }

    /// Reads `key: value` and the items below a key; `nil` if there is anything else. Items behind an empty line or a heading are
    /// those of a note whose front matter was never closed.
    init?(yaml: String) {
        var isAfterGap = false
        for line in yaml.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let words = line.trimmingCharacters(in: .whitespaces)
            if words.isEmpty || words.hasPrefix("#") {
                isAfterGap = true
                continue
            }
            defer { isAfterGap = false }
            if words == "-" || words.hasPrefix("- ") {
                guard let last = members.last, !isAfterGap || last.values.isEmpty else { return nil }
                members[members.count - 1].values += Self.values(words.dropFirst(1))
            } else if let colon = words.firstIndex(of: ":"), line.first?.isWhitespace == false,
                words[words.index(after: colon)...].first.map(\.isWhitespace) ?? true
            {
                members.append((String(words[..<colon]), Self.values(words[words.index(after: colon)...])))
            } else {
                guard line.first?.isWhitespace == true, !members.isEmpty else { return nil }
                members[members.count - 1].values.append(words)
            }
        }
        members.removeAll { $0.values.isEmpty }
    }

    /// Reads `key = value`, in tables as `table.key`; `nil` if there is anything else.
    init?(toml: String) {
        var (table, key, open) = ("", "", "")
        for line in toml.split(whereSeparator: \.isNewline) {
            let words = line.trimmingCharacters(in: .whitespaces)
            if words.isEmpty || words.hasPrefix("#") { continue }
            if open.isEmpty {
                if words.hasPrefix("["), words.hasSuffix("]") {
                    table = words.trimmingCharacters(in: CharacterSet(charactersIn: "[] ")) + "."
                    continue
                }
                guard let sign = words.firstIndex(of: "=") else { return nil }
                key = table + words[..<sign].trimmingCharacters(in: CharacterSet(charactersIn: " \"'"))
                open = words[words.index(after: sign)...].trimmingCharacters(in: .whitespaces)
            } else {
                open += " " + words
            }
            guard !open.hasPrefix("[") || open.hasSuffix("]") else { continue }
            members.append((key, Self.values(open[...])))
            open = ""
        }
        guard open.isEmpty else { return nil }
        members.removeAll { $0.values.isEmpty }
    }

    /// The texts in a value, without quotation marks: one, or those of a list in brackets.
    private static func values(_ value: Substring) -> [String] {
        let text = value.trimmingCharacters(in: .whitespaces)
        guard text.hasPrefix("["), text.hasSuffix("]"), !text.hasPrefix("[[") else {
            return [unquoted(text)].filter { !$0.isEmpty }
        }
        return text.dropFirst().dropLast().split(separator: ",").map {
            unquoted($0.trimmingCharacters(in: .whitespaces))
        }
        .filter { !$0.isEmpty }
    }

    private static func unquoted(_ text: String) -> String {
        guard text.count > 1, let quote = text.first, "\"'".contains(quote), text.last == quote else { return text }
        return String(text.dropFirst().dropLast())
    }
}
