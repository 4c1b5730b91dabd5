public struct SourceWalker: Sequence, IteratorProtocol {
    public init(path: String, as format: SourceFormat?) {}
    public mutating func next() -> WalkEntry? { nil }
}
