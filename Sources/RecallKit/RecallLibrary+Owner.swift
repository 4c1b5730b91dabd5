public import RecallCore
import RecallStore

extension RecallLibrary {
    /// The person whose mail it is: in most of the newest e-mails, and the sender of some. `nil` where that is nobody, as in
    /// the archive of a mailing list.
    ///
    /// - Complexity: reads the people of the newest 1,000 items.
    public func owner() throws -> Participant? { try store.read { try $0.likelyOwner() } }
}
