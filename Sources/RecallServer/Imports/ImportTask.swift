/// The work of an import.
enum ImportTask: Hashable, Sendable {
    /// Files and folders are imported, and embedded.
    case files([String])
    /// Items of the library that are not embedded yet are embedded.
    case embedding

    /// The paths of files and folders.
    var paths: [String] {
        if case .files(let paths) = self { paths } else { [] }
    }

    /// The arguments of `recall import` for this work.
    var arguments: [String] {
        switch self {
        case .files(let paths): ["--"] + paths
        case .embedding: ["--embed-only"]
        }
    }
}
