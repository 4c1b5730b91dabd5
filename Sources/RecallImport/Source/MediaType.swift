import RecallCore

/// The media types of files that people attach, by the extensions of their names.
enum MediaType {
    /// The media type of a file with that name; empty if it is not known.
    static func named(_ name: String) -> String { types[AbsolutePath.fileExtension(name)] ?? "" }

    private static let types = [
        "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
        "heic": "image/heic", "avif": "image/avif", "bmp": "image/bmp", "svg": "image/svg+xml", "tif": "image/tiff",
        "tiff": "image/tiff", "mp4": "video/mp4", "m4v": "video/mp4", "mov": "video/quicktime", "3gp": "video/3gpp",
        "webm": "video/webm", "mkv": "video/x-matroska", "avi": "video/x-msvideo", "ogv": "video/ogg",
        "opus": "audio/ogg", "ogg": "audio/ogg", "m4a": "audio/mp4", "aac": "audio/mp4", "mp3": "audio/mpeg",
        "wav": "audio/wav", "flac": "audio/flac", "pdf": "application/pdf", "vcf": "text/vcard", "txt": "text/plain",
        "zip": "application/zip", "epub": "application/epub+zip", "rtf": "application/rtf",
        "doc": "application/msword", "xls": "application/vnd.ms-excel", "ppt": "application/vnd.ms-powerpoint",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "odt": "application/vnd.oasis.opendocument.text", "ods": "application/vnd.oasis.opendocument.spreadsheet",
        "odp": "application/vnd.oasis.opendocument.presentation",
    ]
}
