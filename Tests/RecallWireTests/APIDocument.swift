import Foundation

/// The OpenAPI document, and comparisons of payloads with its schemas.
struct APIDocument {
    /// The keys that a value has: all that there may be, or only those that there must be.
    enum Completeness {
        case full, minimal
    }

    static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources/CRecallWeb")

    let schemas: [String: JSONValue]

    init() throws {
        let document = try JSONValue(Data(contentsOf: Self.sources.appending(path: "openapi.json")))
        guard case .object(let schemas)? = document["components"]?["schemas"] else {
            throw CocoaError(.coderInvalidValue)
        }
        self.schemas = schemas
    }

    /// The differences between a value and the schema of that name; none if the value is as it says.
    func differences(_ value: JSONValue, from name: String, _ completeness: Completeness) -> [String] {
        guard let schema = schemas[name] else { return ["there is no schema \(name)"] }
        return compare(value, schema, completeness, at: name)
    }

    private func compare(
        _ value: JSONValue, _ schema: JSONValue, _ completeness: Completeness, at place: String
    ) -> [String] {
        if let name = schema["$ref"]?.text?.split(separator: "/").last {
            return differences(value, from: String(name), completeness).map { "\(place): \($0)" }
        }
        if let choices = schema["oneOf"]?.elements {
            let found = choices.map { compare(value, $0, completeness, at: place) }
            return found.min { $0.count < $1.count } ?? ["\(place): no choice"]
        }
        let expected = schema["type"]?.text ?? "nothing"
        guard expected == value.typeName || (expected == "number" && value.typeName == "integer") else {
            return ["\(place) is \(value.typeName), not \(expected)"]
        }
        if let values = schema["enum"]?.elements, !values.contains(value) { return ["\(place) has another value"] }
        switch value {
        case .object: return compareKeys(value, schema, completeness, at: place)
        case .array(let elements):
            guard !elements.isEmpty || completeness == .minimal else { return ["\(place) is empty"] }
            guard let items = schema["items"] else { return ["\(place) has no items"] }
            return elements.flatMap { compare($0, items, completeness, at: place + "[]") }
        default: return []
        }
    }

    private func compareKeys(
        _ value: JSONValue, _ schema: JSONValue, _ completeness: Completeness, at place: String
    ) -> [String] {
        let properties = schema["properties"] ?? .object([:])
        let required = Set(schema["required"]?.elements.compactMap(\.text) ?? [])
        let expected = completeness == .full ? properties.keys : required
        let missing = expected.subtracting(value.keys).map { "\(place).\($0) is missing" }
        let surplus = value.keys.subtracting(expected).map { "\(place).\($0) is surplus" }
        return missing.sorted() + surplus.sorted()
            + value.keys.sorted().flatMap { key in
                guard let member = value[key], let schema = properties[key] else { return [String]() }
                return compare(member, schema, completeness, at: "\(place).\(key)")
            }
    }

    /// The values of the enumeration of a property.
    func values(of property: String, in name: String) -> Set<String> {
        let schema = schemas[name]?["properties"]?[property] ?? schemas[name]
        return Set((schema?["enum"] ?? schema?["items"]?["enum"])?.elements.compactMap(\.text) ?? [])
    }
}
