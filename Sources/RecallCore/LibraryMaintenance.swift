public import Foundation

/// The automatic maintenance of a library: whether it is wanted, and when it last did something.
public struct LibraryMaintenance: Hashable, Sendable {
    /// True unless the person switched it off.
    public var isOn: Bool
    /// The end of the last run that found something to do.
    public var last: Date?

    /// A state.
    public init(isOn: Bool = true, last: Date? = nil) {
        (self.isOn, self.last) = (isOn, last)
    }
}
