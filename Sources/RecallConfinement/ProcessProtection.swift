import CConfinement

/// The protection of a process that holds a library open.
package enum ProcessProtection {
    /// Keeps other processes of the same user from reading this one's memory, and keeps its memory out of core dumps.
    /// Call it before there is a second thread.
    ///
    /// - Parameter startsOnlyRecall: true if nothing it starts may gain rights, as setuid programs do. Not for one that
    ///   opens a browser: where browsers are snaps, their launcher is such a program.
    package static func apply(startsOnlyRecall: Bool) {
        recall_protect_process(startsOnlyRecall)
    }
}
