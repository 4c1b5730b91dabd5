import CConfinement

/// The layers of a confinement that hold on this machine, each without the others.
package struct ConfinementLayers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    private init(_ layer: Int) { self.init(rawValue: UInt8(layer)) }

    /// Limits on processor time, memory, files and processes.
    package static let limits = ConfinementLayers(Int(RECALL_LIMITS))
    /// System calls of an allow-list only (seccomp).
    package static let systemCalls = ConfinementLayers(Int(RECALL_SYSTEM_CALLS))
    /// No files but libraries, fonts and time zones (Landlock, Linux 5.13).
    package static let files = ConfinementLayers(Int(RECALL_FILES))
    /// No network, a second time (Landlock, Linux 6.7).
    package static let network = ConfinementLayers(Int(RECALL_NETWORK))
    /// No signals to other processes, a second time (Landlock, Linux 6.12).
    package static let signals = ConfinementLayers(Int(RECALL_SIGNALS))
    /// The sandbox of macOS.
    package static let sandbox = ConfinementLayers(Int(RECALL_SANDBOX))

    /// True if a parser that a document has taken over can neither change, send nor start anything.
    package var isTight: Bool { contains([.limits, .systemCalls]) || contains([.limits, .sandbox]) }

    /// True if such a parser cannot read files either.
    package var hidesFiles: Bool { contains(.files) || contains(.sandbox) }
}
