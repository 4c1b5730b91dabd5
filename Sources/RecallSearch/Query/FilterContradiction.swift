import Foundation
import RecallCore

/// Conditions that a filter requires together and that no item can meet: `before:2024 after:2025`, `kind:email kind:note`.
struct FilterContradiction {
    private let required: [SearchFilter]
    /// The conditions that are left out, in a set, since a query may leave out thousands of words.
    private let excluded: Set<SearchFilter>

    init(_ filter: SearchFilter) {
        required = filter.conjuncts
        excluded = Set(
            required.compactMap { part in
                guard case .not(let excluded) = part else { return nil }
                return excluded
            })
    }

    /// The contradiction, and what to write instead; `nil` if there is none.
    var hint: String? {
        if let part = required.first(where: excluded.contains) {
            let text = part.queryText(in: QueryClock())
            return "Nothing can pass: \(text) is both asked for and left out. Leave out one of them."
        }
        return reason.map { "Nothing can pass: \($0). To find either, write OR between them." }
    }

    private var reason: String? {
        if hasDisjointDates { return "no day is in all of these dates" }
        if hasDisjointSizes { return "no size is in all of these limits" }
        if count({ if case .kind(let kind) = $0 { kind } else { nil } }) > 1 { return "no item is of two kinds" }
        if count({ if case .format(let format) = $0 { format } else { nil } }) > 1 { return "no item has two formats" }
        if count({ if case .language(let language) = $0 { language?.code ?? "" } else { nil } }) > 1 {
            return "no item has two languages"
        }
        return nil
    }

    private var hasDisjointDates: Bool {
        var (from, to) = (Date(timeIntervalSince1970: -.infinity), Date(timeIntervalSince1970: .infinity))
        for case .date(let first, let end) in required {
            (from, to) = (max(from, first ?? from), min(to, end ?? to))
        }
        return from >= to
    }

    private var hasDisjointSizes: Bool {
        var (least, most) = (0, Int.max)
        for case .byteCount(let range) in required {
            (least, most) = (max(least, range.lowerBound), min(most, range.upperBound))
        }
        return least > most
    }

    private func count<Value: Hashable>(_ value: (SearchFilter) -> Value?) -> Int {
        Set(required.compactMap(value)).count
    }
}

extension SearchFilter {
    /// The conditions that must all hold.
    fileprivate var conjuncts: [SearchFilter] {
        if case .all(let parts) = self { return parts.flatMap(\.conjuncts) }
        return [self]
    }
}
