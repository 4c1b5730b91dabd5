package import RecallCore
import RecallStore

extension RecallLibrary {
    /// True if there is something that maintenance would do.
    package func isMaintenanceDue() throws -> Bool {
        try store.dueMaintenance() != nil
    }

    /// Does all steps of maintenance that are due, and returns their number.
    public func maintainAll() throws -> Int {
        var steps = 0
        while try maintain() { steps += 1 }
        return steps
    }

    /// Does one step of maintenance in the library at `location`, for which other writers wait.
    ///
    /// - Returns: true if something was done, so that there may be more.
    package static func maintain(_ location: LibraryLocation) throws -> Bool {
        try LibraryStore.maintain(at: location)
    }

    /// Does one step of maintenance: what `compact` does, as far as it is short and interrupts nobody.
    ///
    /// - Returns: true if something was done, so that there may be more.
    package func maintain() throws -> Bool {
        try store.maintain()
    }
}
