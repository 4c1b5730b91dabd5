import RecallCore

extension StoreError {
    /// A stored value is invalid or missing.
    static let damagedValue = StoreError(
        .damaged,
        "The library holds a value that cannot be read. Run: recall doctor. If it says so too, restore the library from a backup."
    )
}
