import RecallCore

extension StoreError {
    /// A value of the library is not what was written there, or is missing.
    static let damagedValue = StoreError(
        .damaged,
        "The library holds a value that cannot be read. Run: recall doctor. If it says so too, restore the library from a backup."
    )
}
