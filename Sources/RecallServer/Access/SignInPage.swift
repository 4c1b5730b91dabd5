import HTTPTypes
import Hummingbird
import NIOCore

/// The pages that stand before the app.
enum SignInPage {
    /// The page shown to browsers without a session, for any URL.
    static func response(to request: Request) -> Response {
        // A browser does not send the cookie along when another program's or site's link led here; it does when this page
        // leads it on.
        let address = request.uri.path
        let isLedHere = AppAddress.isPage(address) && request.headers[.secFetchSite] == "cross-site"
        return page(
            .unauthorized, leadingTo: isLedHere ? address : nil,
            """
            <p>Open the link that <code>recall serve</code> printed. Each link works once. For another one, run \
            <code>recall serve --link</code>.</p>
            """)
    }

    /// Hands a new session to the browser: the cookie, and in the address the secrets that the app keeps in its own
    /// storage. Browsers do not send that part of an address.
    static func handOver(_ session: Sessions.Session, cookie: String) -> Response {
        var response = page(
            .ok, leadingTo: "/#session=\(session.page.text).\(session.address.text)", "<p>Opening your library…</p>")
        response.headers[.setCookie] =
            "\(cookie)=\(session.cookie.text); Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000"
        return response
    }

    private static func page(_ status: HTTPResponse.Status, leadingTo address: String?, _ body: String) -> Response {
        let refresh = address.map { "<meta http-equiv=\"refresh\" content=\"0;url=\($0)\">\n" } ?? ""
        let document = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <title>Recall</title>
            \(refresh)</head>
            <body>
            <h1>Recall</h1>
            \(body)
            </body>
            </html>

            """
        return Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: document)))
    }
}
