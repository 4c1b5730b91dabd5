/// The part that a character of Thai, Lao, Khmer or Burmese has in a cluster: a letter with everything that is written
/// above, below or around it. No word begins or ends within a cluster, and clusters need no dictionary.
enum ClusterRole {
    /// A consonant or an independent vowel.
    case letter
    /// A vowel of Thai and Lao that is written before its consonant.
    case leadingVowel
    /// A vowel, tone or other mark of the letter before it.
    case mark
    /// Joins the next consonant below this one: coeng in Khmer, virama in Burmese.
    case stacker
    /// A sign by itself, as for repetition.
    case sign

    /// The role of a character; `nil` for digits, punctuation and other scripts.
    init?(_ scalar: UInt32) {
        switch scalar {
        case 0x0E00...0x0EFF: self.init(thaiOrLao: scalar)
        case 0x1000...0x109F, 0x1780...0x17FF: self.init(burmeseOrKhmer: scalar)
        default: return nil
        }
    }

    private init?(thaiOrLao scalar: UInt32) {
        // Lao follows Thai at a distance of 128.
        switch scalar & 0x7F {
        case 0x01...0x2E, 0x5C...0x5F: self = .letter
        case 0x2F, 0x46: self = .sign
        case 0x30...0x3D, 0x45, 0x47...0x4E: self = .mark
        case 0x40...0x44: self = .leadingVowel
        default: return nil
        }
    }

    private init?(burmeseOrKhmer scalar: UInt32) {
        switch scalar {
        case 0x1039, 0x17D2: self = .stacker
        case 0x102B...0x103E, 0x1056...0x1059, 0x105E...0x1060, 0x1062...0x1064, 0x1067...0x106D, 0x1071...0x1074,
            0x1082...0x108D, 0x108F, 0x109A...0x109D, 0x17B4...0x17D1, 0x17D3, 0x17DD:
            self = .mark
        case 0x1000...0x102A, 0x103F, 0x1050...0x1055, 0x105A...0x105D, 0x1061, 0x1065...0x1066, 0x106E...0x1070,
            0x1075...0x1081, 0x108E, 0x1780...0x17B3:
            self = .letter
        case 0x104C...0x104F, 0x17D7, 0x17DC: self = .sign
        default: return nil
        }
    }

    /// True if the consonant at `position` ends a Burmese syllable: asat or virama follows, perhaps after the dot of a
    /// tone. All of these characters have three bytes.
    static func closesSyllable(_ bytes: UnsafeBufferPointer<UInt8>, _ position: Int) -> Bool {
        var next = position + 3
        guard next + 3 <= bytes.count, bytes[position] == 0xE1 else { return false }
        var scalar = UTF8Scalar.decode(bytes, &next)
        if scalar == 0x1037, next + 3 <= bytes.count { scalar = UTF8Scalar.decode(bytes, &next) }
        return scalar == 0x103A || scalar == 0x1039
    }
}
