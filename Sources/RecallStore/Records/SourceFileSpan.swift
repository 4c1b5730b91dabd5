import RecallText

/// The states of all files from one path to another, in the order of the bytes of their paths: two names that look alike may be
/// two files. A walk through folders meets files nearly in this order.
public struct SourceFileSpan: Sendable {
    private let lower: String
    private let files: [SourceFileState]
    /// True if the library has no files behind the last one.
    private let isLast: Bool
    /// The index of the file behind the one that was asked for last.
    private var next = 0

    init(lower: String, files: [SourceFileState], isLast: Bool) {
        (self.lower, self.files, self.isLast) = (lower, files, isLast)
    }

    /// True if a file with this path is in the span, or in no library.
    public func holds(_ path: String) -> Bool {
        guard !path.precedesInBytes(lower) else { return false }
        return isLast || files.last.map { !$0.path.precedesInBytes(path) } ?? false
    }

    /// The state of the file at `path`; `nil` if it was never imported.
    ///
    /// - Complexity: O(1) for the file behind the one asked for before; else O(log *n*).
    public mutating func file(at path: String) -> SourceFileState? {
        if !(next < files.count && files[next].path.isInBytes(path)) { next = firstIndex(from: path) }
        guard next < files.count, files[next].path.isInBytes(path) else { return nil }
        next += 1
        return files[next - 1]
    }

    private func firstIndex(from path: String) -> Int {
        files.firstIndexInOrder { !$0.path.precedesInBytes(path) }
    }
}

extension String {
    fileprivate func isInBytes(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
    fileprivate func precedesInBytes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
