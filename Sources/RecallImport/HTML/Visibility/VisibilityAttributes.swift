extension VisibilityStyle {
    /// The meaning of an element's attributes, and the way in which browsers show it.
    private struct Role: OptionSet {
        let rawValue: UInt8
        static let font = Role(rawValue: 1), body = Role(rawValue: 2), link = Role(rawValue: 4)
        /// It has a background in attributes.
        static let painted = Role(rawValue: 8)
        /// It has colours of its own.
        static let field = Role(rawValue: 16)
        /// Its content is for browsers without something, and shown by none of today.
        static let unseen = Role(rawValue: 32)
        /// It is in drawings or formulas, and not drawn where it is.
        static let unseenInPictures = Role(rawValue: 64)
        /// It is shown if it is open.
        static let dialog = Role(rawValue: 128)
    }

    private static let roles: [UInt64: Role] = {
        var roles: [UInt64: Role] = [:]
        let names: [(Role, String)] = [
            (.font, "font"), (.body, "body"), (.link, "a"), (.dialog, "dialog"),
            (.painted, "body table thead tbody tfoot tr td th"), (.field, "mark button select textarea"),
            (.unseen, "noscript rp progress meter"),
            (.unseenInPictures, "desc metadata title defs symbol clippath mask pattern marker annotation"),
        ]
        for (role, names) in names {
            for name in names.split(separator: " ") { roles[HTMLTag.key(name.utf8), default: []].insert(role) }
        }
        return roles
    }()

    /// The style in attributes from before CSS, and that which browsers give to elements. Every rule outranks it.
    init(attributesOf tag: HTMLTag, isForeign: Bool) {
        self.init()
        if tag.hidden != nil || tag.isPopover { set(.display, .flag(true), .attribute) }
        guard let role = Self.roles[tag.key] else { return }
        if role.contains(isForeign ? .unseenInPictures : .unseen) || role.contains(.dialog) && !tag.isOpen {
            set(.display, .flag(true), .attribute)
        }
        if role.contains(.font) {
            if let color = tag.color { set(.color, .color(Self.color(color)), .attribute) }
            if tag.fontSize != nil { set(.fontSize, .number(16), .attribute) }
        }
        if role.contains(.body) {
            if let color = tag.text { set(.color, .color(Self.color(color)), .attribute) }
            if let color = tag.linkColor { set(.link, .color(Self.color(color)), .attribute) }
        }
        if role.contains(.painted) {
            if let background = tag.background { set(.background, .color(Self.color(background)), .attribute) }
            if let picture = tag.picture, !picture.isEmpty { set(.picture, .flag(true), .attribute) }
        }
        if role.contains(.link), tag.link != nil { set(.isLink, .flag(true), .attribute) }
        if role.contains(.field) {
            set(.color, .color(.unknown), .attribute)
            set(.background, .color(.unknown), .attribute)
        }
    }

    /// The style in the attributes of an element of a drawing (SVG 2, 6.6).
    init(presentation attributes: HTMLTokenizer.Attributes) {
        var css: [UInt8] = []
        var isEmpty = false
        for (name, value) in attributes where value.count <= 200 {
            let name = String(decoding: name, as: UTF8.self).lowercased()
            let number = CSSNumber(String(decoding: value, as: UTF8.self))?.value
            switch name {
            case "display", "visibility", "opacity", "font-size", "filter", "mask", "clip-path":
                css += Array("\(name):".utf8) + value + [UInt8(ascii: ";")]
            case "fill": css += Array("color:".utf8) + value + [UInt8(ascii: ";")]
            case "fill-opacity": css += Array("opacity:".utf8) + value + [UInt8(ascii: ";")]
            case "x", "y", "dx", "dy": isEmpty = isEmpty || number ?? 0 < -500
            case "width", "height": isEmpty = isEmpty || number ?? 9 < 3
            default: break
            }
        }
        self.init(PlainCSS.bytes(of: css)[...], weight: .attribute)
        if isEmpty { set(.display, .flag(true), .attribute) }
    }

    private static func color(_ value: HTMLTag.Bytes) -> CSSColor {
        let word = String(decoding: Array(value.prefix(64))[...].trimmed, as: UTF8.self).lowercased()
        return CSSColor(attribute: word) ?? .unknown
    }
}
