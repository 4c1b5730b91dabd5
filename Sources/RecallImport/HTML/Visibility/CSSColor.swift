/// A colour, as precisely as visibility requires.
enum CSSColor: Equatable {
    /// Channels of 0 to 255, and an opacity of 0 to 1.
    case rgb(SIMD3<Double>, alpha: Double)
    /// That of the element around.
    case inherited
    /// That of the element's text.
    case current
    /// A picture, a variable, a colour space that is not read.
    case unknown

    static let white = CSSColor.rgb([255, 255, 255], alpha: 1)
    static let transparent = CSSColor.rgb([0, 0, 0], alpha: 0)

    /// The colour of a CSS value in lower case; `nil` if it is none.
    init?(_ value: some StringProtocol) {
        if let color = Self.hexadecimal(value) {
            self = color
            return
        }
        switch value {
        case "transparent": self = .transparent
        case "inherit", "unset", "revert": self = .inherited
        case "currentcolor": self = .current
        case "initial", "canvas", "canvastext", "windowtext", "window": self = .unknown
        default:
            guard let color = Self.named(value) ?? Self.function(value) else { return nil }
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

    /// `rgb(255, 255, 255)`, `rgb(100% 100% 100% / 50%)`, `hsl(0deg 0% 100%)`.
    private static func function(_ value: some StringProtocol) -> Self? {
        guard let open = value.firstIndex(of: "("), value.hasSuffix(")") else { return nil }
        let numbers = CSSNumber.all(in: value[value.index(after: open)...].dropLast())
        let name = value[..<open]
        guard ["rgb", "rgba", "hsl", "hsla"].contains(String(name)), numbers.count == 3 || numbers.count == 4 else {
            return name.allSatisfy { $0.isLetter || $0 == "-" } ? .unknown : nil
        }
        let alpha = numbers.count == 4 ? numbers[3].share ?? 1 : 1
        let channels = name.hasPrefix("rgb") ? numbers.prefix(3).map(Self.channel) : Self.channels(hsl: numbers)
        let bounded = channels.map { min(max($0, 0), 255) }
        return .rgb([bounded[0], bounded[1], bounded[2]], alpha: min(max(alpha, 0), 1))
    }

    private static func channel(_ number: CSSNumber) -> Double {
        number.unit == "%" ? number.value * 2.55 : number.value
    }

    /// Red, green and blue of hue, saturation and lightness (CSS Color 4, 7.1).
    private static func channels(hsl: [CSSNumber]) -> [Double] {
        let turns = ["turn": 360, "rad": 180 / Double.pi, "grad": 0.9]
        let hue = hsl[0].value * (turns[String(hsl[0].unit)] ?? 1)
        let saturation = min(max(hsl[1].value / 100, 0), 1)
        let lightness = min(max(hsl[2].value / 100, 0), 1)
        let reach = saturation * min(lightness, 1 - lightness)
        return [0.0, 8, 4].map { offset in
            let turned = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
            let place = turned < 0 ? turned + 12 : turned
            return 255 * (lightness - reach * max(-1, min(place - 3, 9 - place, 1)))
        }
    }
}
