/// The address of a link, as text that a person can read: the link itself leads nowhere.
enum LinkAddress {
    private static let longest = 2_000
    private static let schemes = ["http:", "https:", "mailto:", "tel:"]

    /// The address in `href`, in which characters that do not show or that turn the writing direction are escaped; `nil` if it is
    /// no address of the web, of a mailbox or of a telephone.
    ///
    /// - Parameter href: with its character references decoded.
    static func text(_ href: [UInt8]) -> [UInt8]? {
        let visible = href.prefix(longest).filter { $0 > 0x20 && $0 != 0x7F }
        let text = String(decoding: visible, as: UTF8.self)
        let start = text.prefix(8).lowercased()
        guard schemes.contains(where: { start.hasPrefix($0) }) else { return nil }
        return text.unicodeScalars.flatMap(shown)
    }

    private static func shown(_ scalar: Unicode.Scalar) -> [UInt8] {
        let bytes = Array(String(scalar).utf8)
        return isVisible(scalar) ? bytes : bytes.flatMap { Array("%\(hex($0 >> 4))\(hex($0 & 15))".utf8) }
    }

    private static func hex(_ digit: UInt8) -> String { String(digit, radix: 16, uppercase: true) }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse, .unassigned,
            .surrogate:
            false
        default: !scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
