public import Foundation
public import RecallStore

extension LibraryLocation {
    /// Which of these byte strings are in a file of the library, in capital or small letters.
    public func found(_ needles: [String]) throws -> Set<String> {
        let files = try contents()
        let folded = files.map { file in Data(file.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }) }
        return Set(needles.filter { needle in folded.contains { $0.range(of: Data(needle.lowercased().utf8)) != nil } })
    }

    /// Whether the bytes are in a file of the library.
    public func holds(_ bytes: Data) throws -> Bool {
        try contents().contains { $0.range(of: bytes) != nil }
    }

    private func contents() throws -> [Data] {
        try FileManager.default.contentsOfDirectory(atPath: folder).map {
            try Data(contentsOf: URL(fileURLWithPath: folder + "/" + $0))
        }
    }
}
