/// States and places of elements, which selectors name after a colon (Selectors 4, 9 to 14).
enum SelectorState {
    /// Parts of elements that all browsers know. Some may be written with one colon.
    static let elements: Set<String> = [
        "before", "after", "first-line", "first-letter", "selection", "placeholder", "marker", "backdrop",
        "file-selector-button", "cue",
    ]

    /// The part of a state: none for one that text of a mail always has, `nil` for one that it never has.
    static func part(_ name: String) -> VisibilitySelector.Part?? {
        if attributes.contains(name) {
            return .some(.attribute(name: VisibilitySelector.name(UInt8(ascii: "["), name.utf8), sign: 0, value: []))
        }
        switch name {
        case "only-child": return .some(only(isOfType: false))
        case "only-of-type": return .some(only(isOfType: true))
        case "root", "scope": return .some(.name(VisibilitySelector.name(0, "html".utf8)))
        case "link", "any-link", "-webkit-any-link", "-moz-any-link":
            return .some(.name(VisibilitySelector.link))
        case "read-only", "-moz-read-only", "defined", "enabled": return .some(nil)
        case _ where never.contains(name) || name.hasPrefix("-ms-") || name.hasPrefix("-webkit-"): return nil
        default: return .some(.constant(.perhaps))
        }
    }

    private static func only(isOfType: Bool) -> VisibilitySelector.Part {
        let first = SelectorPosition(isOfType: isOfType), last = SelectorPosition(isFromEnd: true, isOfType: isOfType)
        let compound = VisibilitySelector.Compound(parts: [.position(first), .position(last)])
        return .any([VisibilitySelector(compounds: [compound])])
    }

    /// States that are attributes.
    private static let attributes: Set<String> = ["checked", "disabled", "required", "open", "default"]

    /// States that depend on what a reader does, or that are never those of text. No text of an element that is empty is
    /// seen anyway.
    private static let never: Set<String> = [
        "hover", "active", "focus", "focus-visible", "focus-within", "visited", "target", "target-within", "empty",
        "blank",
        "host", "fullscreen", "modal", "popover-open", "picture-in-picture", "playing", "paused", "seeking",
        "buffering",
        "stalled", "muted", "volume-locked", "autofill", "indeterminate", "invalid", "user-invalid", "user-valid",
        "out-of-range", "placeholder-shown", "read-write", "-moz-read-write", "-moz-placeholder", "-moz-focusring",
        "-moz-ui-invalid", "-moz-focus-inner", "past", "future", "current", "local-link",
    ]
}

extension SelectorPosition {
    /// The place of `first-child`, `only-of-type` and the like; `nil` for another state.
    init?(_ state: String) {
        switch state {
        case "first-child": self.init()
        case "last-child": self.init(isFromEnd: true)
        case "first-of-type": self.init(isOfType: true)
        case "last-of-type": self.init(isFromEnd: true, isOfType: true)
        default: return nil
        }
    }

    /// The places of `nth-child(2n + 1)` and the like; `nil` if they are not understood.
    init?(_ function: String, _ argument: String) {
        self.init(isFromEnd: function.contains("last"), isOfType: function.hasSuffix("of-type"))
        let text = argument.filter { $0 != " " }
        switch text {
        case "odd": (step, offset) = (2, 1)
        case "even": (step, offset) = (2, 0)
        default:
            guard let n = text.firstIndex(of: "n") else {
                guard let place = Int(text) else { return nil }
                (step, offset) = (0, place)
                return
            }
            let before = text[..<n], after = text[text.index(after: n)...]
            guard let step = before.isEmpty || before == "+" ? 1 : before == "-" ? -1 : Int(before),
                let offset = after.isEmpty ? 0 : Int(after), abs(step) < 1 << 20, abs(offset) < 1 << 20
            else { return nil }
            (self.step, self.offset) = (step, offset)
        }
    }
}
