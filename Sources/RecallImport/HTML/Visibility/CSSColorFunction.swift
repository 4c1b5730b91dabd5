import Foundation
import RecallText

/// Colours that are written as functions (CSS Color 5).
enum CSSColorFunction {
    private static let deepest = 4

    /// The colour of `rgb(…)`, `oklch(…)`, `color-mix(…)` and the like; doubtful if a browser computes it and it is not
    /// computed here, `nil` if a browser drops it.
    static func color(_ value: some StringProtocol, depth: Int = 0) -> CSSColor? {
        let value = Substring(value)
        guard let open = value.utf8.firstIndex(of: UInt8(ascii: "(")), value.utf8.last == UInt8(ascii: ")") else {
            return nil
        }
        let name = value[..<open]
        guard !name.isEmpty, name.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || $0.isASCIILetter }) else { return nil }
        let arguments = value[value.utf8.index(after: open)...].dropLast()
        switch name {
        case "color-mix": return mixed(arguments, depth)
        case "light-dark": return parts(arguments).first.flatMap { nested($0, depth) } ?? .doubtful
        default:
            if let color = computed(name, arguments) { return color }
            let isComputed = arguments.utf8.contains(UInt8(ascii: "(")) || arguments.hasPrefix("from ")
            let isDoubtful = spaces.contains(name) && isComputed || others.contains(name) || name.hasPrefix("--")
            return isDoubtful ? .doubtful : nil
        }
    }

    private static let spaces: Set<Substring> = [
        "rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color",
    ]
    /// Functions that may give a colour in a browser.
    private static let others: Set<Substring> = [
        "contrast-color", "color-contrast", "device-cmyk", "alpha", "attr", "env", "if", "var", "inherit",
        "random-item", "first-valid",
    ]

    private static func nested(_ value: Substring, _ depth: Int) -> CSSColor? {
        guard depth < deepest else { return .doubtful }
        return value.utf8.contains(UInt8(ascii: "(")) ? color(value, depth: depth + 1) : CSSColor(value)
    }

    private static func parts(_ arguments: Substring) -> [Substring] {
        CSSWords.split(arguments, isSeparator: CSSWords.isComma).map { $0.trimmingPrefix(" ") }
    }

    // MARK: Channels

    private static func computed(_ name: Substring, _ arguments: Substring) -> CSSColor? {
        var words = CSSWords.split(arguments, isSeparator: CSSWords.isListSeparator)
        guard let first = words.first, first != "from" else { return nil }
        if name == "color" { words.removeFirst() }
        guard words.count == 3 || words.count == 4 else { return nil }
        let values = words.compactMap(number)
        guard values.count == words.count else { return nil }
        let alpha = values.count == 4 ? values[3].share ?? 1 : 1
        guard let channels = channels(name, name == "color" ? first : "", values) else {
            return name == "color" ? .doubtful : nil
        }
        let zero = SIMD3(repeating: 0.0)
        return .rgb(channels.clamped(lowerBound: zero, upperBound: zero + 255), alpha: min(max(alpha, 0), 1))
    }

    /// A number, a percentage or an angle, also computed; `none` is zero.
    private static func number(_ word: Substring) -> CSSNumber? {
        if word == "none" { return CSSNumber("0") }
        if let number = CSSNumber(word) { return number }
        return CSSCalculation.value(of: word, .share).flatMap { CSSNumber("\($0)") }
    }

    private static func channels(_ name: Substring, _ space: Substring, _ values: [CSSNumber]) -> SIMD3<Double>? {
        func scaled(_ index: Int, _ whole: Double) -> Double {
            values[index].unit == "%" ? values[index].value / 100 * whole : values[index].value
        }
        func polar(_ whole: Double) -> (Double, Double) {
            let (chroma, hue) = (scaled(1, whole), (values[2].degrees ?? values[2].value) * .pi / 180)
            return (chroma * cos(hue), chroma * sin(hue))
        }
        switch name {
        case "rgb", "rgba": return [scaled(0, 255), scaled(1, 255), scaled(2, 255)]
        case "hsl", "hsla": return rgb(hue: values[0], saturation: scaled(1, 100), lightness: scaled(2, 100))
        case "hwb": return rgb(hue: values[0], white: scaled(1, 100) / 100, black: scaled(2, 100) / 100)
        case "oklab": return ColorSpace.rgb(oklab: [scaled(0, 1), scaled(1, 0.4), scaled(2, 0.4)])
        case "oklch":
            let (a, b) = polar(0.4)
            return ColorSpace.rgb(oklab: [scaled(0, 1), a, b])
        case "lab": return ColorSpace.rgb(lab: [scaled(0, 100), scaled(1, 125), scaled(2, 125)])
        case "lch":
            let (a, b) = polar(150)
            return ColorSpace.rgb(lab: [scaled(0, 100), a, b])
        case "color": return ColorSpace.rgb(space, [scaled(0, 1), scaled(1, 1), scaled(2, 1)])
        default: return nil
        }
    }

    /// Red, green and blue of hue, saturation and lightness (CSS Color 4, 7.1).
    private static func rgb(hue: CSSNumber, saturation: Double, lightness: Double) -> SIMD3<Double> {
        let degrees = hue.degrees ?? hue.value
        let saturation = min(max(saturation / 100, 0), 1)
        let lightness = min(max(lightness / 100, 0), 1)
        let reach = saturation * min(lightness, 1 - lightness)
        let channels = [0.0, 8, 4].map { offset in
            let turned = (offset + degrees / 30).truncatingRemainder(dividingBy: 12)
            let place = turned < 0 ? turned + 12 : turned
            return 255 * (lightness - reach * max(-1, min(place - 3, 9 - place, 1)))
        }
        return [channels[0], channels[1], channels[2]]
    }

    private static func rgb(hue: CSSNumber, white: Double, black: Double) -> SIMD3<Double> {
        if white + black >= 1 { return SIMD3(repeating: 255 * white / (white + black)) }
        return rgb(hue: hue, saturation: 100, lightness: 50) * (1 - white - black) + 255 * white
    }

    // MARK: Mixtures

    /// `color-mix(in srgb, red 20%, transparent)`. Spaces differ in what is between two colours, which is computed in
    /// two of them.
    private static func mixed(_ arguments: Substring, _ depth: Int) -> CSSColor? {
        let parts = parts(arguments)
        guard parts.count == 3, let first = share(parts[1], depth), let second = share(parts[2], depth) else {
            return .doubtful
        }
        guard case .rgb(let one, let alpha) = first.color, case .rgb(let other, let otherAlpha) = second.color else {
            return .doubtful
        }
        let given = [first.share, second.share].compactMap { $0 }
        let whole = given.count == 2 ? given[0] + given[1] : 1
        guard whole > 0 else { return .doubtful }
        let share = (first.share ?? 1 - (second.share ?? 0.5)) / whole
        let mixedAlpha = (alpha * share + otherAlpha * (1 - share)) * min(whole, 1)
        if mixedAlpha < 0.01 { return .transparent }
        let weight = alpha * share / (alpha * share + otherAlpha * (1 - share))
        if weight > 0.99 || weight < 0.01 || one == other {
            return .rgb(weight < 0.5 ? other : one, alpha: mixedAlpha)
        }
        switch parts[0].dropFirst(2).trimmingPrefix(" ") {
        case "srgb": return .rgb(one * weight + other * (1 - weight), alpha: mixedAlpha)
        case "oklab", "":
            let lab = ColorSpace.oklab(rgb: one) * weight + ColorSpace.oklab(rgb: other) * (1 - weight)
            return .rgb(ColorSpace.rgb(oklab: lab), alpha: mixedAlpha)
        default: return .doubtful
        }
    }

    /// A colour and its share, which comes before or after it.
    private static func share(_ part: Substring, _ depth: Int) -> (color: CSSColor, share: Double?)? {
        let words = CSSWords.split(part, isSeparator: CSSWords.isSpace)
        let shares = words.compactMap { CSSNumber($0)?.share }
        guard shares.count == words.count - 1, shares.count < 2,
            let color = words.first(where: { CSSNumber($0) == nil }).flatMap({ nested($0, depth) })
        else { return nil }
        return (color, shares.first)
    }
}
