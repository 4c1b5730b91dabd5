import Foundation
import RecallCore
import RecallStore
import RecallText

/// The components of mails with one subject, within the stretches of time that were looked at.
struct SubjectPool {
    /// The maximum distance in time between a reply without references and what it joins.
    static let gap: TimeInterval = 30 * 86_400

    private var covered: [ClosedRange<Date>] = []
    private var numbers: [Int] = []

    /// True if all threads that overlap the stretch were added.
    func covers(_ stretch: ClosedRange<Date>) -> Bool {
        covered.contains { $0.contains(stretch.lowerBound) && $0.contains(stretch.upperBound) }
    }

    /// Records that all threads that overlap the stretch were added.
    mutating func cover(_ stretch: ClosedRange<Date>) {
        let touching = covered.filter { $0.overlaps(stretch) }
        covered.removeAll { $0.overlaps(stretch) }
        covered.append(
            touching.reduce(stretch) { min($0.lowerBound, $1.lowerBound)...max($0.upperBound, $1.upperBound) })
    }

    /// Adds the component with this number.
    mutating func add(_ number: Int, of all: [MailComponent]) {
        numbers.insert(number, at: place(of: number, all))
    }

    /// The numbers of the components that are replies without an original.
    func orphans(of all: [MailComponent]) -> [Int] { numbers.filter { all[$0].isOrphan } }

    /// The component that an orphan joins: the last one that began before it and is no more than the gap away, or else the
    /// first one that began within the gap after it.
    func target(of orphan: Int, among all: [MailComponent]) -> Int? {
        guard let date = all[orphan].dates?.lowerBound else { return nil }
        let place = place(of: orphan, all)
        let earlier = numbers[..<place].last {
            $0 != orphan && (all[$0].dates?.upperBound).map { $0 >= date.addingTimeInterval(-Self.gap) } ?? false
        }
        if let earlier { return earlier }
        guard let later = numbers[place...].first(where: { $0 != orphan }), let begin = all[later].dates?.lowerBound
        else { return nil }
        return begin <= date.addingTimeInterval(Self.gap) ? later : nil
    }

    /// The first place whose component does not begin before the one with this number.
    private func place(of number: Int, _ all: [MailComponent]) -> Int {
        numbers.firstIndexInOrder { !all[$0].begins(before: all[number]) }
    }
}

extension MailComponent {
    /// True if it begins before the other one; of two that begin at the same moment, the lesser id does.
    fileprivate func begins(before other: MailComponent) -> Bool {
        guard let first = mails.first, let otherFirst = other.mails.first else { return false }
        return (first.date ?? .distantFuture, first.id) < (otherFirst.date ?? .distantFuture, otherFirst.id)
    }

    /// The time around it in which orphans may join it, or it may join another one.
    var neighbourhood: ClosedRange<Date>? {
        dates.map {
            $0.lowerBound.addingTimeInterval(-SubjectPool.gap)...$0.upperBound.addingTimeInterval(SubjectPool.gap)
        }
    }

    /// The time around its beginning in which it looks for what it joins.
    var reach: ClosedRange<Date>? {
        dates.map {
            $0.lowerBound.addingTimeInterval(-SubjectPool.gap)...$0.lowerBound.addingTimeInterval(SubjectPool.gap)
        }
    }
}
