import Foundation
import RecallCore
import RecallWire

/// A payload with every key, and one with those alone that it always has.
struct PayloadExample {
    var schema: String
    var full, minimal: any Encodable & Sendable
}

/// Values of every payload.
enum PayloadExamples {
    private static let date = Date(timeIntervalSince1970: 1_710_000_000)
    private static let id = ItemID("0123456789abcdef0123456789abcdef")!
    private static let person = Participant(name: "Ada Lind", address: "ada@people.example")
    private static let parent = ItemSummary.Parent(id: id, title: "Keys")
    private static let report = ErrorReport(code: "library-busy", message: "Another process writes.")
    private static let failure = StoredFailure(
        path: "/a", place: "entry 2", code: "malformed", reason: "It is cut off.", isAttachment: true)
    private static let plainFailure = StoredFailure(
        path: "/a", place: nil, code: "malformed", reason: "It is cut off.", isAttachment: false)

    private static var fullSummary: ItemSummary {
        var summary = ItemSummary(
            id: id, kind: .email, title: "Keys", sender: person, date: date, conversationTitle: "Walks", parent: parent,
            externalID: "keys@made-up.example")
        summary.quoted = ItemSummary.Quoted(author: person)
        return summary
    }
    private static let plainSummary = ItemSummary(
        id: id, kind: .note, title: "", sender: nil, date: nil, conversationTitle: "", parent: nil, externalID: nil)

    private static var fullNote: ItemSummary {
        var note = fullSummary
        note.kind = .note
        return note
    }

    private static let plainItem = DescribedItem(
        Item(id: id, details: .email(EmailDetails()), text: ""))
    private static var fullItem: DescribedItem {
        var details = EmailDetails(
            messageID: "keys@made-up.example", inReplyTo: ["a"], references: ["a", "b"], listID: "walks")
        details.hasHTML = true
        details.labels = ["work"]
        details.isInJunkFolder = true
        let item = Item(
            id: id, details: .email(details), title: "Keys", sender: person, recipients: [Recipient(person)],
            date: date, text: "Quoted.", authoredRanges: [], conversationTitle: "Walks",
            attachments: [Attachment(name: "a.pdf", mediaType: "application/pdf", byteCount: 3, item: id)],
            externalID: "keys@made-up.example", url: "https://made-up.example", defects: [.badDate])
        return DescribedItem(
            item, language: Language(named: "en"), parent: parent,
            answered: ListedItem(summary: fullSummary, preview: "Where are they?", threadItemCount: 2),
            sources: [ItemSource(path: "/mail.mbox", format: "mbox", cursor: "0")], hasOriginal: true, hasHTML: true,
            isFormer: true)
    }

    private static let fullThread = ItemThread(id: 1, kind: .email, title: "Keys", itemCount: 2, dates: date...date)
    private static let plainThread = ItemThread(id: 1, kind: .note, title: "", itemCount: 1, dates: nil)

    private static func response(_ isFull: Bool) -> SearchResponse {
        let score = ScoreParts(
            cosine: isFull ? 0.5 : nil, passageBM25: 1, contextBM25: 1, coverage: 1, namesSender: true, fused: 2)
        let hit = PassageHit(
            passage: Passage(item: id, range: 0..<3), item: isFull ? fullNote : plainSummary,
            text: isFull ? "**the**" : "the", highlights: isFull ? [0..<7] : [],
            marks: isFull ? [0..<2, 5..<7] : [], page: isFull ? 2 : nil, score: score)
        let result = SearchResult(
            thread: isFull ? fullThread : plainThread, passages: [hit], morePassages: 0, why: "says “the”")
        return SearchResponse(
            results: [result], lanes: [.words], notes: isFull ? ["Words only."] : [],
            interpretation: interpretation(isFull), timeline: isFull ? [TimelineMonth(month: "2024-03", items: 1)] : [])
    }

