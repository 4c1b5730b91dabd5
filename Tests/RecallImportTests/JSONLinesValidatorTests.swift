import RecallCore
import RecallImport
import RecallTestSupport
import Testing

@Suite(.scratch) struct JSONLinesValidatorTests {
    private func validate(
        _ text: String
    ) throws -> (problems: [ValidationProblem], summary: ValidationSummary) {
        let scratch = try SourceScratch()
        let path = try scratch.write("items.jsonl", text)
        var problems: [ValidationProblem] = []
        let summary = try JSONLinesValidator().validate(path: path) { problems.append($0) }
        return (problems, summary)
    }

    @Test func aGoodFileHasNoProblemsAndIsCounted() throws {
        let result = try validate(
            #"{"id":"1","kind":"note","text":"a"}"# + "\n\n" + #"{"id":"1","kind":"email","text":"b"}"# + "\n")
        #expect(result.problems.isEmpty)
        #expect(result.summary.lines == 2 && result.summary.items == [.note: 1, .email: 1])
        #expect(result.summary.isValid)
    }

    @Test func everyProblemOfALineIsReportedAtItsColumn() throws {
        let result = try validate(#"{"née":1,"kind":"x","text":5,"date":"no"}"#)
        #expect(result.problems.map(\.key) == ["née", "kind", "text", "date"])
        #expect(result.problems.map(\.column) == [8, 17, 28, 37])
        #expect(result.problems.map(\.severity) == [.warning, .error, .error, .error])
        #expect(result.summary.errors == 3 && result.summary.warnings == 1 && result.summary.faultyLines == 1)
    }

    @Test func unknownKeysDoNotMakeAFileInvalid() throws {
        let result = try validate(#"{"kind":"note","text":"a","from":{"name":"b","mail":"c"}}"#)
        #expect(result.problems.map(\.key) == ["from.mail"])
        #expect(result.summary.isValid && result.summary.items == [.note: 1])
    }

    @Test func anItemWithoutTextAndTitleIsImportedWithAWarning() throws {
        let result = try validate(#"{"id":"1","kind":"note","text":""}"#)
        #expect(result.problems.map(\.severity) == [.warning] && result.problems.map(\.key) == ["text"])
        #expect(result.summary.isValid && result.summary.items == [.note: 1])
    }

    @Test func repeatedIdsAreErrorsAndRepeatedContentIsAWarning() throws {
        let named = #"{"id":"1","kind":"note","text":"a"}"#
        let unnamed = #"{"kind":"note","text":"a"}"#
        let result = try validate([named, unnamed, named, unnamed, named].joined(separator: "\n"))
        #expect(result.problems.map(\.line) == [3, 4, 5])
        #expect(result.problems.map(\.severity) == [.error, .warning, .error])
        #expect(result.problems.allSatisfy { $0.message.contains($0.line == 4 ? "line 2" : "line 1") })
    }

    @Test func aMissingFileIsSaidToBeMissing() {
        #expect { try JSONLinesValidator().validate(path: "/nowhere/x.jsonl") { _ in } } throws: {
            ($0 as? ImportFailure)?.code == .notFound
        }
    }
}
