import RecallCore

/// A line that is being written, with those before it. It reads keys and draws nothing.
///
/// It holds only what is safe to show: controls, escape sequences and bidirectional marks of what is typed or pasted are left
/// out (`DisplayText`), so that what is asked is what is seen. Lines are separated by LF.
package struct LineEditor {
    /// The effect of a key.
    package enum Outcome: Hashable, Sendable {
        case edited
        /// The line is complete.
        case line(String)
        /// Ctrl-C: the line is empty now, as it was before if `wasEmpty`.
        case cleared(wasEmpty: Bool)
        /// Ctrl-D on an empty line.
        case end
        case screenCleared, suspended
    }

    /// The characters of the line.
    package private(set) var characters: [Character] = []
    /// The place of the cursor among them.
    package private(set) var cursor = 0
    private var history: [String] = []
    /// The place in the history; its count for the line that is written.
    private var place = 0
    /// The line that is written, while another one of the history is shown.
    private var draft = ""
    /// The text that was deleted last, for Ctrl-Y.
    private var deleted = ""

    private static let (longestLine, longestHistory) = (16_384, 500)

    package init() {}

    /// The line.
    package var text: String { String(characters) }

    /// Changes the line as a key says.
    package mutating func take(_ key: Key) -> Outcome {
        switch key {
        case .text(let text): insert(DisplayText.safe(text))
        case .pasted(let text):
            let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").replacing("\t", with: " ")
            insert(DisplayText.safe(lines, keepingLines: true).trimmingSuffix("\n"))
        case .enter: return .line(takeLine())
        case .interrupt:
            defer { set("") }
            place = history.count
            return .cleared(wasEmpty: characters.isEmpty)
        case .endOfInput:
            if characters.isEmpty { return .end }
            delete(cursor..<min(cursor + 1, characters.count), isKept: false)
        case .clearScreen: return .screenCleared
        case .suspend: return .suspended
        case .left: cursor = max(0, cursor - 1)
        case .right: cursor = min(characters.count, cursor + 1)
        case .home: cursor = 0
        case .end: cursor = characters.count
        case .wordLeft: cursor = wordStart
        case .wordRight: cursor = wordEnd
        case .up: show(place - 1)
        case .down: show(place + 1)
        case .backspace: delete(max(0, cursor - 1)..<cursor, isKept: false)
        case .delete: delete(cursor..<min(cursor + 1, characters.count), isKept: false)
        case .deleteWordBack: delete(wordStart..<cursor)
        case .deleteBlankWordBack: delete(blankWordStart..<cursor)
        case .deleteWordForward: delete(cursor..<wordEnd)
        case .deleteToStart: delete(0..<cursor)
        case .deleteToEnd: delete(cursor..<characters.count)
        case .yank: insert(deleted)
        case .transpose: transpose()
        }
        return .edited
    }

    // MARK: Changes

    /// Characters that go together with those before or after them, such as accents, become one.
    private mutating func insert(_ text: String) {
        let before = String(characters[..<cursor]) + text
        guard !text.isEmpty, before.utf8.count <= Self.longestLine * 4 else { return }
        let whole = Array(before + String(characters[cursor...]))
        characters = Array(whole.prefix(Self.longestLine))
        cursor = min(before.count, characters.count)
    }

    /// - Parameter isKept: true for what Ctrl-Y brings back.
    private mutating func delete(_ range: Range<Int>, isKept: Bool = true) {
        guard !range.isEmpty else { return }
        if isKept { deleted = String(characters[range]) }
        let before = String(characters[..<range.lowerBound])
        characters = Array(before + String(characters[range.upperBound...]))
        cursor = min(before.count, characters.count)
    }

    private mutating func transpose() {
        guard characters.count > 1, cursor > 0 else { return }
        let second = min(cursor, characters.count - 1)
        characters.swapAt(second - 1, second)
        cursor = second + 1
    }

    private mutating func set(_ text: String) {
        characters = Array(text)
        cursor = characters.count
    }

    // MARK: Words

    private var wordStart: Int {
        let before = characters[..<cursor]
        let end = before.lastIndex(where: \.isPartOfWord) ?? 0
        return before[..<end].lastIndex { !$0.isPartOfWord }.map { $0 + 1 } ?? 0
    }

    private var wordEnd: Int {
        let after = characters[cursor...]
        let start = after.firstIndex(where: \.isPartOfWord) ?? characters.count
        return after[start...].firstIndex { !$0.isPartOfWord } ?? characters.count
    }

    private var blankWordStart: Int {
        let before = characters[..<cursor]
        let end = before.lastIndex { !$0.isWhitespace } ?? 0
        return before[..<end].lastIndex(where: \.isWhitespace).map { $0 + 1 } ?? 0
    }

    // MARK: History

    private mutating func takeLine() -> String {
        let line = text
        let isNew = line.contains { !$0.isWhitespace } && line != history.last
        if isNew { history.append(line) }
        if history.count > Self.longestHistory { history.removeFirst() }
        place = history.count
        (draft, characters, cursor) = ("", [], 0)
        return line
    }

    private mutating func show(_ new: Int) {
        guard (0...history.count).contains(new) else { return }
        if place == history.count { draft = text }
        place = new
        set(new == history.count ? draft : history[new])
    }
}

extension Character {
    fileprivate var isPartOfWord: Bool { isLetter || isNumber }
}

extension String {
    /// The text without these characters at its end.
    fileprivate func trimmingSuffix(_ character: Character) -> String {
        String(self[..<(lastIndex { $0 != character }.map { index(after: $0) } ?? startIndex)])
    }
}
