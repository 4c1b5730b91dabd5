import Foundation
import HTTPTypes

/// The headers of an attachment: always sent as a download, never for display.
enum AttachmentDownload {
    /// The headers for a file with that (safe) name (`AttachmentFileName`).
    static func headers(fileName: String) -> HTTPFields {
        [
            .contentType: "application/octet-stream",
            .contentDisposition: disposition(fileName),
            .contentSecurityPolicy:
                "default-src 'none'; sandbox; frame-ancestors 'none'; form-action 'none'; base-uri 'none'",
        ]
    }

    /// The name in ASCII for old clients, and in full (RFC 6266, 4.3; RFC 8187).
    private static func disposition(_ name: String) -> String {
        let plain = name.unicodeScalars.map { isPlain($0) ? String($0) : "_" }.joined()
        let encoded = name.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
        return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(encoded)"
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        (0x20..<0x7F).contains(scalar.value) && !"\"\\%".unicodeScalars.contains(scalar)
    }

    /// RFC 3986, 2.3.
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
