/// Places in calendars and files of contacts: the revision of the reader and a byte offset. Of a first revision they are the
/// offset alone.
enum ComponentCursor {
    static func after(_ component: ContentLineReader.Component, revision: Int) -> SourceCursor {
        SourceCursor("\(revision) \(component.end)", bytesRead: component.end)
    }

    static func offset(_ cursor: SourceCursor) -> Int {
        cursor.text.split(separator: " ").last.flatMap { Int($0) }.map { max(0, $0) } ?? 0
    }
}