    private static func interpretation(_ isFull: Bool) -> QueryInterpretation {
        guard isFull else { return QueryInterpretation(freeText: "the") }
        var interpretation = QueryInterpretation(
            freeText: "the", filterText: "date:2024",
            dates: [ResolvedDate(written: "date:2024", from: date, to: date, days: "2024-01-01..2024-12-31")],
            notes: [QueryNote("“(” has no “)”", at: 0..<1)], passing: .init(items: 1, passages: 2))
        interpretation.wishes = [QueryWish(written: "ada", filterText: "with:\"ada\"", isRanked: false)]
        interpretation.hints = ["No document has the format “foo”."]
        return interpretation
    }

    private static var facets: LibraryFacets {
        var facets = LibraryFacets()
        facets.kinds = [.init(kind: .email, items: 1)]
        facets.people = [.init(person: person, query: "from:ada", items: 1)]
        facets.places = [.init(name: "Walks", query: "in:walks", items: 1)]
        facets.languages = [.init(language: Language(named: "en")!, query: "lang:en", items: 1)]
        facets.years = [.init(year: 2024, items: 1)]
        facets.months = [TimelineMonth(month: "2024-03", items: 1)]
        return facets
    }

    private static var fullProgress: ImportProgress {
        var progress = ImportProgress()
        (progress.share, progress.secondsLeft, progress.error) = (0.5, 2.5, report)
        progress.leftOut = 3
        return progress
    }

    private static var fullImportSummary: ImportSummary {
        var summary = ImportSummary()
        summary.skipped = [.otherType(fileExtension: "jpg"): 2, .archive(fileExtension: "zip"): 1]
        return summary
    }

    private static func details(_ details: ItemDetails) -> ItemPayload {
        var described = fullItem
        described.item.details = details
        return ItemPayload(described)
    }

    private static var editedMessage: MessageDetails {
        var message = MessageDetails(platform: "whatsapp")
        message.earlierTexts = ["At nine"]
        return message
    }

    private static func page(_ summary: ItemSummary, nextCursor: String? = nil) -> ItemListPayload {
        let item = ListedItem(
            summary: summary, preview: "The keys", threadItemCount: 2, isFormer: nextCursor != nil)
        return ItemListPayload(ItemPage(total: 1, items: [item]), nextCursor: nextCursor)
    }

    private static func model(_ problem: String?) -> ModelInUsePayload {
        ModelInUsePayload(ModelInUse(name: "all-MiniLM-L6-v2", precision: .f32, problem: problem))
    }

    private static func job(_ isFull: Bool) -> ImportPayload {
        ImportPayload(
            id: 1, task: .files, paths: ["/a"], state: .running, progress: isFull ? fullProgress : ImportProgress(),
            error: isFull ? report : nil, started: date, ended: isFull ? date : nil)
    }

    static var all: [PayloadExample] {
        items + notes + searches + library + people + imports + machine + conversations + memories + assistants
    }

    private static var items: [PayloadExample] {
        [
            PayloadExample(
                schema: "Item", full: ItemPayload(fullItem), minimal: ItemPayload(plainItem)),
            PayloadExample(
                schema: "Item", full: details(.message(editedMessage)),
                minimal: ItemPayload(DescribedItem(Item(id: id, details: .message(.init(platform: "")), text: "")))),
            PayloadExample(
                schema: "Item", full: details(.document(fullDocument)),
                minimal: ItemPayload(
                    DescribedItem(Item(id: id, details: .document(.init(format: "pdf", path: "/a")), text: "")))),
            PayloadExample(
                schema: "Item",
                full: details(
                    .note(
                        NoteDetails(
                            path: "/a", tags: ["a"], links: ["b"], aliases: ["c"], properties: [.init("d", "e")],
                            fileModified: date))),
                minimal: ItemPayload(DescribedItem(Item(id: id, details: .note(.init(path: "/a")), text: "")))),
            PayloadExample(
                schema: "ItemSummary", full: ItemSummaryPayload(fullSummary), minimal: ItemSummaryPayload(plainSummary)),
            PayloadExample(schema: "ItemList", full: page(fullSummary, nextCursor: "a"), minimal: page(plainSummary)),
            PayloadExample(
                schema: "ThreadWindow",
                full: ThreadWindowPayload(
                    fullThread, position: 0, offset: 0, items: [ItemPayload(fullItem)], session: fullThread),
                minimal: ThreadWindowPayload(plainThread, position: 0, offset: 0, items: [])),
        ]
    }

