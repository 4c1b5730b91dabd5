import Foundation

/// The known answers to the queries of an evaluation set: `{"id","answerable","answers"}` a line.
public struct ReferenceAnswers: Sendable {
    /// The answer to one query.
    struct Reference: Sendable, Decodable {
        var id: String
        /// False if nothing in the set answers it.
        var answerable: Bool
        /// The answers, each of which is right.
        var answers: [String]
    }

    private let references: [String: Reference]

    /// Reads the file at `path`.
    public init(_ path: String) throws {
        let lines = try EvaluationSet.lines(path).enumerated().map { number, line in
            do {
                return try JSONDecoder().decode(Reference.self, from: Data(line.utf8))
            } catch {
                throw EvaluationSet.Problem(
                    description: "\(path), line \(number + 1): not {\"id\", \"answerable\", \"answers\"}")
            }
        }
        references = Dictionary(lines.map { ($0.id, $0) }) { first, _ in first }
    }

    /// The answer to a query; `nil` if the file has none.
    subscript(query: String) -> Reference? { references[query] }
}
