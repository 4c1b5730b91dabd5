import Foundation
import RecallCore
import RecallStore

/// Nearness in time to the best results, for mails without a thread.
///
/// Mails whose thread is not known, of exports without references and subjects, still come in conversations: what matches
/// the query and was written within days of what matches it best belongs to it more often than not (temporal feedback,
/// Efron & Golovchinsky 2011). Mails of known threads are left as they are.
struct TemporalFeedback {
    private struct Mail {
        var position: Int
        var item: ItemRow
        /// In days.
        var time: Double
        /// Its score, from 0 for the worst to 1 for the best of all.
        var relevance: Float
    }

    /// Added to a mail of the same moment as the best one.
    private static let weight: Float = 0.7
    /// The days after which nearness in time has fallen to a third.
    private static let reach = 4.0
    /// The best mails that others may be near to.
    private static let leaderCount = 8
    /// The weight falls with the mean nearness of all pairs, and is zero if that is a third: then nearness is chance.
    private static let chanceFactor: Float = 3

    /// The additions to scores, with the position of the passage.
    let bonuses: [(position: Int, bonus: Float)]

    /// - Parameters:
    ///   - items: those of the passages, in their order.
    ///   - scores: as many as there are passages.
    init(_ items: [PassageItem?], scores: [Float]) {
        let mails = Self.mails(items, scores)
        let leaders = mails.sorted { $0.relevance > $1.relevance }.prefix(Self.leaderCount)
        let nearness = mails.map { mail in leaders.map { Self.nearness(mail, $0) } }
        let sum = nearness.reduce(0) { $0 + $1.reduce(0, +) }
        let chance = sum / Float(max(1, mails.count * leaders.count))
        let weight = Self.weight * max(0, 1 - Self.chanceFactor * chance)
        bonuses = zip(mails, nearness).map { mail, nearness in
            (mail.position, weight * (zip(nearness, leaders).map { $0 * $1.relevance * $1.relevance }.max() ?? 0))
        }
    }

    private static func mails(_ items: [PassageItem?], _ scores: [Float]) -> [Mail] {
        guard let low = scores.min(), let high = scores.max(), high > low else { return [] }
        return items.enumerated().compactMap { position, item in
            guard let item, item.isLoneEmail, let date = item.date else { return nil }
            return Mail(
                position: position, item: item.row, time: date.timeIntervalSince1970 / 86_400,
                relevance: (scores[position] - low) / (high - low))
        }
    }

    private static func nearness(_ a: Mail, _ b: Mail) -> Float {
        a.item == b.item ? 0 : Float(exp(-abs(a.time - b.time) / reach))
    }
}
