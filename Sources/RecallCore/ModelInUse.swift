/// The installed model as a library uses it.
public struct ModelInUse: Hashable, Sendable {
    /// The model's name.
    public var name: String
    /// The precision of the library's vectors.
    public var precision: EncoderPrecision
    /// The reason why it cannot be used, and what to do.
    public var problem: String?

    /// A model.
    public init(name: String, precision: EncoderPrecision, problem: String? = nil) {
        self.name = name
        self.precision = precision
        self.problem = problem
    }
}
