// Paths as the system reads them: bytes between slashes. By characters, a mark that follows a slash makes one with it, which is
// not equal to a slash, so that a `..` before it would not be seen.

extension StringProtocol {
    /// The names between the slashes of a path.
    ///
    /// - Parameter omittingEmpty: false to have an empty name between two slashes, and before the first and after the last.
    package func pathParts(omittingEmpty: Bool = true) -> [String] {
        Array(utf8).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: omittingEmpty)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// True for the path of `folder`, and of what lies below it.
    package func isPath(in folder: String) -> Bool {
        guard utf8.starts(with: folder.utf8) else { return false }
        let slash = UInt8(ascii: "/")
        return utf8.count == folder.utf8.count || folder.utf8.last == slash
            || utf8.dropFirst(folder.utf8.count).first == slash
    }

    /// True for a relative path that stays in its folder: no part is empty, `.` or `..`, and there is no NUL in it.
    package var isPlainPath: Bool {
        !utf8.contains(0) && pathParts(omittingEmpty: false).allSatisfy { !["", ".", ".."].contains($0) }
    }
}
