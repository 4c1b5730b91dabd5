import Foundation
import RecallCore
import RecallStore

/// Mails whose thread is not known, of exports without references and subjects, still come in conversations: what matches
/// the query and was written within days of what matches it best belongs to it more often than not (temporal feedback,
/// Efron & Golovchinsky 2011). Mails of known threads are left as they are.
struct LoneMailDates {
    private struct Mail {
        var position: Int
        var item: ItemRow
        /// In days.
        var time: Double
        /// How well it matches, from 0 for the worst to 1 for the best of all looked at.
        var relevance: Float
    }

    /// Added to a mail of the same moment as the best one.
    private static let weight: Float = 0.7
    /// The days after which nearness in time has fallen to a third.
    private static let reach = 4.0
    /// The best mails that others may be near to.
    private static let leaderCount = 8
    /// Where a third of all pairs are near by chance, nearness says nothing.
    private static let chanceFactor: Float = 3

    /// What is added, with the place of the passage among those looked at.
    let bonuses: [(position: Int, bonus: Float)]

    /// - Parameter scores: at least as many as there are glances.
    init(_ glances: [PassageGlance?], scores: [Float]) {
        let mails = Self.mails(glances, scores)
        let leaders = mails.sorted { $0.relevance > $1.relevance }.prefix(Self.leaderCount)
        let nearness = mails.map { mail in leaders.map { Self.nearness(mail, $0) } }
        let sum = nearness.reduce(0) { $0 + $1.reduce(0, +) }
        let chance = sum / Float(max(1, mails.count * leaders.count))
        let weight = Self.weight * max(0, 1 - Self.chanceFactor * chance)
        bonuses = zip(mails, nearness).map { mail, nearness in
            (mail.position, weight * (zip(nearness, leaders).map { $0 * $1.relevance * $1.relevance }.max() ?? 0))
        }
    }

    private static func mails(_ glances: [PassageGlance?], _ scores: [Float]) -> [Mail] {
        guard let low = scores.min(), let high = scores.max(), high > low else { return [] }
        return glances.enumerated().compactMap { position, glance in
            guard let glance, glance.kind == .email, glance.threadItemCount == 1, let date = glance.date else {
                return nil
            }
            return Mail(
                position: position, item: glance.item, time: date.timeIntervalSince1970 / 86_400,
                relevance: (scores[position] - low) / (high - low))
        }
    }

    private static func nearness(_ a: Mail, _ b: Mail) -> Float {
        a.item == b.item ? 0 : Float(exp(-abs(a.time - b.time) / reach))
    }
}
