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
            .unauthorized, head: isLedHere ? "<meta http-equiv=\"refresh\" content=\"0;url=\(address)\">\n" : "",
            """
            <p>Open the link that <code>recall serve</code> printed. Each link works once. For another one, run \
            <code>recall serve --link</code>.</p>
            """)
    }

    /// Hands a new session to the browser: the cookie, and in the page the secrets that a script keeps in the storage of
    /// this port. They are in no address, so that no history has them.
    static func handOver(_ session: Sessions.Session, cookie: String) -> Response {
        let secrets = "\(session.page.text).\(session.address.text)"
        var response = page(
            .ok,
            head: """
                <meta name="recall-session" content="\(secrets)">
                <script src="/app/hand-over.js" defer></script>

                """,
            "<p>Opening your library…</p>")
        response.headers[.setCookie] =
            "\(cookie)=\(session.cookie.text); Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000"
        return response
    }

    private static func page(_ status: HTTPResponse.Status, head: String, _ body: String) -> Response {
        let document = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <title>Recall</title>
            \(head)</head>
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
