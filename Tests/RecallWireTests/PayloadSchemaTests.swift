import Foundation
import RecallCore
import RecallWire
import Testing

/// The JSON that is sent, compared with what openapi.json says of it.
struct PayloadSchemaTests {
    private let document: APIDocument

    init() throws {
        document = try APIDocument()
    }

    @Test func `every payload has the keys and types of its schema, and no others`() throws {
        for example in PayloadExamples.all {
            let full = try JSONValue(PayloadEncoding.line(example.full))
            #expect(document.differences(full, from: example.schema, .full) == [])
            let minimal = try JSONValue(PayloadEncoding.line(example.minimal))
            #expect(document.differences(minimal, from: example.schema, .minimal) == [])
        }
    }

    @Test func `payloads of two forms have all keys of their schema between them`() throws {
        for (schema, values) in PayloadExamples.alternatives {
            let values = try values.map { try JSONValue(PayloadEncoding.line($0)) }
            let differences = values.map { Set(document.differences($0, from: schema, .full)) }
            #expect(differences.allSatisfy { $0.allSatisfy { $0.hasSuffix("is missing") } })
            #expect(differences[0].intersection(differences[1]) == [])
        }
    }

    @Test func `every schema of an answer is that of a payload`() {
        let names = PayloadExamples.all.map(\.schema) + PayloadExamples.alternatives.map(\.schema)
        let sent = Set(names.flatMap(schemas))
        let requests: Set = [
            "SearchRequest", "Paths", "SettingsChange", "SearchesChange", "NewUpload", "FinishedUploads",
            "ConversationStart", "ConversationChange", "QuestionRequest", "MemoryChange", "MemoryRefusal",
            "AssistantClientRequest", "PersonStatementRequest", "OwnerAnswer",
        ]
        #expect(Set(document.schemas.keys).subtracting(sent) == requests)
    }

    /// The schema of that name, and those that it refers to.
    private func schemas(reachedFrom name: String) -> Set<String> {
        func references(_ schema: JSONValue) -> [String] {
            switch schema {
            case .object(let members):
                members.flatMap { key, value in
                    key == "$ref" ? [value.text?.split(separator: "/").last.map(String.init) ?? ""] : references(value)
                }
            case .array(let elements): elements.flatMap(references)
            default: []
            }
        }
        var (found, open): (Set<String>, [String]) = ([], [name])
        while let next = open.popLast() {
            if found.insert(next).inserted, let schema = document.schemas[next] { open += references(schema) }
        }
        return found
    }

    @Test func `enumerations have the values that are sent`() {
        #expect(document.values(of: "kind", in: "Kind") == Set(ItemKind.allCases.map(\.rawValue)))
        #expect(document.values(of: "role", in: "Recipient") == Set(Recipient.Role.allCases.map(\.rawValue)))
        #expect(document.values(of: "lanes", in: "SearchResponse") == Set(SearchResponse.Lane.allCases.map(\.rawValue)))
        #expect(document.values(of: "stage", in: "SearchResponse") == Set(SearchResponse.Lane.allCases.map(\.rawValue)))
        #expect(document.values(of: "sort", in: "SearchRequest") == Set(SearchQuery.Order.allCases.map(\.rawValue)))
        #expect(
            document.values(of: "mark", in: "MarkedSegment") == Set(MarkedSegmentPayload.Mark.allCases.map(\.rawValue)))
        let reasons = document.values(of: "reason", in: "MergeSuggestion")
        #expect(reasons == Set(MergeSuggestion.Reason.allCases.map(\.rawValue)))
        for name in ["PersonStatement", "KeptPersonStatement", "PersonStatementRequest"] {
            #expect(document.values(of: "kind", in: name) == Set(PersonStatement.Kind.allCases.map(\.rawValue)))
        }
        #expect(document.values(of: "state", in: "Citation") == Set(CitationState.allCases.map(\.rawValue)))
        #expect(document.values(of: "state", in: "Import") == Set(ImportPayload.State.allCases.map(\.rawValue)))
        #expect(document.values(of: "task", in: "Import") == Set(ImportPayload.Task.allCases.map(\.rawValue)))
        for name in ["Import", "ImportProgress"] {
            #expect(document.values(of: "stage", in: name) == Set(ImportProgress.Stage.allCases.map(\.rawValue)))
        }
    }

    @Test func `a document has its version beside its keys`() throws {
        let text = try PayloadEncoding.document(DeletionPreviewPayload(items: 2))
        #expect(try JSONValue(Data(text.utf8)) == .object(["items": .integer(2), "version": .integer(1)]))
    }

    @Test func `progress comes through the wire unchanged`() throws {
        var progress = ImportProgress()
        (progress.stage, progress.items, progress.new, progress.updated) = (.embedding, 9, 4, 3)
        (progress.duplicates, progress.failures, progress.itemsPerSecond) = (2, 1, 12.5)
        (progress.share, progress.secondsLeft) = (0.25, 8)
        (progress.passagesEmbedded, progress.passagesTotal, progress.hasEnded) = (5, 7, true)
        (progress.wasStopped, progress.error) = (true, ErrorReport(code: "disk-full", message: "The disk is full."))
        let line = try PayloadEncoding.line(ImportProgressPayload(progress))
        #expect(try JSONDecoder().decode(ImportProgressPayload.self, from: line).progress == progress)
    }
}
