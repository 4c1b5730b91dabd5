import Foundation
import RecallCore
import RecallStore

/// Says in words why a passage was found.
struct Explanation {
    let ranked: RankedPassages

    /// "says “deposit”, close in meaning (0.61), from Anna Kovacs"
    func why(_ hit: PassageHit) -> String {
        var reasons: [String] = []
        let said = wordsSaid(hit)
        if !said.isEmpty { reasons.append("says " + said.prefix(4).map { "“\($0)”" }.joined(separator: ", ")) }
        if said.isEmpty, hit.score.coverage > 0 { reasons.append("its context says words of the query") }
        if let cosine = hit.score.cosine, let closeness = Self.closeness(cosine) { reasons.append(closeness) }
        if hit.score.namesSender, let sender = hit.item.sender { reasons.append("from \(sender.displayName)") }
        if hit.score.dateFit > 0, let date = hit.item.date { reasons.append("written in \(Self.month(of: date))") }
        return reasons.isEmpty ? "the nearest in meaning, but not near" : reasons.joined(separator: ", ")
    }

    /// The words of the query that the passage says, as it says them, each once.
    private func wordsSaid(_ hit: PassageHit) -> [String] {
        let bytes = Array(hit.text.utf8)
        var seen: Set<String> = []
        return hit.highlights.map { String(decoding: bytes[$0], as: UTF8.self) }
            .filter { seen.insert($0.lowercased()).inserted }
    }

    /// "May 2024"
    private static func month(of date: Date) -> String {
        date.formatted(.dateTime.month(.wide).year().locale(Locale(identifier: "en")))
    }

    private static func closeness(_ cosine: Float) -> String? {
        let value = String(format: "%.2f", cosine)
        switch cosine {
        case 0.5...: return "very close in meaning (\(value))"
        case 0.35..<0.5: return "close in meaning (\(value))"
        case 0.2..<0.35: return "somewhat close in meaning (\(value))"
        default: return nil
        }
    }
}
