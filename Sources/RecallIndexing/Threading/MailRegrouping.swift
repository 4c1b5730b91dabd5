import Foundation
import RecallCore
import RecallStore

/// Groups the mails of changed threads again, and those of threads with the same subject whose grouping depends on them.
///
/// A thread is a set of components (`MailComponent`), joined by replies that name no original (`SubjectPool.target`).
/// Both follow from the mails alone, so threads do not depend on the order in which mails came or went.
struct MailRegrouping {
    private let transaction: LibraryTransaction
    private var components: [MailComponent] = []
    private var numbers: [ThreadRow: [Int]] = [:]
    private var pools: [String: SubjectPool] = [:]
    /// The time that the longest thread of a subject takes. A shop writes ten thousand mails of one subject, one by one.
    private var longest: [String: TimeInterval] = [:]
    /// The threads whose mails are grouped again.
    private var open: Set<ThreadRow> = []
    /// Threads that lost or gained mails.
    private var altered: Set<ThreadRow> = []

    init(transaction: LibraryTransaction) {
        self.transaction = transaction
    }

    /// Groups the mails of threads again.
    ///
    /// - Returns: the threads that lost or gained mails by it; some of them may be gone.
    /// - Complexity: O(*m*) in the mails of these threads and of those with their subjects at their time.
    mutating func regroup(_ changed: Set<ThreadRow>) throws -> Set<ThreadRow> {
        open = changed
        for thread in changed.sorted() { try load(thread) }
        try coverNeighbourhoods()
        while try openLinked() {}
        try store()
        return altered
    }

    private mutating func load(_ thread: ThreadRow) throws {
        guard numbers[thread] == nil else { return }
        numbers[thread] = []
        for component in MailComponent.components(of: try transaction.snapshot.mails(thread: thread), in: thread) {
            let number = components.count
            components.append(component)
            numbers[thread, default: []].append(number)
            if let subject = component.subject {
                pools[subject, default: SubjectPool()].add(number, of: components)
            }
        }
    }

    /// Loads the threads with the subjects of the changed mails around their time. Only replies that name no original join others:
    /// where there is none, as among the reports of a machine, nothing is loaded.
    private mutating func coverNeighbourhoods() throws {
        var stretches: [String: [ClosedRange<Date>]] = [:]
        for component in components {
            guard let subject = component.subject, let stretch = component.neighbourhood else { continue }
            stretches[subject, default: []].append(stretch)
        }
        for subject in stretches.keys.sorted() {
            let hasOrphan = pools[subject]?.orphans(of: components).isEmpty == false
            for stretch in (stretches[subject] ?? []).joined() {
                let near = try near(subject, stretch)
                if hasOrphan || near.contains(where: \.mayHoldOrphan) { try cover(subject, stretch, with: near) }
            }
        }
    }

    /// Loads the threads with a subject that overlap a stretch of time.
    private mutating func cover(_ subject: String, _ stretch: ClosedRange<Date>) throws {
        guard pools[subject]?.covers(stretch) != true else { return }
        try cover(subject, stretch, with: near(subject, stretch))
    }

    private mutating func cover(
        _ subject: String, _ stretch: ClosedRange<Date>, with near: [ThreadCandidate]
    ) throws {
        for thread in near { try load(thread.row) }
        pools[subject, default: SubjectPool()].cover(stretch)
    }

    private mutating func near(_ subject: String, _ stretch: ClosedRange<Date>) throws -> [ThreadCandidate] {
        let longest = try longest[subject] ?? transaction.snapshot.longestThread(grouping: subject)
        self.longest[subject] = longest
        return try transaction.snapshot.threads(grouping: subject, overlapping: stretch, longest: longest)
    }

