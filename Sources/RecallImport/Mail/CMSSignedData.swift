/// Takes the content out of S/MIME's opaque signed form (RFC 8551, 3.5.2; CMS SignedData, RFC 5652, 5), in DER or BER.
/// The signature is not checked.
struct CMSSignedData {
    private let bytes: [UInt8]

    /// The signed content of `bytes`, a MIME entity; `nil` if they are no such data or the content is elsewhere.
    ///
    /// - Complexity: O(*n*).
    static func content(_ bytes: [UInt8]) -> [UInt8]? {
        let data = CMSSignedData(bytes: bytes)
        // ContentInfo: type, [0] SignedData: version, digest algorithms, EncapsulatedContentInfo: type, [0] OCTET STRING.
        guard let info = data.element(in: 0..<bytes.count), info.tag == 0x30,
            let type = data.element(in: info.content), bytes[type.content].elementsEqual(signedData),
            let wrapped = data.element(in: type.end..<info.content.upperBound), wrapped.tag == 0xA0,
            let signed = data.element(in: wrapped.content), signed.tag == 0x30,
            let version = data.element(in: signed.content),
            let algorithms = data.element(in: version.end..<signed.content.upperBound),
            let encapsulated = data.element(in: algorithms.end..<signed.content.upperBound), encapsulated.tag == 0x30,
            let innerType = data.element(in: encapsulated.content),
            let inner = data.element(in: innerType.end..<encapsulated.content.upperBound), inner.tag == 0xA0
        else { return nil }
        return data.octets(in: inner.content)
    }

    /// 1.2.840.113549.1.7.2
    private static let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]

    private struct Element {
        var tag: UInt8
        var content: Range<Int>
        /// The offset of the next element.
        var end: Int
    }

    /// The element at the start of `range`. One of indefinite length holds the rest of `range`, so nothing after it
    /// is found; that is enough for the way to the content.
    private func element(in range: Range<Int>) -> Element? {
        guard range.count >= 2 else { return nil }
        let tag = bytes[range.lowerBound]
        let first = bytes[range.lowerBound + 1]
        var start = range.lowerBound + 2
        if first == 0x80 { return Element(tag: tag, content: start..<range.upperBound, end: range.upperBound) }
        var length = Int(first)
        if first > 0x80 {
            let count = Int(first & 0x7F)
            guard count <= 7, range.upperBound - start >= count else { return nil }
            length = bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
            start += count
        }
        // A truncated element is read as far as it goes.
        let end = start + min(length, range.upperBound - start)
        return Element(tag: tag, content: start..<end, end: end)
    }

    /// The bytes of an OCTET STRING, which BER may divide into pieces.
    private func octets(in range: Range<Int>) -> [UInt8]? {
        guard let whole = element(in: range) else { return nil }
        if whole.tag == 0x04 { return Array(bytes[whole.content]) }
        guard whole.tag == 0x24 else { return nil }
        var (result, rest): ([UInt8], Range<Int>) = ([], whole.content)
        while let piece = element(in: rest), piece.tag == 0x04 {
            result += bytes[piece.content]
            rest = piece.end..<rest.upperBound
        }
        return result
    }
}
