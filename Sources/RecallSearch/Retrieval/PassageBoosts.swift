import RecallStore

/// Boosts for passages whose sender or date the query names.
struct PassageBoosts {
    /// The passages of the senders that the query names.
    var senders = PassageRuns()
    /// The passages of senders and recipients that the query names as such, by their share of a sender's boost.
    var correspondents: [(share: Float, passages: PassageRuns)] = []
    /// The passages dated as the query mentions, by the quality of the match, 0 to 2.5.
    var dates: [(fit: Float, passages: PassageRuns)] = []

    /// True if the passage's sender is named.
    func namesSender(of passage: PassageID) -> Bool { senders.contains(passage) }

    /// The share of a sender's boost that the passage has besides, for its sender or recipients.
    func correspondentShare(of passage: PassageID) -> Float {
        correspondents.lazy.filter { $0.passages.contains(passage) }.map(\.share).max() ?? 0
    }

    /// The agreement of the passage's date with the query.
    func dateFit(of passage: PassageID) -> Float {
        dates.lazy.filter { $0.passages.contains(passage) }.map(\.fit).max() ?? 0
    }

    /// True if no passage gets one.
    var isEmpty: Bool { senders.runs.isEmpty && correspondents.isEmpty && dates.isEmpty }

    /// The boost of each passage in a span of indexes; `nil` if there are none.
    func values(in span: Range<Int>) -> [Float]? {
        guard !isEmpty else { return nil }
        let passages = PassageID(index: span.lowerBound)..<PassageID(index: span.upperBound)
        var values = [Float](repeating: 0, count: span.count)
        for (fit, runs) in dates {
            for run in runs.clamped(to: passages) {
                for passage in run {
                    let offset = passage.index - span.lowerBound
                    values[offset] = max(values[offset], fit * FusionWeights.hybrid.date)
                }
            }
        }
        for run in senders.clamped(to: passages) {
            for passage in run { values[passage.index - span.lowerBound] += FusionWeights.hybrid.sender }
        }
        for (share, runs) in correspondents {
            for run in runs.clamped(to: passages) {
                for passage in run {
                    values[passage.index - span.lowerBound] += share * FusionWeights.hybrid.sender
                }
            }
        }
        return values
    }
}
