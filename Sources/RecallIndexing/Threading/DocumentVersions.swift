/// Recognises versions of one document: files in one folder whose names differ only in version marks.
enum DocumentVersions {
    /// The grouping key shared by the versions of the document at `path`; `nil` if its name has no version mark.
    static func grouping(path: String) -> String? {
        let (folder, name) = split(path)
        let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
        let words = stem.lowercased().split { !$0.isLetter && !$0.isNumber }
        let kept = words.enumerated().filter { !isMark($0.element, after: $0.offset == 0 ? nil : words[$0.offset - 1]) }
        guard kept.count < words.count, !kept.isEmpty else { return nil }
        return "version:\(folder)/\(kept.map { String($0.element) }.joined(separator: " "))"
    }

    private static func split(_ path: String) -> (folder: Substring, name: Substring) {
        guard let slash = path.lastIndex(of: "/") else { return ("", path[...]) }
        return (path[..<slash], path[path.index(after: slash)...])
    }

    private static let marks: Set<Substring> = [
        "final", "draft", "copy", "version", "rev", "revision", "entwurf", "kopie",
    ]

    private static func isMark(_ word: Substring, after previous: Substring?) -> Bool {
        if marks.contains(word) { return true }
        if word.first == "v" || word.first == "r", word.count > 1, word.dropFirst().allSatisfy(\.isNumber) {
            return true
        }
        guard let previous, word.allSatisfy(\.isNumber), word.count <= 3 else { return false }
        return marks.contains(previous) || previous == "v"
    }
}