    private static let fullDocument = DocumentDetails(
        format: "pdf", path: "/a", pageCount: 2, created: date, modified: date, fileModified: date, pageStarts: [0])

    private static var notes: [PayloadExample] {
        let page = { NotePagePayload($0, links: ["Mill": id], pictures: ["a.png"]) }
        return [
            PayloadExample(schema: "NotePage", full: page(fullPage), minimal: page(MarkdownPage())),
            PayloadExample(
                schema: "NotePage", full: page(fullPage),
                minimal: page(MarkdownPage([block(.list(start: nil, [.init(isDone: nil, blocks: [])]))]))),
        ]
    }

    private static func block(_ content: MarkdownBlock.Content) -> MarkdownBlock {
        MarkdownBlock(content, firstLine: 1, lastLine: 2)
    }

    /// A page with each kind of block and inline.
    private static var fullPage: MarkdownPage {
        let text = [MarkdownInline.text("a")]
        let inlines: [MarkdownInline] = [
            .code("a"), .lineEnd(isBreak: true), .lineEnd(isBreak: false), .emphasis(text), .strong(text),
            .deleted(text), .marked(text),
            .link(target: "b.md", text), .note(name: "Mill", text), .picture(source: "a.png", description: "a"),
            .footnote(label: "1"),
        ]
        let paragraph = block(.paragraph(text + inlines))
        return MarkdownPage([
            block(.heading(level: 1, text)), paragraph, block(.quote([paragraph])),
            block(.callout(kind: "warning", title: text, [paragraph])),
            block(.list(start: 1, [MarkdownListItem(isDone: true, blocks: [paragraph])])),
            block(.code(language: "c", text: "a")), block(.rule),
            block(.table(alignments: [.end], header: [text], rows: [[text]])),
            block(.footnote(label: "1", [paragraph])),
        ])
    }

    private static var searches: [PayloadExample] {
        let count = { MatchCount(items: 1, threads: 1, interpretation: interpretation($0)) }
        return [
            PayloadExample(
                schema: "SearchResponse",
                full: SearchResponsePayload(response(true), after: .milliseconds(1.5), nextCursor: "a"),
                minimal: SearchResponsePayload(response(false), after: .zero)),
            PayloadExample(
                schema: "MatchCount", full: MatchCountPayload(count(true)), minimal: MatchCountPayload(count(false))),
            PayloadExample(
                schema: "Facets", full: FacetsPayload(facets), minimal: FacetsPayload(LibraryFacets())),
        ]
    }

    private static var library: [PayloadExample] {
        let source = SourceFileSummary(
            id: SourceRow(rawValue: 1), path: "/a", format: "mbox", items: 1, failures: 0, bytes: 3, isComplete: true)
        let failures = { FailureListPayload(FailurePage(total: 1, failures: [$0]), nextCursor: $1) }
        var inFolder = source
        inFolder.folder = "/"
        let sources = { SourceListPayload([$0], in: LibraryLocation(path: "/library")) }
        let deletion = DeletionPayload(Deletion(items: 1, threads: 1))
        let remaining = DeletionPayload(Deletion(items: 1, threads: 1, text: .remains))
        return [
            PayloadExample(
                schema: "SourceList", full: sources(inFolder), minimal: sources(source)),
            PayloadExample(schema: "FailureList", full: failures(failure, "a"), minimal: failures(plainFailure, nil)),
            PayloadExample(
                schema: "Dismissal", full: DismissalPayload(dismissed: 1), minimal: DismissalPayload(dismissed: 0)),
            PayloadExample(schema: "Deletion", full: remaining, minimal: deletion),
            PayloadExample(
                schema: "DeletionPreview", full: DeletionPreviewPayload(items: 1),
                minimal: DeletionPreviewPayload(items: 0)),
            PayloadExample(
                schema: "Status",
                full: StatusPayload(
                    programVersion: "1", path: "/a", counts: LibraryCounts(),
                    generations: [generation(.int8)], model: model("It is damaged."), hasWriter: true,
                    maintenance: LibraryMaintenance(last: date),
                    failures: [failure], sample: SamplePayload(isImported: true), unfinishedImports: 1),
                minimal: StatusPayload(
                    programVersion: "1", path: "/a", counts: LibraryCounts(), generations: [], model: nil,
                    hasWriter: false, maintenance: LibraryMaintenance())),
            PayloadExample(
                schema: "Settings",
                full: SettingsPayload(
                    watched: [
                        WatchedFolder(
                            path: "/a", look: .init(date: date, items: 1, failures: 1, problem: "No."), waiting: date)
                    ], quietHours: QuietHours("22-7"), precision: "f32", maintenance: true),
                minimal: SettingsPayload(
                    watched: [WatchedFolder(path: "/a")], quietHours: nil, precision: "", maintenance: false)),
            PayloadExample(
                schema: "WatchedFolder",
                full: WatchedFolderPayload(
                    WatchedFolder(
                        path: "/a", look: .init(date: date, items: 1, failures: 1, problem: "No."), waiting: date)),
                minimal: WatchedFolderPayload(WatchedFolder(path: "/a"))),
            PayloadExample(
                schema: "Searches", full: SearchesPayload(recent: ["a"], saved: ["b"]),
                minimal: SearchesPayload(recent: [], saved: [])),
        ]
    }

