import Foundation

/// The output of a sanitizer, parsed strictly: only tags and text exactly as a sanitizer may write them.
struct SanitizedMarkup {
    /// The elements, as `name attribute="value" …`.
    private(set) var tags: [String] = []
    /// All text, its references not decoded.
    private(set) var text = ""
    /// The violations; empty if there are none.
    private(set) var problems: [String] = []

    private static let void: Set<Substring> = ["br", "hr", "img", "col", "wbr"]
    private static let elements: Set<Substring> = [
        "abbr", "acronym", "address", "article", "aside", "b", "bdi", "big", "blockquote", "br", "caption", "center",
        "cite",
        "code", "col", "colgroup", "dd", "del", "dfn", "div", "dl", "dt", "em", "figcaption", "figure", "font",
        "footer", "h1",
        "h2", "h3", "h4", "h5", "h6", "header", "hr", "i", "img", "ins", "kbd", "li", "main", "mark", "nav", "ol", "p",
        "pre",
        "q", "rp", "rt", "ruby", "s", "samp", "section", "small", "span", "strike", "strong", "style", "sub", "sup",
        "table",
        "tbody",
        "td", "tfoot", "th", "thead", "time", "tr", "tt", "u", "ul", "var", "wbr",
    ]
    private static let attributes: Set<Substring> = [
        "style", "align", "valign", "width", "height", "bgcolor", "color", "face", "size", "border", "cellpadding",
        "cellspacing", "colspan", "rowspan", "span", "hspace", "vspace", "nowrap", "noshade", "dir", "lang", "start",
        "value",
        "type", "title", "class", "src", "alt",
    ]

    init(_ markup: String) {
        var open: [Substring] = []
        var rest = markup[...]
        while !rest.isEmpty {
            guard rest.first == "<" else {
                let end = rest.firstIndex(of: "<") ?? rest.endIndex
                if open.last == "style" { checkSheet(rest[..<end]) } else { checkText(rest[..<end]) }
                rest = rest[end...]
                continue
            }
            guard let end = rest.firstIndex(of: ">") else {
                problems.append("a tag that does not end: \(rest.prefix(40))")
                return
            }
            tag(rest[rest.index(after: rest.startIndex)..<end], &open)
            rest = rest[rest.index(after: end)...]
        }
        if !open.isEmpty { problems.append("not closed: \(open)") }
    }

    private mutating func checkText(_ piece: Substring) {
        text += piece
        if piece.contains(where: { ">\"'`".contains($0) }) || piece.unicodeScalars.contains(where: Self.isControl) {
            problems.append("text that is not escaped: \(piece.prefix(60))")
        }
    }

    /// Each line is a rule for a part of the page, or opens or closes a media query.
    private mutating func checkSheet(_ sheet: Substring) {
        for line in sheet.split(separator: "\n") {
            let rule = line.wholeMatch(
                of: /(@media [a-z0-9 ():.,\-]+\{)?(\.part[0-9]+ [a-z0-9_\-.:() >+~,]+)\{([^{}<>\\@*]+)\}/)
            guard line != "}" else { continue }
            guard let rule, Self.isHarmless(style: rule.3) else {
                problems.append("a rule that may not be: \(line.prefix(100))")
                continue
            }
            for selector in rule.2.split(separator: ",") where !selector.hasPrefix(".part") {
                problems.append("a selector for the whole page: \(selector.prefix(60))")
            }
        }
    }

    private static func isHarmless(style: Substring) -> Bool {
        style.firstMatch(
            of: /url|expression|image-set|var\(|calc|attr|env|src\(|@|\\|\/\*|position|behavior|binding/) == nil
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 && scalar != "\n" && scalar != "\t" || scalar.value == 0x7F
    }

    private mutating func tag(_ tag: Substring, _ open: inout [Substring]) {
        if tag.first == "/" {
            if open.popLast() != tag.dropFirst() { problems.append("not the innermost: </\(tag)>") }
            return
        }
        let name = tag.prefix { $0 != " " }
        if !Self.elements.contains(name) { problems.append("an element that may not be: <\(tag.prefix(60))>") }
        if !Self.void.contains(name) { open.append(name) }
        tags.append(String(tag))
        attributes(tag.dropFirst(name.count), name)
    }

    private mutating func attributes(_ text: Substring, _ element: Substring) {
        var rest = text
        while let match = rest.prefixMatch(of: /\ ([a-z]+)="([^"<>'`]*)"/) {
            check(match.1, match.2, element)
            rest = rest[match.range.upperBound...]
        }
        if !rest.isEmpty { problems.append("not an attribute: \(rest.prefix(60))") }
    }

    private mutating func check(_ name: Substring, _ value: Substring, _ element: Substring) {
        let isAllowed =
            switch name {
            case "src":
                element == "img"
                    && value.wholeMatch(of: /data:image\/(png|gif|jpeg|webp);base64,[A-Za-z0-9+\/=]+/) != nil
            case "style": Self.isHarmless(style: value)
            case "class":
                value.split(separator: " ").allSatisfy {
                    $0.wholeMatch(of: /link|picture|body|text|cut|part[0-9]+|[mi]-[a-z0-9_\-]+/) != nil
                }
            default: Self.attributes.contains(name)
            }
        if !isAllowed { problems.append("an attribute that may not be: \(name)=\(value.prefix(60))") }
    }
}