    /// Opens the threads that an orphan joins to open ones, or leaves for them.
    ///
    /// - Returns: true if there may be more.
    private mutating func openLinked() throws -> Bool {
        let before = open.count
        for subject in pools.keys.sorted() {
            for orphan in pools[subject]?.orphans(of: components) ?? [] {
                guard let target = try target(of: orphan) else { continue }
                let threads = [components[orphan].thread, components[target].thread]
                if threads.contains(where: open.contains) { open.formUnion(threads) }
            }
        }
        return open.count > before
    }

    /// The component that an orphan joins; `nil` if there is none, or none that concerns the open threads.
    private mutating func target(of orphan: Int) throws -> Int? {
        guard let subject = components[orphan].subject, let reach = components[orphan].reach else { return nil }
        func isOpen(_ number: Int?) -> Bool { number.map { open.contains(components[$0].thread) } ?? false }
        // Others join something else if more is looked at, so only what may join an open thread is looked at closely.
        guard isOpen(orphan) || isOpen(pools[subject]?.target(of: orphan, among: components)) else { return nil }
        try cover(subject, reach)
        return pools[subject]?.target(of: orphan, among: components)
    }

    // MARK: Storing

    private mutating func store() throws {
        let groups = try self.groups()
        var free = open
        for (group, row) in zip(groups, keepers(of: groups)) {
            if let row { free.remove(row) }
            try store(group, in: row ?? newThread(for: group))
        }
        for thread in free {
            if numbers[thread]?.isEmpty == false { altered.insert(thread) }
            try transaction.delete(thread: thread)
        }
    }

    /// The components of each thread.
    private mutating func groups() throws -> [[Int]] {
        let numbers = open.sorted().flatMap { self.numbers[$0] ?? [] }
        let places = Dictionary(uniqueKeysWithValues: numbers.enumerated().map { ($1, $0) })
        var sets = DisjointSets(count: numbers.count)
        for number in numbers where components[number].isOrphan {
            if let place = places[number], let target = try target(of: number).flatMap({ places[$0] }) {
                sets.join(place, target)
            }
        }
        return sets.sets().map { $0.map { numbers[$0] } }
    }

    /// For each group the thread that most of its mails are in, unless a greater group keeps it.
    private func keepers(of groups: [[Int]]) -> [ThreadRow?] {
        var keepers = [ThreadRow?](repeating: nil, count: groups.count)
        var taken: Set<ThreadRow> = []
        let shares = groups.enumerated().flatMap { place, group in
            mails(of: group).map { (place: place, thread: $0.key, count: $0.value) }
        }
        for share in shares.sorted(by: { ($1.count, $0.thread, $0.place) < ($0.count, $1.thread, $1.place) })
        where keepers[share.place] == nil && taken.insert(share.thread).inserted {
            keepers[share.place] = share.thread
        }
        return keepers
    }

    private func mails(of group: [Int]) -> [ThreadRow: Int] {
        group.reduce(into: [:]) { $0[components[$1].thread, default: 0] += components[$1].mails.count }
    }

    private mutating func newThread(for group: [Int]) throws -> ThreadRow {
        let row = try transaction.makeThread(kind: .email, grouping: nil, title: "")
        altered.insert(row)
        return row
    }

    private mutating func store(_ group: [Int], in row: ThreadRow) throws {
        for number in group where components[number].thread != row {
            let component = components[number]
            try transaction.move(items: component.mails.map(\.row), from: component.thread, to: row)
            try transaction.claim(messageIDs: component.messageIDs.sorted(), for: row)
            altered.formUnion([component.thread, row])
        }
        try transaction.regroup(thread: row, by: group.first.flatMap { components[$0].subject })
        let ids = group.reduce(into: Set<String>()) { $0.formUnion(components[$1].messageIDs) }
        try transaction.forgetMessageIDs(thread: row, except: ids)
    }
}

extension ThreadCandidate {
    /// True unless it is one mail that is no reply.
    fileprivate var mayHoldOrphan: Bool { itemCount != 1 || BaseSubject(title).isReply }
}