    private static func personPage(identifier: String?) -> PersonPage {
        let named = Person(
            name: "Ada Lind", participants: [person], sent: 1, isOwner: true, identifier: identifier,
            links: identifier == nil ? [] : [PersonLink(.name, person, Participant(name: "Lind, Ada"))])
        return PersonPage(total: 1, people: [named])
    }

    private static func mergeSuggestions(identifier: String?) -> [MergeSuggestion] {
        personPage(identifier: identifier).people.map { MergeSuggestion(.givenName, $0, $0) }
    }

    private static var people: [PayloadExample] {
        [
            PayloadExample(
                schema: "PersonList",
                full: PersonListPayload(
                    personPage(identifier: "ada@people.example"),
                    suggestions: mergeSuggestions(identifier: "ada@people.example")),
                minimal: PersonListPayload(personPage(identifier: nil))),
            PayloadExample(
                schema: "MergeSuggestionList",
                full: MergeSuggestionListPayload(mergeSuggestions(identifier: "ada@people.example")),
                minimal: MergeSuggestionListPayload(mergeSuggestions(identifier: nil))),
            PayloadExample(
                schema: "OwnerQuestion",
                full: OwnerQuestionPayload(OwnerQuestion(name: "Ada Lind", written: ["ada@people.example", "Ada"])),
                minimal: OwnerQuestionPayload(nil)),
            PayloadExample(
                schema: "PersonStatement",
                full: PersonStatementPayload(PersonStatement(.same, "ada@people.example", "Ada Lind")),
                minimal: PersonStatementPayload(PersonStatement(.me, "Ada Lind"))),
            PayloadExample(
                schema: "PersonStatementList",
                full: PersonStatementListPayload([
                    KeptPersonStatement(id: 7, statement: PersonStatement(.same, "ada@people.example", "Ada Lind"))
                ]),
                minimal: PersonStatementListPayload([
                    KeptPersonStatement(id: 7, statement: PersonStatement(.apart, "Ada Lind"))
                ])),
        ]
    }

    private static func generation(_ precision: EncoderPrecision) -> LibraryGeneration {
        LibraryGeneration(
            model: "m", precision: precision, state: .building, embedded: 1, passages: 2,
            index: VectorIndexState(inFile: 1, inDatabase: 0))
    }

    private static func citation(_ item: ItemSummary) -> Answer.Citation {
        Answer.Citation(number: 1, item: item, range: 0..<3, text: "the")
    }

    private static func answer(_ isFull: Bool) -> Answer {
        let sentence = Answer.Sentence(
            text: "the", isSupported: true, citations: [1],
            dates: isFull ? [DatedPhrase(phrase: "today", meaning: "9 March 2024")] : [], beginsParagraph: isFull)
        return Answer(
            question: "Where?", sentences: [sentence], citations: [citation(isFull ? fullSummary : plainSummary)],
            isFound: !isFull, isPossible: isFull,
            model: isFull ? AnswerModel(name: "a", machine: "b") : nil,
            toolUses: isFull ? [toolUse] : [], notes: isFull ? ["Stopped."] : [],
            memories: isFull ? [Answer.MemoryUse(id: MemoryID(rawValue: 1), text: "I like tea")] : [])
    }

