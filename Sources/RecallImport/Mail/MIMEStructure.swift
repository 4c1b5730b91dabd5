import RecallCore
import RecallText

/// The parts of a message, found in one pass over its lines.
///
/// GMime decodes what is in the parts, but the tree is walked here, without recursion: so nesting, the number of parts
/// and the memory they take have limits, whatever a message does.
struct MIMEStructure {
    /// The parts in the order of the message; the first is the message itself.
    private(set) var parts: [MIMEPart] = []
    /// The defects of the structure.
    private(set) var defects: Set<Defect> = []

    private let bytes: Bytes
    /// Multiparts whose closing boundary has not come yet, outermost first.
    private var multiparts: [Int] = []
    /// Parts whose end is not known yet, outermost first.
    private var unfinished: [Int] = []

    /// Reads the structure of the message in `bytes`.
    ///
    /// - Parameter depth: how many parts the message itself is in.
    /// - Complexity: O(*n*).
    init(_ bytes: Bytes, depth: Int = 0) {
        self.bytes = bytes
        var position = begin(at: 0, in: nil, depth: depth)
        while !multiparts.isEmpty, let line = nextDashedLine(from: position) {
            position = line.upperBound
            guard let (level, isClosing) = boundary(line) else { continue }
            finish(through: level, at: line.lowerBound)
            guard parts.count < ImportLimits.mimeParts else {
                defects.insert(.overLimit)
                return
            }
            let multipart = multiparts[level]
            parts[multipart].hasBoundary = true
            multiparts.removeSubrange((isClosing ? level : level + 1)...)
            if !isClosing { position = begin(at: position, in: multipart, depth: parts[multipart].depth + 1) }
        }
        if !multiparts.isEmpty { defects.insert(.badStructure) }
    }

    /// Begins the part whose header is at `start`, and the messages in it.
    ///
    /// - Returns: where its body begins.
    private mutating func begin(at start: Int, in parent: Int?, depth: Int) -> Int {
        var (start, parent, depth) = (start, parent, depth)
        while true {
            let part = addPart(at: start, in: parent, depth: depth)
            start = parts[part].body.lowerBound
            guard parts[part].contentType.isMultipart || parts[part].isReadableMessage else { return start }
            guard depth < ImportLimits.mimeDepth, parts.count < ImportLimits.mimeParts else {
                defects.insert(.overLimit)
                return start
            }
            if parts[part].contentType.isMultipart {
                multiparts.append(part)
                return start
            }
            (parent, depth) = (part, depth + 1)
        }
    }

    private mutating func addPart(at start: Int, in parent: Int?, depth: Int) -> Int {
        let header = HeaderBlock(bytes, from: start) { boundary($0) != nil }
        let isInDigest = parent.map { parts[$0].contentType.subtype == "digest" } ?? false
        defects.formUnion(header.defects)
        var part = MIMEPart(header, bytes, depth: depth, isInDigest: isInDigest)
        if part.contentType.type == "multipart", let found = boundary(within: part) {
            part.contentType.boundary = found
            defects.insert(.badStructure)
        }
        if part.contentType.type == "multipart", !part.contentType.isMultipart { defects.insert(.badStructure) }
        parts.append(part)
        if let parent { parts[parent].children.append(parts.count - 1) }
        unfinished.append(parts.count - 1)
        return parts.count - 1
    }

    /// Ends the parts inside the multipart at `level` before the line at `end`; its line end belongs to the boundary.
    private mutating func finish(through level: Int, at end: Int) {
        while let last = unfinished.last, last != multiparts[level] {
            let start = parts[last].body.lowerBound
            var end = end
            if end > start, bytes[end - 1] == UInt8(ascii: "\n") { end -= 1 }
            if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
            parts[last].body = start..<max(start, end)
            unfinished.removeLast()
        }
    }

    private func nextDashedLine(from start: Int) -> Range<Int>? {
        if bytes.has("--", at: start), start == 0 || bytes[start - 1] == UInt8(ascii: "\n") {
            return start..<bytes.lineEnd(from: start)
        }
        return bytes.firstIndex(of: "\n--", from: start).map { $0 + 1..<bytes.lineEnd(from: $0 + 1) }
    }

    /// The line that divides a multipart which names none, or one that does not come at its start.
    private func boundary(within part: MIMEPart) -> [UInt8]? {
        let window = part.body.prefixRange(64 << 10)
        var position = window.lowerBound
        var found: [UInt8]?
        while let line = nextDashedLine(from: position), line.lowerBound < window.upperBound, boundary(line) == nil {
            position = line.upperBound
            let text = bytes.slice(bytes.trimmed(line.lowerBound + 2..<line.upperBound))
            if let own = part.contentType.boundary, text.starts(with: own),
                text.count - own.count == 0 || text.count - own.count == 2
            {
                return nil
            }
            if found == nil, !text.isEmpty, text.count <= 200, bytes.hasIgnoringCase("content-", at: position),
                HeaderBlock.isField(at: position, bytes)
            {
                found = Array(text)
            }
        }
        return found
    }

    /// The open multipart whose boundary `line` is, innermost first, and whether it closes it.
    private func boundary(_ line: Range<Int>) -> (level: Int, isClosing: Bool)? {
        guard !multiparts.isEmpty, bytes.has("--", at: line.lowerBound) else { return nil }
        var end = line.upperBound
        while end > line.lowerBound, bytes[end - 1].isASCIISpace { end -= 1 }
        let text = bytes[line.lowerBound + 2..<Swift.max(end, line.lowerBound + 2)]
        for level in multiparts.indices.reversed() {
            guard let boundary = parts[multiparts[level]].contentType.boundary, text.starts(with: boundary) else {
                continue
            }
            if text.count == boundary.count { return (level, false) }
            if text.count == boundary.count + 2, text.suffix(2).allSatisfy({ $0 == UInt8(ascii: "-") }) {
                return (level, true)
            }
        }
        return nil
    }
}
