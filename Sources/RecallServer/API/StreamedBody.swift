import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Responses sent piece by piece.
enum StreamedBody {
    /// A response written by `body`, which is cancelled if the client disconnects. The connection ends with the
    /// response.
    static func response(
        to request: Request, type: String, body: @escaping @Sendable (StreamWriter) async throws -> Void
    ) -> Response {
        let requestBody = request.body
        return Response(
            status: .ok, headers: [.contentType: type, .connection: "close"],
            body: ResponseBody { writer in
                let pieces = StreamWriter(writer: writer)
                try await requestBody.consumeWithCancellationOnInboundClose { _ in try await body(pieces) }
                try await writer.finish(nil)
            })
    }
}

/// Writes the pieces of a response.
struct StreamWriter: @unchecked Sendable {
    // Hummingbird's writer hands what it gets to the connection's channel, which may be done from any task.
    fileprivate let writer: any ResponseBodyWriter

    func write(_ data: Data, _ end: String) async throws {
        var writer = writer
        var buffer = ByteBuffer(bytes: data)
        buffer.writeString(end)
        try await writer.write(buffer)
    }

    /// Writes a server-sent event (WHATWG HTML, 9.2).
    func write(event: String, _ data: Data) async throws {
        try await write(Data("event: \(event)\ndata: ".utf8) + data, "\n\n")
    }
}
