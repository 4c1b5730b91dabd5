import HTTPTypes

/// The headers of every answer, errors included. A route whose answer is no part of the app sets a stricter policy of its own.
enum SecurityHeaders {
    static let fields: HTTPFields = [
        .contentSecurityPolicy: policy,
        .xContentTypeOptions: "nosniff",
        .referrerPolicy: "no-referrer",
        .cacheControl: "no-store",
        .crossOriginResourcePolicy: "same-origin",
        .crossOriginOpenerPolicy: "same-origin",
        .xFrameOptions: "DENY",
    ]

    /// Nothing but this server's own files; nothing inline; no frame around it.
    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src 'self' data:",
        "frame-src 'self'", "frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'",
    ].joined(separator: "; ")
}

extension HTTPField.Name {
    static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
    static let crossOriginOpenerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy")!
    static let xFrameOptions = HTTPField.Name("X-Frame-Options")!
    /// The first Host of a request is its authority; any other one is among its fields.
    static let laterHost = HTTPField.Name("Host")!
    static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")!
}
