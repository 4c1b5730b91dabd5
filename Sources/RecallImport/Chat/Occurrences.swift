import RecallCore

/// The occurrences of equal messages in exports that give messages no ids, as those of WhatsApp and LINE.
///
/// Ids are made of the file's text: of the displayed time, not of the instant, which depends on this machine's time zone; to the
/// minute, since Android writes no seconds; and without what the telephones write each in its own way.
struct Occurrences {
    /// The minutes that are remembered: those of an hour come twice when clocks go back.
    let minutes: Int
    private var counts: [(minute: Int, ids: [ItemID: Int])] = []

    init(minutes: Int) {
        self.minutes = minutes
    }

    /// The number of equal messages before a message of its minute: two of them are two items.
    mutating func next(of parts: [String], minute: Int) -> Int {
        let id = ItemID(identifying: parts)
        if counts.last?.minute != minute { moveToEnd(minute) }
        let last = counts.count - 1
        let ordinal = counts[last].ids[id, default: 0]
        counts[last].ids[id] = ordinal + 1
        return ordinal
    }

    private mutating func moveToEnd(_ minute: Int) {
        let known = counts.lastIndex { $0.minute == minute }.map { counts.remove(at: $0) }
        if counts.count >= minutes { counts.removeFirst() }
        counts.append(known ?? (minute, [:]))
    }
}
