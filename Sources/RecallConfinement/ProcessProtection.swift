import CConfinement

/// The protection of a process that holds a library open.
package enum ProcessProtection {
    /// Keeps other processes of the same user from reading this one's memory, and keeps its memory out of core dumps.
    /// Call it before there is a second thread.
    ///
    /// - Parameter mayGainRights: true if what it starts may gain rights, as setuid programs do: where browsers are snaps,
    ///   their launcher is such a program.
    package static func apply(mayGainRights: Bool) {
        recall_protect_process(!mayGainRights)
    }
}
