import RecallStore
import Synchronization

/// What a word may be that somebody is still typing. The terms with its first letters are read once, and are there for the
/// letters that follow. Good for one state of a library.
final class WordBeginnings: Sendable {
    /// Fewer bytes begin too much.
    private static let shortest = 3
    /// The terms that are most said.
    private static let mostTerms = 16
    private static let capacity = 64

    private let known = Mutex<[String: [String]]>([:])

    /// Terms that begin with a folded word, those that are in most passages.
    func terms(beginningWith word: String, _ snapshot: LibrarySnapshot) throws -> [String] {
        guard let beginning = Self.beginning(of: word) else { return [] }
        let terms = try known.withLock { $0[beginning] } ?? read(beginning, snapshot)
        return Array(terms.lazy.filter { $0.hasPrefix(word) }.prefix(Self.mostTerms))
    }

    private func read(_ beginning: String, _ snapshot: LibrarySnapshot) throws -> [String] {
        let terms = try snapshot.terms(beginningWith: beginning)
        known.withLock { known in
            if known.count >= Self.capacity { known = [:] }
            known[beginning] = terms
        }
        return terms
    }

    /// The first letters of a word, of three bytes or a little more.
    private static func beginning(of word: String) -> String? {
        var (beginning, count) = ("", 0)
        for scalar in word.unicodeScalars where count < shortest {
            beginning.unicodeScalars.append(scalar)
            count += UTF8.width(scalar)
        }
        return count < shortest ? nil : beginning
    }
}
