import Foundation
import RecallCore

// The same mail may be in several files, with other headers: a list's copy has a tag in its subject and no attachments.

extension Item {
    /// True if this copy of an item is to be kept instead of `other`: the one that has more attachments, says more about what it
    /// answers, and names more recipients. Of equal ones the order of their contents decides, so that the same copy is
    /// kept in whatever order they are imported.
    func isPreferred(to other: Item) -> Bool {
        if completeness != other.completeness {
            return other.completeness.lexicographicallyPrecedes(completeness)
        }
        return contents.lexicographicallyPrecedes(other.contents)
    }

    private var completeness: [Int] {
        [attachments.count, references.count, date == nil ? 0 : 1, recipients.count, sender == nil ? 0 : 1]
    }

    /// All that copies may differ in.
    private var contents: [String] {
        let milliseconds = date.map { String(Int64(($0.timeIntervalSince1970 * 1_000).rounded())) }
        var contents = [title, text, milliseconds ?? "", sender.map(Self.words) ?? "", conversationTitle]
        contents += authoredRanges.map { "\($0.lowerBound) \($0.upperBound)" }
        contents += recipients.map { $0.role.rawValue + " " + Self.words($0.participant) }
        return contents + attachments.map(\.name) + references
    }

    private static func words(_ person: Participant) -> String { person.name + " " + person.address }

    private var references: [String] {
        switch details {
        case .email(let mail): mail.inReplyTo + mail.references
        case .message(let message): message.answers.map { [$0.description] } ?? []
        case .document, .note: []
        }
    }
}
