import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import RecallCore
import RecallKit
import RecallWire

/// Turns every error into a response. The only place that maps errors of the library to statuses.
struct ErrorResponses: RouterMiddleware {
    typealias Context = ServerContext

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch {
            response = try Self.apiError(error, context.logger).response()
        }
        if request.method == .head { response.body = ResponseBody() }
        return response
    }

    /// The error as reported to the client.
    static func apiError(_ error: any Error, _ logger: Logger) -> APIError {
        switch error {
        case let error as APIError: error
        case let error as StoreError: APIError(status(of: error), error.report)
        case let error as OriginalError:
            APIError(error.code == .sourceChanged ? .conflict : .notFound, error.report)
        case let error as ThreadChangedError: APIError(.conflict, "thread-changed", error.description)
        case let error as ImportFailure: APIError(.notFound, error.report)
        case let error as HTTPError where error.status == .notFound: .notFound("There is nothing at this address.")
        case let error as HTTPError where error.status == .contentTooLarge: .bodyTooLarge
        case is NIOTooManyBytesError: .bodyTooLarge
        case is HTTPParserError: .badRequest("The body of the request is malformed.")
        case is CancellationError: APIError(.serviceUnavailable, "cancelled", "The request was cancelled.")
        default: unexpected(error, logger)
        }
    }

    private static func status(of error: StoreError) -> HTTPResponse.Status {
        switch error.code {
        case .busy: .conflict
        case .diskFull: .init(code: 507, reasonPhrase: "Insufficient Storage")
        default: .serviceUnavailable
        }
    }

    /// Logs only the type, since other properties of an error may contain personal data.
    private static func unexpected(_ error: any Error, _ logger: Logger) -> APIError {
        logger.error("A request failed", metadata: ["error": "\(type(of: error))"])
        return APIError(
            .internalServerError, "internal", "Recall failed to answer this. Try again; if it stays so: recall doctor")
    }
}

extension APIError {
    var body: ErrorPayload { ErrorPayload(ErrorReport(code: code, message: message)) }

    func response() throws -> Response {
        var response = try Response.json(body, status: status)
        response.headers.append(contentsOf: headers)
        return response
    }
}
