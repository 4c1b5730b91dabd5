import Foundation

/// The clauses of a sentence, as far as punctuation and conjunctions tell.
enum ClaimClauses {
    /// The clauses in order. One that depends on the clause before it ("I do not think that ...") stays with it.
    static func clauses(of sentence: String) -> [String] {
        var clauses: [[Substring]] = [[]]
        for word in sentence.split(whereSeparator: \.isWhitespace) {
            let plain = word.lowercased().filter { $0.isLetter || $0.isNumber }
            let isBeginning = clauses.last?.last?.last.map { ",;:.–".contains($0) } ?? false
            if dependents.contains(plain), clauses.count > 1, clauses.last?.isEmpty == true {
                clauses.removeLast()
            } else if conjunctions.contains(plain), !isBeginning, clauses.last?.isEmpty == false {
                clauses.append([])
            }
            clauses[clauses.count - 1].append(word)
            if let last = word.last, ",;:.–".contains(last) { clauses.append([]) }
        }
        return clauses.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
    }

    private static let dependents: Set<String> = ["that", "dass", "daß", "que", "if", "ob", "whether", "si"]
    private static let conjunctions: Set<String> = [
        "and", "but", "und", "aber", "sondern", "et", "mais", "y", "pero", "or",
    ]
}
