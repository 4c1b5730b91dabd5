/// The question, asked once, whether somebody is the library's owner.
public struct OwnerQuestion: Hashable, Sendable {
    /// The name of the person, or the address without one.
    public var name: String
    /// Their address, and the same person's name in chats, where it is likely: what a statement says to be the owner's.
    public var written: [String]

    /// A question.
    public init(name: String, written: [String]) {
        (self.name, self.written) = (name, written)
    }
}
