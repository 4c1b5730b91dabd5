import CLibXML2
import RecallText

/// Decodes `&amp;`, `&#8364;` and the like (WHATWG HTML, 13.2.5.72), with libxml2's table of names.
struct HTMLCharacterReferences {
    private var known: [UInt64: [UInt8]] = [:]
    /// In attributes, `&copy=` in an address is no reference.
    private var isInAttribute = false

    /// Hands over `text` piece by piece with its character references decoded. What is no reference stays as it is.
    mutating func decode(_ text: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        var rest = text[...]
        while let ampersand = rest.firstIndex(of: 0x26) {
            if ampersand > rest.startIndex { body(UnsafeBufferPointer(rebasing: rest[..<ampersand])) }
            let (character, length) = reference(text[ampersand...])
            if let character {
                character.withUnsafeBufferPointer(body)
            } else {
                body(UnsafeBufferPointer(rebasing: text[ampersand..<ampersand + length]))
            }
            rest = text[(ampersand + length)...]
        }
        if !rest.isEmpty { body(UnsafeBufferPointer(rebasing: rest)) }
    }

    /// `text` with its references decoded.
    mutating func decoded(_ text: some Collection<UInt8>, inAttribute: Bool = false) -> [UInt8] {
        isInAttribute = inAttribute
        defer { isInAttribute = false }
        var result: [UInt8] = []
        Array(text).withUnsafeBufferPointer { decode($0) { result += $0 } }
        return result
    }

    /// The character of the reference at the start of `text`, and the reference's length.
    private mutating func reference(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> ([UInt8]?, Int) {
        let body = text.dropFirst()
        if body.first == UInt8(ascii: "#") { return Self.number(body.dropFirst()) }
        let name = body.prefix(8).prefix(while: \.isASCIIAlphanumeric)
        var length = name.count
        while length > 1 {
            let next = body.dropFirst(length).first
            let hasSemicolon = next == 0x3B
            if isInAttribute, let next, next == 0x3D || next.isASCIIAlphanumeric { return (nil, 1) }
            // Without a semicolon only the old names count, those of Latin-1.
            if let character = character(named: name.prefix(length)), hasSemicolon || Self.isLatin1(character) {
                return (character, 1 + length + (hasSemicolon ? 1 : 0))
            }
            length -= 1
        }
        return (nil, 1)
    }

    private mutating func character(named name: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
        let key = name.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        if let character = known[key] { return character.isEmpty ? nil : character }
        let entity = (Array(name) + [0]).withUnsafeBufferPointer { htmlEntityLookup($0.baseAddress) }
        let character = entity.flatMap { Unicode.Scalar($0.pointee.value) }.map { Array(String($0).utf8) }
        known[key] = character ?? []
        return character
    }

    private static func isLatin1(_ character: [UInt8]) -> Bool {
        character[0] <= 0xC3
    }

    /// The character of a number after `&#`; the length is that of the whole reference.
    private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> ([UInt8]?, Int) {
        let isHexadecimal = digits.first.map { $0 | 0x20 == 0x78 } ?? false
        var value: UInt32 = 0
        var count = 0
        let digits = isHexadecimal ? digits.dropFirst() : digits
        for byte in digits {
            guard let digit = byte.asciiHexValue.map(UInt32.init), isHexadecimal || digit < 10 else { break }
            value = min(value * (isHexadecimal ? 16 : 10) + digit, 0x11_0000)
            count += 1
        }
        guard count > 0 else { return (nil, 1) }
        let semicolon = digits.dropFirst(count).first == 0x3B ? 1 : 0
        let scalar = value == 0 ? nil : Unicode.Scalar(value)
        return (Array(String(scalar ?? "\u{FFFD}").utf8), 2 + (isHexadecimal ? 1 : 0) + count + semicolon)
    }
}
