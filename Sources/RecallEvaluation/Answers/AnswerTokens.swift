import Foundation

/// The tokens of an answer, normalised as in SQuAD (Rajpurkar et al. 2016): lower case, without punctuation and
/// articles.
package struct AnswerTokens: Hashable, Sendable {
    let all: [String]

    /// The tokens of a text.
    package init(_ text: String) {
        let separated = String(text.lowercased().unicodeScalars.compactMap(Self.kept).map(Character.init))
        all = separated.split(whereSeparator: \.isWhitespace).map(String.init).filter { !Self.articles.contains($0) }
    }

    /// A letter or a digit as it is, an apostrophe not at all, everything else as a blank.
    private static func kept(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        if scalar.properties.isAlphabetic || scalar.properties.numericType != nil { return scalar }
        return "'’".unicodeScalars.contains(scalar) ? nil : " "
    }

    /// Of the languages of the sets.
    private static let articles = Set(
        "a an the der die das den dem des ein eine einen einem einer el la los las un una le les une".split(
            separator: " "
        ).map(String.init))

    /// True if `other` occurs in these tokens, word for word.
    func contain(_ other: AnswerTokens) -> Bool {
        let (tokens, wanted) = (all, other.all)
        guard !wanted.isEmpty, tokens.count >= wanted.count else { return false }
        return (0...tokens.count - wanted.count).contains { tokens[$0...].starts(with: wanted) }
    }

    /// The share of the distinct tokens of `other` that these contain.
    func recall(of other: AnswerTokens) -> Double {
        let wanted = Set(other.all)
        return wanted.isEmpty ? 0 : Double(wanted.intersection(all).count) / Double(wanted.count)
    }

    /// The harmonic mean of precision and recall of these tokens, with repetitions, against `reference`.
    package func f1(against reference: AnswerTokens) -> Double {
        var left: [String: Int] = [:]
        for token in reference.all { left[token, default: 0] += 1 }
        var common = 0
        for token in all where left[token, default: 0] > 0 {
            left[token, default: 0] -= 1
            common += 1
        }
        return common == 0 ? 0 : 2 * Double(common) / Double(all.count + reference.all.count)
    }
}
