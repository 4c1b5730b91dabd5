import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import RecallCore

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
            <h1>Open your library by its link</h1>
            <p>Open the link that <code>recall serve</code> printed in its terminal. Each link works once, and its \
            session ends when Recall is stopped.</p>
            <p>For another link, run this in a terminal and open what it prints:</p>
            <pre>recall serve --link</pre>
            <p>With the same <code>--library</code>, if you gave one. Your library is as it was.</p>
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
            "<h1>Opening your library…</h1>")
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
            <meta name="color-scheme" content="light dark">
            <title>Recall</title>
            <link rel="icon" href="data:,">
            <style>\(style)</style>
            \(head)</head>
            <body>
            <main>
            <p class="brand">\(WebFiles.icon)Recall</p>
            \(body)
            </main>
            </body>
            </html>

            """
        return Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8", .contentSecurityPolicy: policy],
            body: ResponseBody(byteBuffer: ByteBuffer(string: document)))
    }

    /// Without a session no file of the app is served, so the page has its style in itself, in the app's colours.
    private static let style = """
        :root { color-scheme: light dark; font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
        body { margin: 0; min-height: 100vh; display: grid; place-items: center; color: light-dark(#575249, #b9b2a6);
          background: light-dark(#faf8f4, #171614); }
        main { box-sizing: border-box; width: min(540px, 100%); padding: 32px 24px 12vh; overflow-wrap: anywhere; }
        .brand { display: flex; align-items: center; gap: 12px; margin: 0; color: light-dark(#211f1b, #ebe7df);
          font-size: 1.15rem; font-weight: 660; }
        .brand svg { width: 32px; height: 32px; }
        h1 { margin: 28px 0 0; color: light-dark(#211f1b, #ebe7df); font-size: 1.6rem; line-height: 1.25; }
        p { margin: 12px 0; }
        code, pre { font-family: ui-monospace, "SF Mono", "Cascadia Mono", monospace; font-size: .9em; }
        code { color: light-dark(#211f1b, #ebe7df); }
        pre { margin: 0; padding: 12px 16px; border-radius: 10px; color: light-dark(#211f1b, #ebe7df);
          background: light-dark(#f2efe8, #121110); overflow-x: auto; user-select: all; }
        """

    /// Allows this one style, by its hash (CSP 3, 8.4), and the script that keeps the session.
    private static let policy = {
        let hash = Data(SHA256.digest(style.utf8)).base64EncodedString()
        return "default-src 'none'; script-src 'self'; style-src 'sha256-\(hash)'; img-src data:; "
            + "frame-ancestors 'none'; form-action 'none'; base-uri 'none'"
    }()
}
