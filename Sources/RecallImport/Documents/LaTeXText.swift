import Foundation
import RecallText

/// The text of a LaTeX document: what its commands and environments hold, without preamble, comments and definitions.
///
/// Nothing is expanded and no other file is read, so no document can grow. What does not end, such as a group or a formula, ends
/// with its paragraph, as in TeX. Formulas stay as they were written.
struct LaTeXText {
    /// The text: paragraphs apart by an empty line.
    var text: String { String(decoding: output.bytes, as: UTF8.self) }
    /// The words of `\title`, in one line.
    private(set) var title = ""

    private let bytes: [UInt8]
    private var at = 0
    private var output = LaTeXOutput()
    /// The groups that are open, innermost last, and those within them that are too deep to be told apart.
    private var groups: [Group] = []
    private var deeperGroups = 0
    private var arguments = Arguments()
    private var author = "", date = ""
    /// The environment or sign that a formula ends with.
    private var formula: String?
    /// Environments that do not end any more.
    private var endless: Set<String> = []

    /// The arguments of the last command that are left out.
    private struct Arguments: Equatable {
        var dropped = 0
        /// True if one in brackets is.
        var dropsOption = false
        /// True for commands that define another one, which may stand without braces.
        var areOfDefinition = false
    }

    private enum Group {
        case plain, footnote, heading
        /// An argument that is left out, and those that follow it.
        case dropped(Arguments), option(Arguments)
        /// Text that goes elsewhere, from that byte of the output on.
        case title(Int), author(Int), date(Int)

        var mayHoldParagraphs: Bool {
            switch self {
            case .plain, .footnote: true
            case .heading, .dropped, .option, .title, .author, .date: false
            }
        }
    }

    private static let deepest = 10_000
    /// The longest argument that is read ahead.
    private static let longestName = 400

    /// Reads a document, which has LF line ends.
    ///
    /// - Complexity: O(*n*).
    init(_ source: String) {
        bytes = Array(source.utf8)
        while at < bytes.count { step() }
    }

    // MARK: Steps

    private mutating func step() {
        if dropArgument() { return }
        let byte = bytes[at]
        if formula != nil, stepInFormula(byte) { return }
        at += 1
        switch byte {
        case UInt8(ascii: "%"): skipComment()
        case UInt8(ascii: "\\"): command()
        case UInt8(ascii: "{"): open(.plain)
        case UInt8(ascii: "}"): close()
        case UInt8(ascii: "]") where isInOption: close()
        case UInt8(ascii: "$"):
            let isDisplayed = at < bytes.count && bytes[at] == byte
            formula = "$"
            if isDisplayed {
                at += 1
                display("$$")
            }
        case UInt8(ascii: "~"): output.space()
        case UInt8(ascii: "&"): output.write(" | ")
        case 0x0A: lineEnd()
        case 0x20, 0x09: output.space()
        case UInt8(ascii: "-"): dash()
        case UInt8(ascii: "`"), UInt8(ascii: "'"): quote(byte)
        default: output.write(byte)
        }
    }

    /// Passes over what stands where an argument is left out; false if none does.
    private mutating func dropArgument() -> Bool {
        guard arguments != Arguments() else { return false }
        let byte = bytes[at]
        if byte == UInt8(ascii: "["), arguments.dropsOption {
            at += 1
            arguments.dropsOption = arguments.dropped > 0
            open(.option(arguments))
        } else if byte == UInt8(ascii: "{"), arguments.dropped > 0 {
            at += 1
            takeArgument()
            open(.dropped(arguments))
        } else if byte == UInt8(ascii: "\\"), arguments.dropped > 0, arguments.areOfDefinition {
            at += 1
            takeArgument()
            _ = name()
        } else if byte == UInt8(ascii: "*") || arguments.areOfDefinition && isBetweenArguments(byte) {
            at += 1
        } else {
            arguments = Arguments()
            return false
        }
        return true
    }

    private mutating func takeArgument() {
        arguments.dropped -= 1
        arguments.dropsOption = arguments.dropped > 0
    }

