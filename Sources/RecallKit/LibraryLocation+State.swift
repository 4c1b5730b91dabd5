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

    /// True if there is a library.
    public var exists: Bool { LibraryStore.exists(at: self) }

    /// True if a process has the library open for writing, this one included. Keeps no other one from it by asking.
    public var hasWriter: Bool { LibraryStore.hasWriter(at: self) }
}
