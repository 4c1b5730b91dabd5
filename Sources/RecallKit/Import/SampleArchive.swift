import RecallConfinement
import RecallCore
import RecallFiles

/// The archive of a person who does not exist, to try Recall with: mail, two chats, notes and documents.
public struct SampleArchive: Sendable {
    /// The folder.
    public let folder: String
    /// The files and folders to import.
    public var paths: [String] { Self.names.map { folder + "/" + $0 } }

    private static let names = [
        "mail.mbox", "WhatsApp Chat with Mira.txt", "WhatsApp Chat - Hiking group.zip", "notes", "documents", "exports",
    ]

    /// The archive that was installed with this program or lies in the checkout that it was built in; `nil` if there is none.
    public static let installed: SampleArchive? = RecallExecutable.path.flatMap { SampleArchive(of: $0) }

    /// The archive that belongs to the program at `executable`: `share/recall/sample` beside its folder `bin`, or `Sample` beside
    /// the folder `.build` that it is in.
    public init?(of executable: String) {
        guard let program = RealPath.of(executable) else { return nil }
        let parts = program.split(separator: "/").map(String.init)
        let installed = Self.path(parts.dropLast(2) + ["share", "recall", "sample"])
        let built = parts.lastIndex(of: ".build").map { Self.path(parts[..<$0] + ["Sample"]) }
        guard let folder = [installed, built].compactMap(\.self).first(where: Self.isWhole) else { return nil }
        self.folder = folder
    }

    /// True if a file or folder of that path is the archive or in it.
    public func contains(_ path: String) -> Bool {
        path.isPath(in: folder)
    }

    private static func path(_ parts: ArraySlice<String>) -> String { "/" + parts.joined(separator: "/") }

    private static func isWhole(_ folder: String) -> Bool {
        names.allSatisfy { Folder.isTaken(folder + "/" + $0) }
    }
}
