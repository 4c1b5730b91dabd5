/// A key, or what was pasted.
package enum Key: Hashable, Sendable {
    case text(String), pasted(String)
    case enter, left, right, up, down, home, end, wordLeft, wordRight
    case backspace, delete, deleteWordBack, deleteBlankWordBack, deleteWordForward, deleteToStart, deleteToEnd, yank
    case transpose, clearScreen, interrupt, endOfInput, suspend
}

/// Bytes of a terminal as keys: UTF-8, control characters, and the escape sequences of xterm and its kin (ECMA-48, 5.4).
/// Sequences that are not known are dropped whole, so that nothing of them becomes text.
package struct KeyDecoder {
    private enum State {
        case ground, escape, sequence, function, string(hasEscape: Bool)
        /// Bracketed paste, up to `ESC [ 201 ~`.
        case paste
    }

    private var state = State.ground
    /// The bytes so far of a character, a sequence or a paste.
    private var pending: [UInt8] = []
    /// The bytes that the character has.
    private var expected = 0
    /// The bytes of a string, or of the end of a paste, so far.
    private var passed = 0

    private static let escape: UInt8 = 0x1B
    private static let pasteEnd = Array("\u{1B}[201~".utf8)
    /// The lengths from which the rest is dropped; of a paste, its end.
    private static let (longestSequence, longestString, longestPaste) = (32, 4_096, 1 << 18)

    package init() {}

    /// The keys that end with a byte: none within a sequence, and two where it shows that the one before was cut off.
    package mutating func take(_ byte: UInt8) -> [Key] {
        switch state {
        case .ground: return character(byte)
        case .escape: return afterEscape(byte)
        case .sequence: return sequence(byte)
        case .function:
            state = .ground
            return byte < 0x20 ? take(byte) : [Self.arrow(byte)].compactMap(\.self)
        case .string(let hasEscape):
            guard byte != 0x03 else {
                state = .ground
                return [.interrupt]
            }
            passed += 1
            let hasEnded = byte == 0x07 || (hasEscape && byte == 0x5C) || passed > Self.longestString
            state = hasEnded ? .ground : .string(hasEscape: byte == Self.escape)
            return []
        case .paste: return paste(byte)
        }
    }

    // MARK: Characters

    private mutating func character(_ byte: UInt8) -> [Key] {
        if expected > 0 {
            if byte & 0xC0 == 0x80 {
                pending.append(byte)
                return pending.count == expected ? [endCharacter()] : []
            }
            return [endCharacter()] + character(byte)
        }
        switch byte {
        case Self.escape:
            state = .escape
            return []
        case 0x20..<0x7F: return [.text(String(UnicodeScalar(byte)))]
        case 0x80...:
            (pending, expected) = ([byte], byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1)
            return expected == 1 ? [endCharacter()] : []
        default: return [Self.controls[byte]].compactMap(\.self)
        }
    }

    /// The character of the pending bytes; a replacement character if they are none.
    private mutating func endCharacter() -> Key {
        defer { (pending, expected) = ([], 0) }
        return .text(String(decoding: pending, as: UTF8.self))
    }

    private static let controls: [UInt8: Key] = [
        0x01: .home, 0x02: .left, 0x03: .interrupt, 0x04: .endOfInput, 0x05: .end, 0x06: .right, 0x08: .backspace,
        0x0A: .enter, 0x0B: .deleteToEnd, 0x0C: .clearScreen, 0x0D: .enter, 0x0E: .down, 0x10: .up, 0x14: .transpose,
        0x15: .deleteToStart, 0x17: .deleteBlankWordBack, 0x19: .yank, 0x1A: .suspend, 0x7F: .backspace,
    ]

    // MARK: Sequences

    private mutating func afterEscape(_ byte: UInt8) -> [Key] {
        pending = []
        state = .ground
        switch byte {
        case UInt8(ascii: "["): state = .sequence
        case UInt8(ascii: "O"): state = .function
        // Device control, operating system command, and their kin: strings.
        case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            (state, passed) = (.string(hasEscape: false), 0)
        case Self.escape: state = .escape
        case UInt8(ascii: "b"), UInt8(ascii: "B"): return [.wordLeft]
        case UInt8(ascii: "f"), UInt8(ascii: "F"): return [.wordRight]
        case UInt8(ascii: "d"), UInt8(ascii: "D"): return [.deleteWordForward]
        case 0x08, 0x7F: return [.deleteWordBack]
        // Of what else the meaning is unknown, but Ctrl-C always works.
        case 0x03: return [.interrupt]
        default: break
        }
        return []
    }

    private mutating func sequence(_ byte: UInt8) -> [Key] {
        switch byte {
        case 0x20..<0x40:
            if pending.count <= Self.longestSequence { pending.append(byte) }
            return []
        case 0x40..<0x7F:
            state = .ground
            let parameters = String(decoding: pending, as: UTF8.self)
            pending = []
            guard byte != UInt8(ascii: "~") else { return numbered(parameters) }
            return [Self.arrow(byte, parameters)].compactMap(\.self)
        default:
            // Cut off.
            (state, pending) = (.ground, [])
            return take(byte)
        }
    }

    private mutating func numbered(_ parameters: String) -> [Key] {
        switch parameters {
        case "200": (state, passed) = (.paste, 0)
        case "1", "7": return [.home]
        case "4", "8": return [.end]
        case "3": return [.delete]
        case "3;3", "3;5": return [.deleteWordForward]
        default: break
        }
        return []
    }

    /// The key of `ESC [ … letter` and `ESC O letter`; with Alt or Ctrl, left and right go by words.
    private static func arrow(_ byte: UInt8, _ parameters: String = "") -> Key? {
        let isByWords = ["1;3", "1;5", "3", "5"].contains(parameters)
        switch byte {
        case UInt8(ascii: "A"): return .up
        case UInt8(ascii: "B"): return .down
        case UInt8(ascii: "C"): return isByWords ? .wordRight : .right
        case UInt8(ascii: "D"): return isByWords ? .wordLeft : .left
        case UInt8(ascii: "H"): return .home
        case UInt8(ascii: "F"): return .end
        default: return nil
        }
    }

    // MARK: Pasting

    private mutating func paste(_ byte: UInt8) -> [Key] {
        // A terminal that never ends what it began leaves a way out.
        guard byte != 0x03 else {
            (state, pending) = (.ground, [])
            return [.interrupt]
        }
        if byte == Self.pasteEnd[passed] {
            passed += 1
            guard passed == Self.pasteEnd.count else { return [] }
            let text = String(decoding: pending, as: UTF8.self)
            (state, pending) = (.ground, [])
            return [.pasted(text)]
        }
        // Only the first byte of the end is an escape.
        let isEscape = byte == Self.escape
        let more = Self.pasteEnd.prefix(passed) + (isEscape ? [] : [byte])
        if pending.count + more.count <= Self.longestPaste { pending += more }
        passed = isEscape ? 1 : 0
        return []
    }
}
