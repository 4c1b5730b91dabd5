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

    /// True for a relative path that stays in its folder: no part is empty, `.` or `..`, and there is no NUL in it.
    package var isPlainPath: Bool {
        !utf8.contains(0) && pathParts(omittingEmpty: false).allSatisfy { !["", ".", ".."].contains($0) }
    }
}
