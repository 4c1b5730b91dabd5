/// An element that is open, with what to restore at its end.
struct OpenTextElement: OpenHTMLElement {
    let element: HTMLElement
    let key: UInt64
    var outer: HTMLTextState
    /// The length of the text at its start.
    let start: Int
    /// The layout's `rowLine` before it.
    let rowLine: Int?
    /// Its levels in the cascade.
    var levels = 0
    /// True if it is what elements in it are placed in.
    var isContainer = false
}

/// The state that an element changes for its content.
struct HTMLTextState {
    var isDropped = false
    var visibility = CopyOnWrite(TextVisibility())
    var variables = CSSVariables()
    var isPreformatted = false
    /// In SVG or MathML, where tags may close themselves.
    var isForeign = false
    var quoteDepth = 0
    var listDepth = 0
    var link: HTMLTag.Bytes?
}

/// A large value that is copied when it is changed: each element keeps the state around it, and few change it.
struct CopyOnWrite<Value> {
    private final class Box {
        var value: Value
        init(_ value: Value) { self.value = value }
    }

    private var box: Box

    init(_ value: Value) {
        box = Box(value)
    }

    var value: Value {
        get { box.value }
        _modify {
            if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
            yield &box.value
        }
    }
}
