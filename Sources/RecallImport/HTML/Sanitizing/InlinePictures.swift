import Foundation

/// The pictures attached to a mail, by Content-ID, as `data:` URLs for its page: raster images only, recognised by
/// their bytes, not by their declared type.
package struct InlinePictures {
    /// The bytes of all pictures by Content-ID, without angle brackets.
    private var pictures: [String: [UInt8]] = [:]
    /// Bytes that may still be written.
    private var room: Int

    /// No pictures yet; at most `limit` bytes of them are written.
    package init(limit: Int = ImportLimits.inlinePictureBytes) {
        room = limit
    }

    /// Adds a picture; of several with one id the first counts.
    package mutating func add(_ bytes: [UInt8], id: String) {
        if pictures[id] == nil { pictures[id] = bytes }
    }

    /// The `data:` URL of the picture with the `cid:` URL (RFC 2392) `source`; `nil` if there is none, if it is not a
    /// raster image, or if it exceeds the limit.
    ///
    /// - Parameter source: the URL, with character references decoded.
    mutating func address(_ source: [UInt8]) -> [UInt8]? {
        let text = String(decoding: source, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.prefix(4).lowercased() == "cid:" else { return nil }
        let id = String(text.dropFirst(4))
        guard let bytes = pictures[id] ?? id.removingPercentEncoding.flatMap({ pictures[$0] }), bytes.count <= room,
            let type = Self.rasterType(bytes)
        else { return nil }
        room -= bytes.count
        return Array("data:image/\(type);base64,".utf8) + Data(bytes).base64EncodedData()
    }

    /// PNG, JPEG, GIF or WebP, by the first bytes.
    private static func rasterType(_ bytes: [UInt8]) -> String? {
        switch bytes.prefix(4) {
        case [0x89, 0x50, 0x4E, 0x47]: "png"
        case [0x47, 0x49, 0x46, 0x38]: "gif"
        case [0x52, 0x49, 0x46, 0x46] where bytes.dropFirst(8).starts(with: "WEBP".utf8): "webp"
        case let start where start.starts(with: [0xFF, 0xD8, 0xFF]): "jpeg"
        default: nil
        }
    }
}
