/// Reads the values of properties that can hide text.
///
/// A value that a browser drops declares nothing. One that a browser may understand and that is not understood here
/// (a function, a unit of another box) counts as one that hides: what is quoted is only what is known to be seen.
enum VisibilityDeclaration {
    typealias Declared = [(VisibilityStyle.Property, VisibilityStyle.Value)]
    typealias Parser = @Sendable (String) -> Declared

    /// The parser of the values of the property; `nil` if it hides no text.
    static func parser(of name: String) -> Parser? { parsers[name] }

    /// Keywords of all properties.
    static let resets = ["initial", "inherit", "unset", "revert", "revert-layer"]

    private static let parsers: [String: Parser] = {
        var all = boxes.merging(places) { $1 }.merging(paints) { $1 }.merging(texts) { $1 }
        for (name, plain) in aliases { all[name] = all[plain] }
        return all
    }()

    /// Other names of properties, in text from left to right.
    private static let aliases = [
        "-webkit-transform": "transform", "-webkit-opacity": "opacity", "-webkit-filter": "filter",
        "-webkit-clip-path": "clip-path", "-webkit-mask": "mask", "-webkit-mask-image": "mask-image",
        "-webkit-mask-box-image": "mask-image", "-webkit-background-clip": "background-clip",
        "-webkit-backface-visibility": "backface-visibility", "-webkit-text-size-adjust": "text-size-adjust",
        "-moz-transform": "transform", "-moz-opacity": "opacity", "-webkit-animation": "animation",
        "-webkit-animation-name": "animation-name", "overflow-block": "overflow", "overflow-inline": "overflow",
        "overflow-x": "overflow", "overflow-y": "overflow", "block-size": "height", "inline-size": "width",
        "max-block-size": "max-height", "max-inline-size": "max-width", "min-block-size": "min-height",
        "min-inline-size": "min-width", "inset-inline-start": "left", "inset-inline-end": "right",
        "inset-block-start": "top", "inset-block-end": "bottom", "margin-inline-start": "margin-left",
        "margin-inline": "margin-left", "margin-block-start": "margin-top", "margin-block": "margin-top",
        "padding-inline-start": "padding-left", "padding-block-start": "padding-top",
    ]

    static func words(_ property: VisibilityStyle.Property, true: [String], false: [String]) -> Parser {
        { value in
            if `true`.contains(value) { return [(property, .flag(true))] }
            return `false`.contains(value) ? [(property, .flag(false))] : []
        }
    }

    /// A property that hides unless its value is one of `shown`.
    static func hides(_ property: VisibilityStyle.Property, unless shown: [String]) -> Parser {
        { [(property, .flag(!(shown + resets).contains($0)))] }
    }

    /// A number that is `doubt` if it cannot be computed and `reset` for keywords.
    static func number(
        _ property: VisibilityStyle.Property, _ measure: CSSMeasure, doubt: Double, reset: Double,
        words: [String] = []
    ) -> Parser {
        { value in
            switch CSSQuantity(value, measure) {
            case .number(let number): [(property, .number(number))]
            case .doubtful: [(property, .number(doubt))]
            case nil: (resets + words).contains(value) ? [(property, .number(reset))] : []
            }
        }
    }
}
