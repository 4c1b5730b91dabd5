import HTTPTypes

/// The headers of a picture from a person's files: only a picture, whatever its bytes try to be.
enum PictureResponse {
    /// The headers for a picture of that media type.
    static func headers(type: String) -> HTTPFields {
        [
            .contentType: type,
            .contentSecurityPolicy:
                "default-src 'none'; sandbox; frame-ancestors 'none'; form-action 'none'; base-uri 'none'",
        ]
    }
}
