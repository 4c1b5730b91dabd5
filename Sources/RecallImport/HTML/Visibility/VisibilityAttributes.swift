extension VisibilityStyle {
    /// The style in attributes from before CSS, and that which browsers give to links and fields. Every rule outranks
    /// it.
    init(attributesOf tag: HTMLTag) {
        if tag.hidden != nil { set(.display, .flag(true), .attribute) }
        if tag.key == HTMLTag.key("font") {
            if let color = tag.color { set(.color, .color(Self.color(color)), .attribute) }
            if tag.fontSize != nil { set(.fontSize, .number(16), .attribute) }
        }
        if tag.key == HTMLTag.key("body"), let color = tag.text { set(.color, .color(Self.color(color)), .attribute) }
        if Self.painted.contains(tag.key) {
            if let background = tag.background { set(.background, .color(Self.color(background)), .attribute) }
            if let picture = tag.picture, !picture.isEmpty { set(.picture, .flag(true), .attribute) }
        }
        if tag.key == HTMLTag.key("a"), tag.link != nil { set(.color, .color(.unknown), .attribute) }
        if Self.fields.contains(tag.key) {
            set(.color, .color(.unknown), .attribute)
            set(.background, .color(.unknown), .attribute)
        }
    }

    /// Elements that have a background in attributes.
    private static let painted = Set(
        "body table thead tbody tfoot tr td th".split(separator: " ").map { HTMLTag.key($0.utf8) })

    private static let fields: Set<UInt64> = [
        HTMLTag.key("mark"), HTMLTag.key("button"), HTMLTag.key("select"), HTMLTag.key("textarea"),
    ]

    private static func color(_ value: HTMLTag.Bytes) -> CSSColor {
        let word = String(decoding: Array(value.prefix(64))[...].trimmed, as: UTF8.self).lowercased()
        return CSSColor(attribute: word) ?? .unknown
    }
}
