import HTTPTypes

/// The page around an e-mail's own HTML, for a frame of the app.
enum OriginalPage {
    /// Nothing loads or runs even if the content had not been sanitized, and only the app may frame the page.
    static let headers: HTTPFields = [
        .contentType: "text/html; charset=utf-8",
        .contentSecurityPolicy: [
            "default-src 'none'", "img-src data:", "style-src 'unsafe-inline'", "sandbox", "frame-ancestors 'self'",
            "form-action 'none'", "base-uri 'none'",
        ].joined(separator: "; "),
        .xFrameOptions: "SAMEORIGIN",
    ]

    /// The document with the sanitized `content` as its body. It is white in both themes, because e-mails are
    /// designed for a white background.
    static func document(_ content: String) -> String {
        """
        <!doctype html>
        <html>
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <meta name="color-scheme" content="light">
        <title>E-mail</title>
        <style>\(style)</style>
        </head>
        <body>\(content)</body>
        </html>

        """
    }

    private static let style = """
        body { margin: 16px; background: #fff; color: #1c1b19; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
        img { max-width: 100%; }
        .text { white-space: pre-wrap; }
        .link { color: #2b5a4e; text-decoration: underline dotted; }
        .picture { color: #6e685e; border: 1px dashed #cdc6b9; padding: 0 4px; }
        .cut { color: #6e685e; }
        """
}
