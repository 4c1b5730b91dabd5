import RecallText

/// The class of a byte of source text, as far as it can be determined without decoding UTF-8.
enum ASCIIClass: UInt8 {
    /// Part of a word.
    case letter
    /// Between words.
    case space
    /// A word of its own.
    case punctuation
    /// Not ASCII, or a control character: what becomes of it needs the normalisation table.
    case other

    static func table(for normalizer: BERTNormalizer) -> [ASCIIClass] {
        (0...255).map { byte in
            switch UInt8(byte) {
            case 0x20, 0x09, 0x0a, 0x0d: .space
            case 0x0b, 0x0c: normalizer.cleansText ? .other : .space
            case let byte where byte.isASCIIAlphanumeric: .letter
            case 0x21...0x7e: .punctuation
            default: .other
            }
        }
    }
}
