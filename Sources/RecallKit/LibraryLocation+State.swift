public import RecallCore
import RecallFiles
import RecallStore

extension LibraryLocation {
    /// The library named by `RECALL_LIBRARY`, else the one in the platform's data folder.
    public static func standard(environment: [String: String]) -> LibraryLocation {
        // Where nothing names the home, the system's record of the user does: "~".
        let path = DataFolder.path("library", variable: "RECALL_LIBRARY") { name in
            environment[name].flatMap { $0.isEmpty ? nil : $0 } ?? (name == "HOME" ? "~" : nil)
        }
        return LibraryLocation(path: path ?? "~")
    }

    /// True if there is a library in the folder.
    public var exists: Bool { LibraryStore.exists(at: self) }

    /// True if any process, this one included, has the library open for writing. Takes no lock, so it never blocks a
    /// writer.
    public var hasWriter: Bool { LibraryStore.hasWriter(at: self) }
}
