import HTTPTypes
import Hummingbird
import NIOCore
import RecallWire

extension Response {
    /// A response whose body is a payload.
    static func json(_ payload: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        Response(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try PayloadEncoding.line(payload))))
    }
}
