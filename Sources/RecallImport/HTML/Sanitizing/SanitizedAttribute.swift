import RecallText

/// The attributes that the sanitizer keeps, and what their values may be.
enum SanitizedAttribute {
    /// The form of a value.
    enum Form {
        /// `12`, `50%`, `12px`, `+1`.
        case number
        /// One word of letters and hyphens.
        case keyword
        /// A name or `#` and hexadecimal digits.
        case color
        /// Names of fonts.
        case names
        /// Declarations of CSS.
        case style
    }

    /// In lower case. They are the same for all elements: where one means nothing, it does nothing.
    static let all: [(name: StaticString, form: Form)] = [
        ("style", .style), ("align", .keyword), ("valign", .keyword), ("width", .number), ("height", .number),
        ("bgcolor", .color), ("color", .color), ("face", .names), ("size", .number), ("border", .number),
        ("cellpadding", .number), ("cellspacing", .number), ("colspan", .number), ("rowspan", .number),
        ("span", .number),
        ("hspace", .number), ("vspace", .number), ("nowrap", .keyword), ("noshade", .keyword), ("dir", .keyword),
        ("lang", .keyword), ("start", .number), ("value", .number), ("type", .keyword),
    ]

    /// The value to write, still without escapes; `nil` if it is none of that form.
    ///
    /// - Parameter value: with its character references decoded.
    static func value(_ value: [UInt8], _ form: Form) -> [UInt8]? {
        switch form {
        case .number: matches(value, limit: 8, isNumberByte)
        case .keyword: matches(value, limit: 20) { $0.isASCIILetter || $0 == UInt8(ascii: "-") }
        case .color: matches(value, limit: 24) { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "#") }
        case .names: matches(value, limit: 200, isNameByte)
        case .style: StyleDeclarations.allowed(in: value)
        }
    }

    private static func matches(_ value: [UInt8], limit: Int, _ isAllowed: (UInt8) -> Bool) -> [UInt8]? {
        value.count <= limit && value.allSatisfy(isAllowed) ? value : nil
    }

    private static func isNumberByte(_ byte: UInt8) -> Bool {
        byte.isASCIIDigit || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "p") || byte == UInt8(ascii: "x")
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte == 0x20 || byte == UInt8(ascii: ",")
            || byte == UInt8(ascii: "-")
    }
}