    private static func memoryContent(_ isFull: Bool) -> MemoryContent {
        MemoryContent("I like tea", type: .preference, end: isFull ? date : nil)
    }

    private static func memoryOrigin(_ isFull: Bool) -> MemoryOrigin {
        isFull ? .message(conversation: ConversationID(rawValue: 7), position: 0) : .hand
    }

    private static func memory(_ isFull: Bool) -> Memory {
        Memory(memoryContent(isFull), origin: memoryOrigin(isFull), created: date, lastUsed: isFull ? date : nil)
    }

    private static func proposal(_ isFull: Bool) -> MemoryProposal {
        MemoryProposal(memoryContent(isFull), topic: "tea", origin: memoryOrigin(isFull), created: date)
    }

    private static var memories: [PayloadExample] {
        let waiting = proposal(true)
        return [
            PayloadExample(
                schema: "MemoryList",
                full: MemoryListPayload(
                    [memory(true)], proposals: [waiting], contradicted: [waiting.id: [memory(true)]]),
                minimal: MemoryListPayload([memory(false)], proposals: [proposal(false)])),
            PayloadExample(
                schema: "Memory", full: MemoryPayload(memory(true)), minimal: MemoryPayload(memory(false))),
        ]
    }

    private static func assistantClient(_ isFull: Bool) -> AssistantClientPayload {
        AssistantClientPayload(
            id: "1f2e3d4c", name: "a", scope: "in:work", created: date, used: isFull ? date : nil)
    }

    private static func toolCalls(_ isFull: Bool) -> ToolCallsPayload {
        ToolCallsPayload(
            [ToolCallPayload(date: date, client: "a", tool: "search", items: isFull ? 2 : nil)],
            nextCursor: isFull ? "a" : nil)
    }

    private static var assistants: [PayloadExample] {
        [
            PayloadExample(
                schema: "AssistantClientList", full: AssistantClientListPayload([assistantClient(true)]),
                minimal: AssistantClientListPayload([assistantClient(false)])),
            PayloadExample(
                schema: "NewAssistantClient", full: NewAssistantClientPayload(assistantClient(true), token: "b"),
                minimal: NewAssistantClientPayload(assistantClient(false), token: "b")),
            PayloadExample(schema: "ToolCallList", full: toolCalls(true), minimal: toolCalls(false)),
        ]
    }

    private static let toolUse = Answer.ToolUse(tool: "search", arguments: "{}", results: 1)

    private static func conversation(_ isFull: Bool) -> Conversation {
        let summary = ConversationSummary(id: ConversationID(rawValue: 7), created: date, used: date, questions: 1)
        guard isFull else { return Conversation(summary: summary) }
        let turn = KeptTurn(
            position: 0, asked: date, answer: answer(true), states: [1: .changed], proposal: proposal(true))
        return Conversation(summary: summary, scope: "in:walks", turns: [turn])
    }

    private static var conversations: [PayloadExample] {
        let list = {
            ConversationListPayload(ConversationPage(conversations: [conversation($0).summary]), nextCursor: $1)
        }
        let new = NewConversationPayload(ConversationID(rawValue: 7))
        let started = ToolStartedPayload(tool: "search", arguments: "{}")
        let model = ChatModelStatusPayload.Model(name: "a", server: "Ollama", machine: "b")
        let suggestions = SuggestionsPayload(["Where?"])
        return [
            PayloadExample(schema: "ConversationList", full: list(true, "a"), minimal: list(false, nil)),
            PayloadExample(schema: "NewConversation", full: new, minimal: new),
            PayloadExample(
                schema: "Conversation", full: ConversationPayload(conversation(true)),
                minimal: ConversationPayload(conversation(false))),
            PayloadExample(
                schema: "Answer",
                full: AnswerPayload(answer(true), turn: 0, states: [1: .there], proposal: proposal(true)),
                minimal: AnswerPayload(answer(false))),
            PayloadExample(schema: "ToolStarted", full: started, minimal: started),
            PayloadExample(
                schema: "ToolEnded", full: ToolEndedPayload(toolUse, found: [citation(fullSummary)]),
                minimal: ToolEndedPayload(toolUse, found: [])),
            PayloadExample(schema: "AnswerText", full: AnswerTextPayload("a"), minimal: AnswerTextPayload("")),
            PayloadExample(schema: "ModelIsSilent", full: ModelIsSilentPayload(), minimal: ModelIsSilentPayload()),
            PayloadExample(
                schema: "DeletedText", full: DeletedTextPayload(.remains), minimal: DeletedTextPayload(.remains)),
            PayloadExample(schema: "TextWithdrawn", full: TextWithdrawnPayload(), minimal: TextWithdrawnPayload()),
            PayloadExample(schema: "Suggestions", full: suggestions, minimal: suggestions),
            PayloadExample(
                schema: "ChatModelStatus", full: ChatModelStatusPayload(model, command: "a"),
                minimal: ChatModelStatusPayload(nil, command: "")),
        ]
    }

