import HTTPTypes
import Hummingbird
import NIOCore

/// The page shown to browsers without a session, for any URL.
enum SignInPage {
    static func response(to request: Request) -> Response {
        // A browser does not send the cookie along when another program's or site's link led here, not even after our own
        // redirect; it does when this page leads it on.
        let address = request.uri.path
        let isLedHere = AppAddress.isPage(address) && request.headers[.secFetchSite] == "cross-site"
        let refresh = isLedHere ? "<meta http-equiv=\"refresh\" content=\"0;url=\(address)\">\n" : ""
        return Response(
            status: .unauthorized, headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: page(head: refresh))))
    }

    private static func page(head: String) -> String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>Recall</title>
        \(head)</head>
        <body>
        <h1>Recall</h1>
        <p>Open the link that <code>recall serve</code> printed. Each link works once: start <code>recall serve</code> anew \
        for another one.</p>
        </body>
        </html>

        """
    }
}
