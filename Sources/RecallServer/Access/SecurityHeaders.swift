import HTTPTypes

/// The headers of every response, errors included. Routes whose responses are not part of the app set a stricter
/// policy.
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

    /// Allows only this server's own files, nothing inline, and no embedding in frames.
    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src 'self' data:",
        "frame-src 'self'", "frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'",
    ].joined(separator: "; ")
}

extension HTTPField.Name {
    static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
    static let crossOriginOpenerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy")!
    static let xFrameOptions = HTTPField.Name("X-Frame-Options")!
    /// The request's authority is its first Host; additional ones are among its header fields.
    static let laterHost = HTTPField.Name("Host")!
    static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")!
}
