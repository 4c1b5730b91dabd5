import RecallCore
import RecallEmbedding
import RecallStore
import RecallVectorIndex

/// The senders among the best passages whose names mean the role that a query asks for.
struct SenderRoleMatch {
    /// The part of the score for such a sender: more than words about one are worth.
    static let weight: Float = 1.5
    /// Of 17 roles and 21 names, "dentist" has .52 with "Larchbank Dental", "doctor" .44 with "Dr Meera Patel", and no
    /// wrong one has more than .4.
    private static let leastCosine: Float = 0.42
    /// For about 100 names.
    private static let tokens = 600

    private let names: Set<String>

    /// Compares the names of the passages' senders. Nobody without a role, or without a model.
    init(_ role: SenderRole?, _ passages: [PassageText?], _ snapshot: SearchSnapshot) throws {
        guard let role, let encoder = snapshot.encoder else {
            names = []
            return
        }
        let senders = Set(passages.lazy.compactMap { $0?.stored.item.author?.displayName })
        var vectors = SentenceVectors(
            encoder, tokens: Self.tokens, cache: snapshot.caches.sentences, rewrites: snapshot.rewrites)
        vectors.add([role.text])
        for sender in senders.sorted() { vectors.add([sender]) }
        try vectors.encode()
        let wanted = vectors.vector(of: role.text)
        names = senders.filter { sender in
            guard let wanted, let vector = vectors.vector(of: sender) else { return false }
            return vector.dot(wanted) >= Self.leastCosine
        }
    }

    /// True if a passage's sender has the role.
    func isSent(_ passage: PassageText?) -> Bool {
        (passage?.stored.item.author?.displayName).map(names.contains) ?? false
    }
}
