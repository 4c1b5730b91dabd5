import Foundation
import Testing

/// The types that the web app's modules name in JSDoc, compared with the schemas of openapi.json.
struct ScriptTypeTests {
    /// The properties of a type, without and with a question mark.
    struct Properties: Equatable {
        var required: Set<String> = []
        var optional: Set<String> = []
    }

    @Test func `types of the web app have the properties of their schemas`() throws {
        let document = try APIDocument()
        let types = try ScriptTypes(Data(contentsOf: APIDocument.sources.appending(path: "assets/app/types.js")))
        #expect(types.objects.count > 20)
        for (name, properties) in types.objects {
            let schema = try #require(document.schemas[name], "\(name)")
            let required = Set(schema["required"]?.elements.compactMap(\.text) ?? [])
            let all = schema["properties"]?.keys ?? []
            #expect(properties == Properties(required: required, optional: all.subtracting(required)), "\(name)")
        }
    }
}

/// The object types among the typedefs of a script: `{object} A` with its `@property` lines, `{{a: T, b?: U}} A`, and
/// intersections `{A & {c: V}} B` of those before.
private struct ScriptTypes {
    private(set) var objects: [String: ScriptTypeTests.Properties] = [:]

    init(_ script: Data) {
        let lines = String(decoding: script, as: UTF8.self).split(separator: "\n").map {
            $0.trimmingPrefix(/\s*\*\s?/)
        }
        let text = lines.joined(separator: "\n")
        for tag in text.split(separator: "@typedef ").dropFirst() { add(tag) }
    }

    private mutating func add(_ tag: Substring) {
        let type = Self.braced(tag)
        let rest = tag.dropFirst(type.count + 2)
        guard let name = rest.split(whereSeparator: \.isWhitespace).first.map(String.init) else { return }
        if type == "object" {
            objects[name] = Self.properties(rest)
        } else if !Self.isUnion(type) {
            objects[name] = intersection(type)
        }
    }

    /// The text between the brace that `text` begins with and its partner.
    private static func braced(_ text: Substring) -> Substring {
        var depth = 0
        for index in text.indices {
            if text[index] == "{" { depth += 1 }
            if text[index] == "}" { depth -= 1 }
            if depth == 0 { return text[text.index(after: text.startIndex)..<index] }
        }
        return text
    }

    private static func isUnion(_ type: Substring) -> Bool {
        split(type, at: "|").count > 1
    }

    /// `type` cut at a sign that is within no brace, bracket or chevron.
    private static func split(_ type: Substring, at sign: Character) -> [Substring] {
        var (parts, depth, start) = ([Substring](), 0, type.startIndex)
        for index in type.indices {
            if "{[<".contains(type[index]) { depth += 1 }
            if "}]>".contains(type[index]) { depth -= 1 }
            guard type[index] == sign, depth == 0 else { continue }
            parts.append(type[start..<index])
            start = type.index(after: index)
        }
        return parts + [type[start...]]
    }

    private func intersection(_ type: Substring) -> ScriptTypeTests.Properties {
        Self.split(type, at: "&").reduce(into: ScriptTypeTests.Properties()) { properties, part in
            let part = part.trimmingCharacters(in: .whitespacesAndNewlines)[...]
            let more = part.hasPrefix("{") ? Self.members(Self.braced(part)) : objects[String(part)] ?? .init()
            properties.required.formUnion(more.required)
            properties.optional.formUnion(more.optional)
        }
    }

    private static func members(_ body: Substring) -> ScriptTypeTests.Properties {
        split(body, at: ",").reduce(into: ScriptTypeTests.Properties()) { properties, member in
            let name = (member.split(separator: ":").first ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
            if name.hasSuffix("?") {
                properties.optional.insert(String(name.dropLast()))
            } else {
                properties.required.insert(name)
            }
        }
    }

    private static func properties(_ text: Substring) -> ScriptTypeTests.Properties {
        text.split(separator: "@property ").dropFirst().reduce(into: ScriptTypeTests.Properties()) { properties, tag in
            let rest = tag.dropFirst(braced(tag).count + 2)
            let name = rest.split(whereSeparator: \.isWhitespace).first ?? ""
            if name.hasPrefix("[") {
                properties.optional.insert(String(name.dropFirst().dropLast()))
            } else {
                properties.required.insert(String(name))
            }
        }
    }
}
