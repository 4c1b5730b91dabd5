import Foundation

/// JSON that is written in the source, such as a schema, as a part of a payload.
struct JSONText: Encodable {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    /// Encodes the values of the text.
    func encode(to encoder: any Encoder) throws {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8)).encode(to: encoder)
    }

    private enum Value: Codable {
        case text(String)
        case number(Int)
        case truth(Bool)
        case array([Value])
        case object([String: Value])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .text(text)
            } else if let truth = try? container.decode(Bool.self) {
                self = .truth(truth)
            } else if let number = try? container.decode(Int.self) {
                self = .number(number)
            } else if let array = try? container.decode([Value].self) {
                self = .array(array)
            } else {
                self = .object(try container.decode([String: Value].self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .number(let number): try container.encode(number)
            case .truth(let truth): try container.encode(truth)
            case .array(let array): try container.encode(array)
            case .object(let object): try container.encode(object)
            }
        }
    }
}
