import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Bodies in JSON, as they are sent.
enum JSONBody {
    static func response(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        Response(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try data(value))))
    }

    /// One line.
    static func data(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        encoder.dateEncodingStrategy = .iso8601
        return try encoder.encode(value)
    }
}
