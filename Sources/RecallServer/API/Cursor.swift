import Foundation
import RecallCore
import RecallKit

/// A place in a list, written as text that means nothing to clients.
enum Cursor {
    /// Encodes a place in letters that a URL may have.
    static func text(_ place: some Encodable) -> String {
        let json = (try? JSONEncoder().encode(place)) ?? Data()
        return json.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Decodes a place.
    ///
    /// - Throws: `APIError` if the text is not a cursor of that list.
    static func place<Place: Decodable>(_ text: String) throws -> Place {
        let plain = text.replacing("-", with: "+").replacing("_", with: "/")
        let padded = plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        guard text.utf8.count <= ServerLimits.cursorBytes, let json = Data(base64Encoded: padded),
            let place = try? JSONDecoder().decode(Place.self, from: json)
        else { throw unknown }
        return place
    }

    static let unknown = APIError.badRequest("cursor is none of this list. Begin again without it.")
}

/// A place that a cursor can name.
protocol ListPlace {
    init(cursor: String) throws
    var cursor: String { get }
}

/// The beginning of a page of a list.
enum ListStart<Place: ListPlace & Sendable>: Sendable {
    case offset(Int)
    case after(Place)

    /// Reads the parameters `offset` and `cursor`, of which at most one is given.
    init(_ parameters: QueryParameters) throws {
        guard let cursor = parameters.text("cursor") else {
            self = .offset(try parameters.number("offset", in: 0...ServerLimits.offset, else: 0))
            return
        }
        guard parameters.text("offset") == nil else { throw APIError.badRequest("Give offset or cursor, not both.") }
        self = .after(try Place(cursor: cursor))
    }
}

extension ItemListPosition: ListPlace {
    private struct Form: Codable {
        let date: Int64?
        let item: Int64
    }

    init(cursor: String) throws {
        let form: Form = try Cursor.place(cursor)
        self.init(date: form.date, row: form.item)
    }

    var cursor: String { Cursor.text(Form(date: date, item: row)) }
}

extension FailureListPosition: ListPlace {
    private struct Form: Codable {
        let path: String
        let failure: Int64
    }

    init(cursor: String) throws {
        let form: Form = try Cursor.place(cursor)
        self.init(path: form.path, row: form.failure)
    }

    var cursor: String { Cursor.text(Form(path: path, failure: row)) }
}

extension ToolCallPosition: ListPlace {
    init(cursor: String) throws { self = try Cursor.place(cursor) }

    var cursor: String { Cursor.text(self) }
}

extension ConversationListPosition: ListPlace {
    private struct Form: Codable {
        let used, conversation: Int64
    }

    init(cursor: String) throws {
        let form: Form = try Cursor.place(cursor)
        self.init(used: form.used, id: ConversationID(rawValue: form.conversation))
    }

    var cursor: String { Cursor.text(Form(used: used, conversation: id.rawValue)) }
}
