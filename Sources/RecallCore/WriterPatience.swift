/// The patience of who wants to write to a library while another process writes to it for a moment or keeps it in order, and
/// whom it tells meanwhile.
package struct WriterPatience: Sendable {
    /// That of the task or thread that opens a library.
    @TaskLocal package static var current = WriterPatience()

    /// The longest wait.
    package let limit: Duration
    /// The part of the wait that needs no explanation.
    package let silence: Duration
    /// Called once with a sentence for people, when the silence is over.
    package let tell: @Sendable (String) -> Void

    /// A minute, of which a second is silent.
    package init(
        limit: Duration = .seconds(60), silence: Duration = .seconds(1),
        tell: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        (self.limit, self.silence, self.tell) = (limit, silence, tell)
    }
}
