import Foundation

/// Lower case without accents, so that "Café" and "cafe" are one word.
package enum WordFolding {
    /// A folded word with "ae", "oe" and "ue" read as ä, ö and ü are folded: "Groemping" and "Grömping" are one.
    package static func withoutDigraphs(_ word: String) -> String {
        ["a", "o", "u"].reduce(word) { $0.replacing($1 + "e", with: $1) }
    }

    /// The folded form of a word.
    package static func fold(_ bytes: UnsafeBufferPointer<UInt8>, _ word: WordScanner.Word) -> String {
        let slice = UnsafeBufferPointer(rebasing: bytes[word.range])
        guard !word.isASCII else {
            return String(unsafeUninitializedCapacity: slice.count) { out in
                for (index, byte) in slice.enumerated() {
                    out.initializeElement(at: index, to: byte.asciiLowercase)
                }
                return slice.count
            }
        }
        // Ideographs have no case and no accents.
        guard word.unit != .ideograph else { return String(decoding: slice, as: UTF8.self) }
        return foldCommon(slice) ?? foldUnicode(String(decoding: slice, as: UTF8.self))
    }

    /// The folded form of a word of ASCII, Latin letters with accents and Russian ones alone; `nil` for others. The same as
    /// `foldUnicode` gives, for less: most words that are not ASCII are these.
    private static func foldCommon(_ word: UnsafeBufferPointer<UInt8>) -> String? {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: word.count) { folded in
            var (position, count) = (0, 0)
            func append(_ byte: UInt8) {
                folded[count] = byte
                count += 1
            }
            while position < word.count {
                guard word[position] >= 0x80 else {
                    append(word[position].asciiLowercase)
                    position += 1
                    continue
                }
                switch UTF8Scalar.decode(word, &position) {
                case let scalar where 0xC0..<0x180 ~= scalar:
                    let base = 2 * Int(scalar - 0xC0)
                    guard latinBases[base] != UInt8(ascii: "?") else { return nil }
                    append(latinBases[base])
                    if latinBases[base + 1] != UInt8(ascii: "_") { append(latinBases[base + 1]) }
                case let scalar where 0x410..<0x450 ~= scalar:
                    let lower = scalar < 0x430 ? scalar + 0x20 : scalar
                    append(UInt8(0xC0 | lower >> 6))
                    append(UInt8(0x80 | lower & 0x3F))
                default: return nil
                }
            }
            return String(decoding: folded[..<count], as: UTF8.self)
        }
    }

    /// Two letters for each character from À (U+00C0) to ſ (U+017F): what it is folded to, or `??` where that takes more.
    private static let latinBases = Array(
        """
        a_a_a_a_a_a_aec_e_e_e_e_i_i_i_i_??n_o_o_o_o_o_??o_u_u_u_u_y_??ssa_a_a_a_a_a_aec_e_e_e_e_i_i_i_i_\
        ??n_o_o_o_o_o_??o_u_u_u_u_y_??y_a_a_a_a_a_a_c_c_c_c_c_c_c_c_d_d_d_d_e_e_e_e_e_e_e_e_e_e_g_g_g_g_\
        g_g_g_g_h_h_????i_i_i_i_i_i_i_i_??i_????j_j_k_k_??l_l_l_l_l_l_????l_l_n_n_n_n_n_n_??????o_o_o_o_\
        o_o_oeoer_r_r_r_r_r_s_s_s_s_s_s_s_s_t_t_t_t_????u_u_u_u_u_u_u_u_u_u_u_u_w_w_y_y_y_z_z_z_z_z_z_??
        """.utf8)

    /// The folded form of any text, blanks and signs included.
    package static func fold(_ text: String) -> String {
        var text = text
        let isASCII = text.withUTF8 { $0.allSatisfy { $0 < 0x80 } }
        return isASCII ? text.lowercased() : foldUnicode(text)
    }

    private static func foldUnicode(_ word: String) -> String {
        let lower = word.lowercased()
        // A letter and its mark are one letter first: й is not и with an accent.
        let composed =
            lower.unicodeScalars.contains { isCombining($0.value) }
            ? lower.precomposedStringWithCanonicalMapping : lower
        return String(String.UnicodeScalarView(composed.unicodeScalars.flatMap(foldScalar)))
    }

    /// True if the mark may compose with the letter before it into a letter of its own.
    private static func isCombining(_ scalar: UInt32) -> Bool {
        0x300...0x36F ~= scalar || 0x653...0x655 ~= scalar
    }

    /// The base letter of a lower-case letter with accents. Covers Latin, Greek and Cyrillic, and what is written or left
    /// out at will in Arabic and Hebrew; marks on their own are dropped.
    private static func foldScalar(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        switch scalar.value {
        case 0x300...0x36F: return []
        case 0x591...0x5BD, 0x5BF, 0x5C1...0x5C2, 0x5C4...0x5C5, 0x5C7: return []
        case 0x640, 0x64B...0x65F, 0x670, 0x6D6...0x6DC, 0x6DF...0x6E8, 0x6EA...0x6ED: return []
        case 0x622, 0x623, 0x625, 0x671: return ["\u{627}"]
        case 0x629: return ["\u{647}"]
        case 0x649: return ["\u{64A}"]
        case 0x660...0x669: return [Unicode.Scalar(scalar.value - 0x630) ?? scalar]
        case 0x6F0...0x6F9: return [Unicode.Scalar(scalar.value - 0x6C0) ?? scalar]
        // Digits of Thai, Lao, Burmese and Khmer.
        case 0xE50...0xE59: return [Unicode.Scalar(scalar.value - 0xE20) ?? scalar]
        case 0xED0...0xED9: return [Unicode.Scalar(scalar.value - 0xEA0) ?? scalar]
        case 0x1040...0x1049: return [Unicode.Scalar(scalar.value - 0x1010) ?? scalar]
        case 0x17E0...0x17E9: return [Unicode.Scalar(scalar.value - 0x17B0) ?? scalar]
        // Sigma at the end of a word.
        case 0x3C2: return ["\u{3C3}"]
        // Ligatures, as PDF files have them.
        case 0xFB00: return ["f", "f"]
        case 0xFB01: return ["f", "i"]
        case 0xFB02: return ["f", "l"]
        case 0xFB03: return ["f", "f", "i"]
        case 0xFB04: return ["f", "f", "l"]
        case 0xFF10...0xFF5A: return [Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar]
        case 0xDF: return ["s", "s"]
        case 0xE6: return ["a", "e"]
        case 0x153: return ["o", "e"]
        case 0xF8: return ["o"]
        case 0x142: return ["l"]
        case 0x111: return ["d"]
        case 0x131: return ["i"]
        case 0xE0...0x24F, 0x1E00...0x1FFF, 0x386...0x3CE, 0x450...0x45F: return base(of: scalar)
        default: return [scalar]
        }
    }

    private static func base(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        // Й and й are letters of their own, not an accented И.
        let decomposed = String(Character(scalar)).decomposedStringWithCanonicalMapping.unicodeScalars
        return Array(decomposed.filter { !(0x300...0x36F).contains($0.value) })
    }
}
