import Foundation
import RecallCore
import RecallStore

/// Mails that Message-IDs connect, directly or through others, also through ids of mails that nobody kept.
final class MailComponent {
    /// The thread that holds them.
    let thread: ThreadRow
    /// The mails, by date, then by id; those without a date last.
    let mails: [ThreadMail]
    /// The grouping key of the first mail's subject; `nil` if there is none.
    let subject: String?
    /// The dates of the first and the last mail; `nil` if none has a date.
    let dates: ClosedRange<Date>?
    /// True if the first mail is a reply that does not say to what. It joins an earlier component with its subject.
    let isOrphan: Bool

    /// A component of at least one mail.
    fileprivate init(_ mails: [ThreadMail], first: ThreadMail, base: BaseSubject, thread: ThreadRow) {
        self.thread = thread
        self.mails = mails
        let dated = mails.compactMap(\.date)
        dates = dated.first.flatMap { first in dated.last.map { first...$0 } }
        subject = dates == nil ? nil : ThreadPlacement.grouping(base)
        isOrphan = first.references.isEmpty && subject != nil && base.isReply
    }

    /// The Message-IDs that its mails have or refer to.
    var messageIDs: Set<String> {
        mails.reduce(into: []) { $0.formUnion($1.allIDs) }
    }

    /// The connected components of a thread's mails.
    ///
    /// - Complexity: O(*n* log *n*) in the mails and their references.
    static func components(of mails: [ThreadMail], in thread: ThreadRow) -> [MailComponent] {
        let sorted = mails.sorted { $0.precedes($1) }
        var sets = DisjointSets(count: sorted.count)
        var owners: [String: Int] = [:]
        for (index, mail) in sorted.enumerated() {
            for id in mail.allIDs {
                if let owner = owners[id] { sets.join(owner, index) } else { owners[id] = index }
            }
        }
        // Replies that name no original have one subject, by the thousand.
        var bases: [String: BaseSubject] = [:]
        return sets.sets().compactMap { members in
            let mails = members.map { sorted[$0] }
            return mails.first.map { first in
                let base = bases[first.subject] ?? BaseSubject(first.subject)
                bases[first.subject] = base
                return MailComponent(mails, first: first, base: base, thread: thread)
            }
        }
    }
}

extension ThreadMail {
    fileprivate var allIDs: [String] { [messageID].compactMap(\.self) + references }

    /// The order by date, then by id; mails without a date come last.
    fileprivate func precedes(_ other: ThreadMail) -> Bool {
        (date ?? .distantFuture, id) < (other.date ?? .distantFuture, other.id)
    }
}

/// Numbers in disjoint sets that can be joined (Tarjan 1975).
struct DisjointSets {
    private var parents: [Int]

    /// A set for each number below `count`.
    init(count: Int) {
        parents = Array(0..<count)
    }

    private mutating func root(of number: Int) -> Int {
        var root = number
        while parents[root] != root { root = parents[root] }
        var next = number
        while parents[next] != root { (next, parents[next]) = (parents[next], root) }
        return root
    }

    /// True if two numbers are in one set.
    mutating func areJoined(_ a: Int, _ b: Int) -> Bool { root(of: a) == root(of: b) }

    /// Joins the sets of two numbers. False if they were one.
    @discardableResult mutating func join(_ a: Int, _ b: Int) -> Bool {
        let (a, b) = (root(of: a), root(of: b))
        // The least number is the root, so that sets are listed by it.
        parents[max(a, b)] = min(a, b)
        return a != b
    }

    /// The sets, by their least numbers, each ascending.
    mutating func sets() -> [[Int]] {
        var sets: [Int: [Int]] = [:]
        for number in parents.indices { sets[root(of: number), default: []].append(number) }
        return sets.sorted { $0.key < $1.key }.map(\.value)
    }
}
