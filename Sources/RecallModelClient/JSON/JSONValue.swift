/// A JSON value. Numbers keep the digits that they were written with, objects the order of their members.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// A name and its value.
    package struct Member: Hashable, Sendable {
        let name: String
        let value: JSONValue
    }

    /// An object of these members.
    static func members(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        .object(members.map { Member(name: $0.key, value: $0.value) })
    }

    /// The member of that name; `nil` if this is no object, or has none. Of several the last.
    package subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

    /// The text of a string.
    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The values of an array.
    package var array: [JSONValue]? {
        if case .array(let values) = self { values } else { nil }
    }

    /// The value of a whole number.
    package var int: Int? {
        guard case .number(let digits) = self else { return nil }
        return Int(digits) ?? Double(digits).flatMap { Int(exactly: $0) }
    }

    /// True for an object.
    package var isObject: Bool {
        if case .object = self { true } else { false }
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as compact JSON.
    package var description: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let digits): text += digits
        case .string(let value): Self.write(value, to: &text)
        case .array(let values): Self.write(values, between: "[", and: "]", to: &text) { $0.write(to: &$1) }
        case .object(let members):
            Self.write(members, between: "{", and: "}", to: &text) {
                Self.write($0.name, to: &$1)
                $1 += ":"
                $0.value.write(to: &$1)
            }
        }
    }

    private static func write<Element>(
        _ elements: [Element], between start: String, and end: String, to text: inout String,
        each: (Element, inout String) -> Void
    ) {
        text += start
        for (number, element) in elements.enumerated() {
            if number > 0 { text += "," }
            each(element, &text)
        }
        text += end
    }

    private static func write(_ value: String, to text: inout String) {
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
