import GRDB
public import RecallCore

/// A sender and the number of items sent.
public struct SenderCount: Sendable {
    /// The sender, under the name used most often.
    public var person: Participant
    /// The items.
    public var items: Int
}

extension LibrarySnapshot {
    /// The senders of most of the items, by descending count. Of those who belong to no known person, participants with the same
    /// address are one; those without an address are identified by name.
    ///
    /// - Complexity: O(*n*) in items and participants.
    public func senders(of items: ItemSet, in table: ItemTable, limit: Int) throws -> [SenderCount] {
        var counts: [Int64: Int] = [:]
        for position in items.positions where table.senders[position] > 0 {
            counts[Int64(table.senders[position]), default: 0] += 1
        }
        return try Array(people(counts).sorted { ($1.items, $0.name) < ($0.items, $1.name) }.prefix(limit))
            .map { SenderCount(person: $0.person, items: $0.items) }
    }

    fileprivate struct Person {
        var person: Participant
        /// The key that orders senders with equal counts.
        var name: String
        var items: Int
        /// The number of items sent under `person`'s name.
        var itemsOfName: Int
    }

    private func people(_ counts: [Int64: Int]) throws -> [Person] {
        try budget.metering(db) { try allPeople(counts) }
    }

    private func allPeople(_ counts: [Int64: Int]) throws -> [Person] {
        var people: [String: Person] = [:]
        let rows = try Row.fetchCursor(db, sql: "SELECT id, name, address, folded, person, by_mail FROM participant")
        while let row = try rows.next() {
            guard let items = counts[row[0]] else { continue }
            let folded: String = row[3]
            let end = folded.firstIndex(of: "\n") ?? folded.endIndex
            let own = folded[end...].count > 1 ? String(folded[end...]) : String(folded[..<end])
            let isNameByMail: Bool = row[5]
            let key = (row[4] as Int64?).map { "\n\n\($0)" } ?? own + (isNameByMail ? "\n\n" : "")
            let person = Participant(name: row[1], address: row[2])
            people[key, default: Person(person: person, name: key, items: 0, itemsOfName: 0)].add(person, items)
        }
        return Array(people.values)
    }
}

extension LibrarySnapshot.Person {
    fileprivate mutating func add(_ other: Participant, _ count: Int) {
        items += count
        if count > itemsOfName { (person, itemsOfName) = (other, count) }
    }
}
