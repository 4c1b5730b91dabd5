import Foundation
public import RecallCore
import RecallStore

extension RecallLibrary {
    /// The person whose mail it is: in most of the newest e-mails, and the sender of some. `nil` where that is nobody, as in
    /// the archive of a mailing list.
    ///
    /// - Complexity: reads the people of the newest 1,000 items.
    public func owner() throws -> Participant? {
        let found = try store.read { try $0.correspondents(inNewest: OwnerLimits.items, until: Date()) }
        guard found.emails >= OwnerLimits.fewestEmails else { return nil }
        let least = OwnerLimits.share * Double(found.emails)
        return found.people.first { $0.sent > 0 && Double($0.emails) >= least }?.person
    }
}

private enum OwnerLimits {
    /// The newest items whose e-mails tell.
    static let items = 1_000
    /// With fewer e-mails, a frequent correspondent looks like the owner.
    static let fewestEmails = 20
    /// The share of the e-mails that the owner is in, at least.
    static let share = 0.6
}
