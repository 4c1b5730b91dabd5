import HTTPTypes
import RecallCore

/// A request that cannot be answered: the status, a stable code for programs, and a sentence for people with the
/// cause and a remedy, without any content of the library.
struct APIError: Error, CustomStringConvertible {
    var status: HTTPResponse.Status
    var code: String
    var message: String
    var headers: HTTPFields = [:]

    var description: String { message }

    init(_ status: HTTPResponse.Status, _ code: String, _ message: String, headers: HTTPFields = [:]) {
        self.status = status
        self.code = code
        self.message = message
        self.headers = headers
    }

    init(_ status: HTTPResponse.Status, _ report: ErrorReport) {
        self.init(status, report.code, report.message)
    }

    static func badRequest(_ message: String) -> APIError {
        APIError(.badRequest, "bad-request", message)
    }

    /// A name in a request that means nothing here.
    static func unknownName(_ what: String, _ name: String, known: [String]) -> APIError {
        let names = known.isEmpty ? "none" : known.joined(separator: ", ")
        let shown = DisplayText.safe(String(name.unicodeScalars.prefix(60)))
        return badRequest("The \(what) “\(shown)” is not known here. Known are: \(names).")
    }

    /// A request that the state of the library or of an import does not allow.
    static func conflict(_ message: String) -> APIError {
        APIError(.conflict, "conflict", message)
    }

    static func notFound(_ what: String) -> APIError {
        APIError(.notFound, "not-found", what)
    }

    static let bodyTooLarge = APIError(
        .contentTooLarge, "too-large", "A request's body has at most \(ServerLimits.bodyBytes) bytes.",
        headers: [.connection: "close"])
}