    /// True for what may stand between the arguments of a definition: `\def\pair#1#2 {…}`, `\let\old=\new`.
    private func isBetweenArguments(_ byte: UInt8) -> Bool {
        if byte == 0x0A { return at + 1 < bytes.count && bytes[at + 1] != 0x0A }
        return byte == 0x20 || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "=") || byte.isASCIIDigit
    }

    private mutating func skipComment() {
        while at < bytes.count, bytes[at] != 0x0A { at += 1 }
        // The end of the line belongs to it.
        if at < bytes.count, at + 1 < bytes.count, bytes[at + 1] != 0x0A { at += 1 }
    }

    private mutating func lineEnd() {
        var isEmptyLine = false
        while at < bytes.count, bytes[at] <= 0x20 {
            isEmptyLine = isEmptyLine || bytes[at] == 0x0A
            at += 1
        }
        if isEmptyLine { paragraph() } else { output.space() }
    }

    /// Ends a paragraph, and with it what cannot hold one and so should have ended before.
    private mutating func paragraph() {
        while let group = groups.last, !group.mayHoldParagraphs {
            switch group {
            case .dropped, .option: close()
            default: groups.removeLast()
            }
        }
        (formula, arguments) = (nil, Arguments())
        output.lineBreak(2)
    }

    private mutating func dash() {
        let count = 1 + bytes[at...].prefix(2).prefix { $0 == UInt8(ascii: "-") }.count
        at += count - 1
        output.write(["-", "–", "—"][count - 1])
    }

    private mutating func quote(_ byte: UInt8) {
        let isDouble = at < bytes.count && bytes[at] == byte
        if isDouble { at += 1 }
        let isOpening = byte == UInt8(ascii: "`")
        output.write(isDouble ? (isOpening ? "“" : "”") : (isOpening ? "‘" : "'"))
    }

    // MARK: Groups

    private var isInOption: Bool {
        if case .option? = groups.last, deeperGroups == 0 { true } else { false }
    }

    private mutating func open(_ group: Group) {
        guard groups.count < Self.deepest else {
            deeperGroups += 1
            return
        }
        groups.append(group)
        switch group {
        case .dropped, .option:
            output.mutes += 1
            arguments = Arguments()
        default: break
        }
    }

    private mutating func close() {
        guard deeperGroups == 0 else {
            deeperGroups -= 1
            return
        }
        switch groups.popLast() {
        case .dropped(let rest)?, .option(let rest)?:
            output.mutes -= 1
            arguments = rest
        case .heading?: output.lineBreak(2)
        case .title(let start)?: title = output.removed(from: start) ?? title
        case .author(let start)?: author = output.removed(from: start) ?? author
        case .date(let start)?: date = output.removed(from: start) ?? date
        case .footnote?: output.write(")")
        // Arguments of a command that is not known are apart.
        case .plain?: if at < bytes.count, bytes[at] == UInt8(ascii: "{") { output.space() }
        case nil: break
        }
    }

    /// The content of a short group that is next, which is passed over; `nil` if there is none.
    private mutating func shortGroup() -> String? {
        guard at < bytes.count, bytes[at] == UInt8(ascii: "{") else { return nil }
        var depth = 0
        for end in at..<min(bytes.count, at + Self.longestName) {
            if bytes[end] == UInt8(ascii: "{") { depth += 1 }
            if bytes[end] == UInt8(ascii: "}") { depth -= 1 }
            guard depth == 0 else { continue }
            defer { at = end + 1 }
            return String(decoding: bytes[at + 1..<end], as: UTF8.self)
        }
        return nil
    }

    // MARK: Commands

    /// The name of a command whose backslash was read: letters, or one other character.
    private mutating func name() -> String {
        let letters = bytes[at...].prefix(100).prefix { $0.isASCIILetter || $0 == UInt8(ascii: "@") }
        guard letters.isEmpty else {
            at = letters.endIndex
            return String(decoding: letters, as: UTF8.self)
        }
        let sign = bytes[at...].prefix(1).prefix { $0 < 0x80 }
        at = sign.endIndex
        return String(decoding: sign, as: UTF8.self)
    }

    private mutating func command() {
        let name = name()
        let isWord = name.utf8.first?.isASCIILetter == true
        if let mark = LaTeXCommand.accents[name] { return accent(mark, isWord: isWord) }
        if isWord { skipSpaces() }
        if let character = LaTeXCommand.characters[name] { return output.write(character) }
        if let count = LaTeXCommand.dropped[name] {
            arguments = Arguments(
                dropped: count, dropsOption: true, areOfDefinition: LaTeXCommand.definitions.contains(name))
            return
        }
        switch name {
        case "part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph", "caption":
            heading()
        case "par", "newpage", "clearpage", "maketitle", "bigskip", "medskip":
            paragraph()
            if name == "maketitle" { writeAuthor() }
        case "\\", "newline", "tabularnewline", "cr":
            output.lineBreak(1)
            arguments.dropsOption = true
        case "and":
            output.joinNext()
            output.write(", ")
        case "item": item()
        case "bibitem": bibliographyItem()
        case "begin": begin()
        case "end": end()
        case "title": redirect { .title($0) }
        case "author": redirect { .author($0) }
        case "date": redirect { .date($0) }
        case "footnote", "thanks": footnote()
        case "cite", "citep", "citet", "parencite", "textcite", "autocite": cite()
        case "url", "path", "nolinkurl": output.write(shortGroup() ?? "")
        case "href": link()
        case "verb": verbatim()
        case "(": formula = "\\)"
        case "[": display("\\]")
        case "": break
        default:
            // Of a command that is not known, what it is about is kept.
            if isWord { arguments.dropsOption = true } else { output.space() }
        }
    }

    private mutating func skipSpaces() {
        while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x09 { at += 1 }
    }

    /// Passes over arguments in brackets that are short.
    private mutating func skipOptions() {
        while at < bytes.count, bytes[at] == UInt8(ascii: "["),
            let end = bytes[at...].prefix(Self.longestName).firstIndex(of: UInt8(ascii: "]"))
        {
            at = end + 1
        }
    }

    /// The letter that an accent stands above or below, with it.
    private mutating func accent(_ mark: String, isWord: Bool) {
        let start = at
        if isWord { skipSpaces() }
        let isGroup = at < bytes.count && bytes[at] == UInt8(ascii: "{")
        if isGroup { at += 1 }
        var letter = ""
        if at < bytes.count, bytes[at] == UInt8(ascii: "\\") {
            at += 1
            letter = ["i": "i", "j": "j"][name()] ?? ""
        } else if at < bytes.count, bytes[at].isASCIILetter {
            letter = String(decoding: [bytes[at]], as: UTF8.self)
            at += 1
        }
        let isEnd = !isGroup || at < bytes.count && bytes[at] == UInt8(ascii: "}")
        guard !letter.isEmpty, isEnd else {
            at = start
            return
        }
        if isGroup { at += 1 }
        output.write((letter + mark).precomposedStringWithCanonicalMapping)
    }

    private mutating func heading() {
        output.lineBreak(2)
        if at < bytes.count, bytes[at] == UInt8(ascii: "*") { at += 1 }
        skipOptions()
        guard at < bytes.count, bytes[at] == UInt8(ascii: "{") else { return }
        at += 1
        open(.heading)
    }

    private mutating func redirect(_ group: (Int) -> Group) {
        skipOptions()
        guard at < bytes.count, bytes[at] == UInt8(ascii: "{") else { return }
        at += 1
        open(group(output.mark()))
    }

    private mutating func writeAuthor() {
        for line in [author, date] where !line.isEmpty {
            output.lineBreak(2)
            output.write(line)
        }
        output.lineBreak(2)
    }

    private mutating func footnote() {
        guard at < bytes.count, bytes[at] == UInt8(ascii: "{") else { return }
        at += 1
        output.write(" (")
        open(.footnote)
    }

    private mutating func item() {
        output.lineBreak(1)
        output.write("- ")
    }

    private mutating func bibliographyItem() {
        output.lineBreak(1)
        skipOptions()
        if let key = shortGroup() { output.write("[\(key)] ") }
    }

    private mutating func cite() {
        skipOptions()
        if let keys = shortGroup() { output.write("[\(keys)]") }
    }

    private mutating func link() {
        guard let address = shortGroup() else { return }
        output.write(address + " ")
    }

    /// `\verb|…|`, with any sign before and after, in one line.
    private mutating func verbatim() {
        if at < bytes.count, bytes[at] == UInt8(ascii: "*") { at += 1 }
        guard at < bytes.count, bytes[at] != 0x0A, bytes[at] < 0x80 else { return }
        let line = bytes[(at + 1)...].prefix(Self.longestName).prefix { $0 != 0x0A }
        guard let end = line.firstIndex(of: bytes[at]) else { return }
        output.write(String(decoding: bytes[at + 1..<end], as: UTF8.self))
        at = end + 1
    }

    // MARK: Environments

    private mutating func begin() {
        guard let name = shortGroup() else { return }
        let bare = name.hasSuffix("*") ? String(name.dropLast()) : name
        if name == "document" {
            // All before it was the preamble.
            (groups, deeperGroups, formula, output) = ([], 0, nil, LaTeXOutput())
            arguments = Arguments()
        } else if LaTeXCommand.formulas.contains(bare) {
            display(name)
        } else if LaTeXCommand.verbatim.contains(bare) || LaTeXCommand.pictures.contains(bare) {
            take(name, isShown: LaTeXCommand.verbatim.contains(bare))
        } else {
            output.lineBreak(LaTeXCommand.inline.contains(bare) ? 1 : 2)
            arguments = Arguments(dropped: LaTeXCommand.environmentArguments[bare] ?? 0, dropsOption: true)
        }
    }

    /// All of an environment, as it is.
    private mutating func take(_ name: String, isShown: Bool) {
        let ending = Array("\\end{\(name)}".utf8)
        guard !endless.contains(name), let end = place(of: ending) else {
            endless.insert(name)
            return
        }
        output.lineBreak(2)
        if isShown { output.writeLines(bytes[at..<end]) }
        output.lineBreak(2)
        at = end + ending.count
    }

    private func place(of ending: [UInt8]) -> Int? {
        var rest = bytes[at...]
        while let found = rest.firstIndex(of: ending[0]) {
            if bytes[found...].starts(with: ending) { return found }
            rest = bytes[(found + 1)...]
        }
        return nil
    }

    private mutating func end() {
        guard let name = shortGroup() else { return }
        if name == "document" { at = bytes.count } else { output.lineBreak(name == "abstract" ? 2 : 1) }
    }

    // MARK: Formulas

    /// Begins a formula in lines of its own.
    private mutating func display(_ ending: String) {
        output.lineBreak(1)
        formula = ending
    }

    /// Copies a piece of a formula; false where the text goes on.
    private mutating func stepInFormula(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "$"):
            at += 1
            if formula == "$$", at < bytes.count, bytes[at] == byte { at += 1 }
            endFormula()
        case UInt8(ascii: "\\"): commandInFormula()
        case UInt8(ascii: "&"):
            at += 1
            output.space()
        case UInt8(ascii: "%"), 0x20, 0x0A, UInt8(ascii: "~"): return false
        default:
            at += 1
            output.write(byte)
        }
        return true
    }

    private mutating func commandInFormula() {
        let start = at
        at += 1
        let name = name()
        switch name {
        case _ where "\\" + name == formula: endFormula()
        case "\\": output.lineBreak(1)
        case "label", "tag", "nonumber", "notag", "begin", "end":
            let group = shortGroup()
            if name == "end", group == formula { endFormula() }
        case ",", ";", ":", "!", "quad", "qquad", " ": output.space()
        default: output.write(String(decoding: bytes[start..<at], as: UTF8.self))
        }
    }

    private mutating func endFormula() {
        let isInline = formula == "$" || formula == "\\)"
        formula = nil
        if !isInline { output.lineBreak(1) }
    }
}
