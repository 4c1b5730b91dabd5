/// The kinds of file that are shown in a chat by what they are rather than by their name.
public enum MediaKind: String, Hashable, Sendable, CaseIterable {
    case photo, video, audio, sticker, gif, contact, document
    /// A file of which only this is known: it was left out of an export.
    case media
    /// Any other file.
    case file
}

extension Attachment {
    /// The kind by the media type, or else by the name that a chat's export puts in place of a file: `image omitted`.
    public var mediaKind: MediaKind {
        switch mediaType {
        case "image/webp": return .sticker
        case "image/gif": return .gif
        case "text/vcard": return .contact
        case _ where mediaType.hasPrefix("image/"): return .photo
        case _ where mediaType.hasPrefix("video/"): return .video
        case _ where mediaType.hasPrefix("audio/"): return .audio
        case "application/pdf": return .document
        default: return mediaType.isEmpty && byteCount == nil ? omittedKind : .file
        }
    }

    /// The name of its kind, for people to read: `Photo`; or the name of the file.
    public var mediaName: String {
        switch mediaKind {
        case .photo: "Photo"
        case .video: "Video"
        case .audio: "Voice message"
        case .sticker: "Sticker"
        case .gif: "GIF"
        case .contact: "Contact"
        case .media: "Photo or video"
        case .document, .file: name
        }
    }

    private var omittedKind: MediaKind {
        let words = name.lowercased().split { !$0.isLetter }.map(String.init)
        guard !words.isEmpty, !name.contains(".") else { return .file }
        for (kind, names) in Self.words where words.contains(where: names.contains) { return kind }
        return .media
    }

    private static let words: [(MediaKind, Set<String>)] = [
        (.photo, ["image", "photo", "bild", "foto", "imagen", "imagem", "immagine", "afbeelding"]),
        (.video, ["video", "vídeo", "vidéo"]), (.audio, ["audio", "áudio", "voice"]), (.sticker, ["sticker"]),
        (.gif, ["gif"]), (.contact, ["contact", "kontakt", "kontaktkarte", "contacto", "contatto"]),
        (.document, ["document", "dokument", "documento"]),
    ]
}
