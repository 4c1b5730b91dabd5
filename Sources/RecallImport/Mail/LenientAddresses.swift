import RecallCore
import RecallText

/// Addresses as they are written by programs that care less than RFC 5322: `;` between them, brackets in names, dots where none may
/// be.
enum LenientAddresses {
    /// The people in `value` whose addresses are there, in their order.
    ///
    /// - Complexity: O(*n*).
    static func read(_ value: Bytes) -> [Participant] {
        var found: [Participant] = []
        var start: Int?
        for piece in pieces(value) {
            guard value.slice(piece).contains(UInt8(ascii: "@")) else {
                // "Lee, Ann <ann@example.org>" is one person.
                let isName = piece.upperBound < value.count && value[piece.upperBound] == UInt8(ascii: ",")
                start = isName ? start ?? piece.lowerBound : nil
                continue
            }
            let isInBrackets = value.slice(piece).contains(UInt8(ascii: "<"))
            let whole = (isInBrackets ? start ?? piece.lowerBound : piece.lowerBound)..<piece.upperBound
            if let participant = participant(value.slice(value.trimmed(whole))) { found.append(participant) }
            start = nil
        }
        return found
    }

    /// The parts between commas and semicolons that are not in quotes, angle brackets or comments.
    private static func pieces(_ value: Bytes) -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        var (start, i, depth) = (0, 0, 0)
        var (isQuoted, isInBrackets) = (false, false)
        // What is never closed opens nothing.
        let lastOf = { (mark: UInt8) in value.lastIndex(of: mark) ?? -1 }
        let (lastQuote, lastBracket, lastComment) = (
            lastOf(UInt8(ascii: "\"")), lastOf(UInt8(ascii: ">")), lastOf(UInt8(ascii: ")"))
        )
        while i < value.count {
            let byte = value[i]
            if isQuoted {
                if byte == UInt8(ascii: "\\") { i += 1 }
                if byte == UInt8(ascii: "\"") { isQuoted = false }
            } else if isInBrackets {
                isInBrackets = byte != UInt8(ascii: ">")
            } else if byte == UInt8(ascii: "(") {
                if i < lastComment { depth += 1 }
            } else if byte == UInt8(ascii: ")") {
                depth = max(0, depth - 1)
            } else if depth == 0 {
                if byte == UInt8(ascii: "\"") { isQuoted = i < lastQuote }
                if byte == UInt8(ascii: "<") { isInBrackets = i < lastBracket }
                if byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") {
                    pieces.append(start..<i)
                    start = i + 1
                }
            }
            i += 1
        }
        return pieces + [min(start, value.count)..<value.count]
    }

    private static func participant(_ piece: Bytes) -> Participant? {
        var (name, place) = (0..<0, 0..<piece.count)
        if let open = piece.lastIndex(of: UInt8(ascii: "<")) {
            let close = piece.firstIndex(of: UInt8(ascii: ">"), from: open) ?? piece.count
            (name, place) = (0..<open, open + 1..<close)
        } else if let last = piece.lastIndex(of: UInt8(ascii: "@")) {
            let start = piece[..<last].lastIndex(where: \.isASCIISpace).map { $0 + 1 } ?? 0
            (name, place) = (0..<start, start..<(piece[last...].firstIndex(where: \.isASCIISpace) ?? piece.count))
        }
        guard let address = address(piece.slice(place)) else { return nil }
        let text = HeaderText.phrase(piece.slice(piece.trimmed(name))).filter { $0 != "\"" && $0 != "\\" }
        return Participant(name: text == address ? "" : text, address: address)
    }

    private static func address(_ bytes: Bytes) -> String? {
        var range = bytes.trimmed(0..<bytes.count)
        // "[127.0.0.1]" may be where it is delivered.
        let isLiteral = bytes.slice(range).firstIndex(of: "@[", from: 0) != nil
        while let last = bytes[range].last, marks.contains(last), !(isLiteral && last == UInt8(ascii: "]")) {
            range.removeLast()
        }
        while let first = bytes[range].first, marks.contains(first) { range.removeFirst() }
        if bytes.slice(range).hasIgnoringCase("mailto:", at: 0) { range.removeFirst(7) }
        let address = bytes.slice(range)
        guard let sign = address.lastIndex(of: UInt8(ascii: "@")), sign > 0, sign < address.count - 1,
            !address.contains(where: \.isASCIISpace), address[sign - 1] != UInt8(ascii: ":"),
            address[sign - 1] != UInt8(ascii: ";")
        else { return nil }
        return HeaderText.singleLine(String(decoding: address, as: UTF8.self))
    }

    /// The marks that may be around an address.
    private static let marks = Array("\"'()[]<>,;:.".utf8)
}
