public import Foundation

/// The version of an event of a calendar: how often its organizer has revised it, and the time of that.
public struct EventVersion: Hashable, Sendable, Encodable {
    /// The number of the revision (RFC 5545, 3.8.7.4), 0 where the calendar states none.
    public var sequence: Int
    /// The time that the calendar states for this version (RFC 5545, 3.8.7.2), if any. Some programs state the time of
    /// export.
    public var stamp: Date?

    /// A version.
    public init(sequence: Int = 0, stamp: Date? = nil) {
        (self.sequence, self.stamp) = (sequence, stamp)
    }

    /// True if it comes after `other` of the same event (RFC 5546, 2.1.5); `nil` if they do not tell.
    public func isLater(than other: EventVersion) -> Bool? {
        guard sequence == other.sequence else { return sequence > other.sequence }
        guard let stamp, let theirs = other.stamp, stamp != theirs else { return nil }
        return stamp > theirs
    }
}