    private static var imports: [PayloadExample] {
        [
            PayloadExample(
                schema: "ImportList", full: ImportListPayload([job(true)]), minimal: ImportListPayload([job(false)])),
            PayloadExample(
                schema: "ImportProgress", full: ImportProgressPayload(fullProgress),
                minimal: ImportProgressPayload(ImportProgress())),
            PayloadExample(
                schema: "ImportSummary",
                full: ImportSummaryPayload(fullImportSummary, EmbeddingProgress(), elapsed: .seconds(1.5)),
                minimal: ImportSummaryPayload(ImportSummary(), nil, elapsed: .zero)),
            PayloadExample(
                schema: "Upload", full: UploadPayload(id: "a", name: "b", bytes: 2, received: 1),
                minimal: UploadPayload(id: "a", name: "b", bytes: 0, received: 0)),
            PayloadExample(
                schema: "Folder",
                full: FolderPayload(
                    path: "/a", parent: "/", entries: [.init(name: "b", path: "/a/b", isFolder: false, bytes: 3)],
                    places: [.init(name: "c", path: "/c", isFolder: false, bytes: 4)]),
                minimal: FolderPayload(
                    path: "/", parent: nil, entries: [.init(name: "a", path: "/a", isFolder: true, bytes: nil)],
                    places: [])),
        ]
    }

    private static var machine: [PayloadExample] {
        let checks = DiagnosisListPayload([DiagnosisPayload(check: "model", state: .fine, finding: "whole")])
        let problem = {
            ValidationProblemPayload(
                ValidationProblem(line: 1, column: 1, key: $0, severity: .error, message: "no date"))
        }
        let summary = ValidationSummaryPayload(ValidationSummary())
        return [
            PayloadExample(schema: "Error", full: ErrorPayload(report), minimal: ErrorPayload(report)),
            PayloadExample(schema: "DiagnosisList", full: checks, minimal: checks),
            PayloadExample(schema: "ValidationProblem", full: problem("date"), minimal: problem(nil)),
            PayloadExample(schema: "ValidationSummary", full: summary, minimal: summary),
        ]
    }

    /// Payloads of which no value has all keys: these have one part of the keys, those the other.
    static var alternatives: [(schema: String, values: [any Encodable])] {
        let formats = [RecognisedPathPayload.Format(format: "mbox", files: 1)]
        return [
            (
                "MemoryAddition",
                [MemoryAdditionPayload(.added(memory(true))), MemoryAdditionPayload(.contradicts([memory(true)]))]
            ),
            (
                "Recognised",
                [
                    RecognisedPathsPayload([RecognisedPathPayload(path: "/a", summary: "mail", formats: formats)]),
                    RecognisedPathsPayload([RecognisedPathPayload(path: "/a", error: report)]),
                ]
            ),
            (
                "InstalledModelList",
                [
                    InstalledModelListPayload([
                        InstalledModelPayload(folder: "/m", name: "a", fingerprint: "b", dimension: 384)
                    ]), InstalledModelListPayload([InstalledModelPayload(folder: "/m", problem: "It is damaged.")]),
                ]
            ),
        ]
    }
}
