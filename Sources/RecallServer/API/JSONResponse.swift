import HTTPTypes
import Hummingbird
import NIOCore
import RecallCore
import RecallWire

extension Response {
    /// The response to a deletion: 204, or 202 and a note if its text is not out of all files yet.
    static func deleted(_ text: DeletedText) throws -> Response {
        guard let payload = DeletedTextPayload(text) else { return Response(status: .noContent) }
        return try json(payload, status: .accepted)
    }

    /// A response whose body is a payload.
    static func json(_ payload: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        Response(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try PayloadEncoding.line(payload))))
    }

    /// A response with a document that another process wrote.
    static func json(text: String) -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
