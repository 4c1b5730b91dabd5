/// A file that is being uploaded.
public struct UploadPayload: Encodable, Sendable {
    let id, name: String
    let bytes, received: Int

    /// A file as sent: its safe name, its size, and how much of it has come.
    public init(id: String, name: String, bytes: Int, received: Int) {
        (self.id, self.name, self.bytes, self.received) = (id, name, bytes, received)
    }
}
