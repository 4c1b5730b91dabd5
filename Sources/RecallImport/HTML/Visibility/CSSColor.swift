/// A colour, as precisely as visibility requires.
enum CSSColor: Equatable {
    /// Channels of 0 to 255, and an opacity of 0 to 1.
    case rgb(SIMD3<Double>, alpha: Double)
    /// That of the element around.
    case inherited
    /// That of the element's text.
    case current
    /// A colour that is none of the page's: of a picture, or chosen by the program that shows it. Text of it is seen.
    case unknown
    /// A colour that a browser may compute and that is not computed here. Text of it may be lost.
    case doubtful

    static let white = CSSColor.rgb([255, 255, 255], alpha: 1)
    static let black = CSSColor.rgb([0, 0, 0], alpha: 1)
    static let transparent = CSSColor.rgb([0, 0, 0], alpha: 0)

    /// The colour of a CSS value in lower case; `nil` if it is none.
    init?(_ value: some StringProtocol) {
        if let color = Self.hexadecimal(value) {
            self = color
            return
        }
        switch value {
        case "transparent": self = .transparent
        case "inherit", "unset", "revert", "revert-layer": self = .inherited
        case "currentcolor": self = .current
        case "initial": self = .black
        default:
            guard let color = Self.named(value) ?? CSSColorFunction.color(value) else { return nil }
            self = color
        }
    }

    /// The colour of an HTML attribute, which may lack its `#`.
    init?(attribute value: some StringProtocol) {
        guard let color = CSSColor(value) ?? Self.hexadecimal("#" + value) else { return nil }
        self = color
    }

    /// This colour over that of `background`.
    func over(_ background: CSSColor) -> CSSColor {
        guard case .rgb(let color, let alpha) = self, alpha < 1 else { return self }
        guard case .rgb(let under, _) = background else { return alpha < 0.1 ? background : .unknown }
        return .rgb(color * alpha + under * (1 - alpha), alpha: 1)
    }

    /// True if it looks the same; transparent colours do.
    func isNear(_ other: CSSColor) -> Bool {
        guard case .rgb(let color, let alpha) = self, case .rgb(let second, let otherAlpha) = other else {
            return self == other
        }
        if alpha < 0.1 || otherAlpha < 0.1 { return alpha < 0.1 && otherAlpha < 0.1 }
        let difference = color - second
        return (difference * difference).sum() < 600
    }

    /// True if nothing is seen through it.
    var isOpaque: Bool {
        switch self {
        case .rgb(_, let alpha): alpha > 0.8
        case .unknown, .doubtful, .current: true
        case .inherited: false
        }
    }

    private init(_ number: UInt32, alpha: Double = 1) {
        self = .rgb([Double(number >> 16 & 255), Double(number >> 8 & 255), Double(number & 255)], alpha: alpha)
    }

    private static func named(_ value: some StringProtocol) -> Self? {
        NamedColors.all[Substring(value)].map { CSSColor($0) }
    }

    /// `#fff`, `#ffff`, `#ffffff`, `#ffffffff`.
    private static func hexadecimal(_ value: some StringProtocol) -> Self? {
        guard value.utf8.first == UInt8(ascii: "#"), value.utf8.dropFirst().first != UInt8(ascii: "+"),
            value.utf8.count <= 9, let number = UInt32(value.dropFirst(), radix: 16)
        else { return nil }
        switch value.utf8.count {
        case 4: return CSSColor(doubled(number))
        case 5: return CSSColor(doubled(number >> 4), alpha: Double(number & 15) / 15)
        case 7: return CSSColor(number)
        case 9: return CSSColor(number >> 8, alpha: Double(number & 255) / 255)
        default: return nil
        }
    }

    /// `0xAABBCC` of `0xABC`.
    private static func doubled(_ number: UInt32) -> UInt32 {
        (number >> 8 & 15) * 0x110000 | (number >> 4 & 15) * 0x1100 | (number & 15) * 0x11
    }
}
