extension Set<String> {
    /// The words of a list as sources have it: separated by spaces and line breaks.
    package static func words(_ list: String) -> Set<String> {
        Set(list.utf8.split(whereSeparator: \.isASCIISpace).map { String(Substring($0)) })
    }
}
