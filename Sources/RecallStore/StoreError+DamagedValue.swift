import RecallCore

extension StoreError {
    /// A stored value is invalid or missing.
    static let damagedValue = StoreError(
        .damaged,
        "The library holds a value that cannot be read. Run: recall doctor. If it says so too, restore the library from a backup."
    )

    /// A page that is not as Recall wrote it was read.
    static func damagedPage(of location: LibraryLocation) -> StoreError {
        StoreError(
            .damaged,
            "\(location.database): a part of it is not as Recall wrote it. It is damaged, or another program wrote to it. "
                + "Nothing was changed, and little or nothing may be lost. Run: \(location.command("doctor --repair"))")
    }
}
