public import RecallCore

/// The text recognition of an import, for the readers of files with scanned pages.
public struct PageRecognition: Sendable {
    /// The languages.
    public let recognition: TextRecognition
    /// The item as the library has it, from a reading that was cut off.
    public let stored: @Sendable (ItemID) throws -> Item?

    /// Recognition that goes on where items were `stored`.
    public init(_ recognition: TextRecognition, stored: @escaping @Sendable (ItemID) throws -> Item? = { _ in nil }) {
        (self.recognition, self.stored) = (recognition, stored)
    }
}
