// The types of the HTTP API, for editors and readers. Nothing here runs: other modules name them in JSDoc. Names and properties
// are those of the schemas in openapi.json, which a test compares.

/**
 * @typedef {"email"|"message"|"document"|"note"} Kind
 * @typedef {{name: string, address: string}} Person either may be empty
 * @typedef {{text: string, mark?: "word"|"sentence"}} MarkedSegment
 * @typedef {{text: string, quoted?: boolean}} QuotedSegment
 * @typedef {MarkedSegment|QuotedSegment} Segment
 *
 * @typedef {object} ItemSummary
 * @property {string} id hexadecimal
 * @property {Kind} kind
 * @property {string} title
 * @property {Person} [sender]
 * @property {string} [date] RFC 3339
 * @property {string} conversation empty if there is none
 * @property {{id: string, title: string}} [attachedTo]
 * @property {string} [externalID] the id that the source gave it
 *
 * @typedef {ItemSummary & {preview: string, threadItems: number, isFormer?: boolean}} ListedItem
 *
 * @typedef {object} Attachment
 * @property {string} name
 * @property {string} type media type
 * @property {"photo"|"video"|"audio"|"sticker"|"gif"|"contact"|"document"|"media"|"file"} media
 * @property {number} [bytes]
 * @property {string} [item] id of the item made of it
 *
 * @typedef {{person: Person, role: "to"|"cc"|"bcc"}} Recipient
 *
 * @typedef {ItemSummary & {
 *   answers?: {id: string, sender?: Person, preview: string},
 *   recipients: Recipient[],
 *   segments: QuotedSegment[],
 *   attachments: Attachment[],
 *   sources: string[],
 *   hasOriginal: boolean,
 *   hasHTML: boolean,
 *   isFormer?: boolean,
 *   url?: string,
 *   language?: string,
 *   defects: string[],
 *   details: object
 * }} Item sources are paths; hasOriginal: its file may hold attachments to save; hasHTML: and a page; isFormer: an event or contact that its file has no longer; url is shown, never opened
 *
 * @typedef {{kind: Kind, title: string, items: number, from?: string, to?: string}} Thread
 * @typedef {{thread: Thread, session?: Thread, position: number, offset: number, items: Item[]}} ThreadWindow session: the part
 *   of a chat that the item is in
 * @typedef {{
 *   item: ItemSummary, segments: MarkedSegment[], excerpt?: MarkedSegment[], range: [number, number], page?: number,
 *   quoting?: Person, scores: object
 * }} Passage quoting: whose words it has, if not the sender's, empty if nothing says it; excerpt: the segments without the marks of Markdown, if there are any, or what stands for a message without text;
 *   page: of a document, from 1
 *
 * @typedef {{target: string, item: string}} NoteLink
 * @typedef {{blocks: MarkdownBlock[], links: NoteLink[], pictures: string[]}} NotePage pictures: those that are there
 *
 * @typedef {{type: "heading", lines: [number, number], level: number, inlines: MarkdownInline[]}} MarkdownHeading
 * @typedef {{type: "paragraph", lines: [number, number], inlines: MarkdownInline[]}} MarkdownParagraph
 * @typedef {{type: "quote", lines: [number, number], blocks: MarkdownBlock[]}} MarkdownQuote
 * @typedef {{type: "callout", lines: [number, number], label: string, inlines: MarkdownInline[], blocks: MarkdownBlock[]}} MarkdownCallout inlines: its title
 * @typedef {{type: "list", lines: [number, number], start?: number, items: MarkdownListItem[]}} MarkdownList
 * @typedef {{type: "code", lines: [number, number], language: string, text: string}} MarkdownCode
 * @typedef {{type: "rule", lines: [number, number]}} MarkdownRule
 * @typedef {{type: "table", lines: [number, number], alignments: string[], rows: MarkdownInline[][][]}} MarkdownTable header first
 * @typedef {{type: "footnote", lines: [number, number], label: string, blocks: MarkdownBlock[]}} MarkdownFootnote
 * @typedef {MarkdownHeading|MarkdownParagraph|MarkdownQuote|MarkdownCallout|MarkdownList|MarkdownCode|MarkdownRule|MarkdownTable|MarkdownFootnote} MarkdownBlock
 * @typedef {{isDone?: boolean, blocks: MarkdownBlock[]}} MarkdownListItem isDone: of a task
 *
 * @typedef {{type: string, text: string}} MarkdownText
 * @typedef {{type: string}} MarkdownBreak
 * @typedef {{type: string, inlines: MarkdownInline[]}} MarkdownSpan
 * @typedef {{type: string, target: string, inlines: MarkdownInline[]}} MarkdownLink
 * @typedef {{type: string, target: string, text: string}} MarkdownPicture
 * @typedef {MarkdownText|MarkdownBreak|MarkdownSpan|MarkdownLink|MarkdownPicture} MarkdownInline
 *
 * @typedef {object} Result one thread
 * @property {Thread} thread
 * @property {Passage[]} passages best first
 * @property {number} morePassages
 * @property {number} similarThreads near-duplicates folded into this one
 * @property {string} why
 * @property {"says"|"closeInMeaning"|"weak"} match a weak one may be found by chance
 * @property {number} confidence 0...1
 *
 * @typedef {{month: string, items: number}} Month month as "2024-03"
 * @typedef {{message: string, range: [number, number]}} QueryNote range of UTF-8 bytes
 *
 * @typedef {object} Query
 * @property {string} freeText
 * @property {string} filter
 * @property {{written: string, days: string, from?: string, to?: string}[]} dates
 * @property {number} [items] that pass the filter
 * @property {number} [passages] of these items
 * @property {QueryNote[]} notes
 * @property {{written: string, filter: string, isRanked: boolean}[]} wishes people, kinds and dates that plain words name; filter is the clause
 * @property {string[]} hints
 *
 * @typedef {object} SearchResponse
 * @property {Result[]} results
 * @property {("words"|"meaning")[]} lanes
 * @property {"words"|"meaning"} stage
 * @property {boolean} isFinal
 * @property {"says"|"closeInMeaning"|"nothingNear"} answer by its best match
 * @property {boolean} hasMore whether a higher limit gives more
 * @property {number} confidence 0...1, of the best passage
 * @property {string[]} notes
 * @property {Query} query
 * @property {Month[]} timeline
 * @property {number} milliseconds
 * @property {string} [nextCursor] asks for what follows
 *
 * @typedef {object} Facets
 * @property {number} total
 * @property {number} threads
 * @property {{kind: Kind, items: number}[]} kinds
 * @property {{person: Person, query: string, items: number}[]} people
 * @property {{name: string, query: string, items: number}[]} places
 * @property {{language: string, query: string, items: number}[]} languages codes of ISO 639-1
 * @property {{year: number, items: number}[]} years
 * @property {Month[]} months
 *
 * @typedef {object} Source
 * @property {string} id
 * @property {string} path
 * @property {string} format
 * @property {number} items
 * @property {number} failures
 * @property {number} bytes
 * @property {boolean} isComplete
 * @property {boolean} isGone not there any more
 * @property {boolean} isUploaded a copy in the library's folder, which goes with the source
 * @property {string} [folder] that it is listed under with other files of few items
 *
 * @typedef {object} ListedPerson
 * @property {string} name
 * @property {string[]} names the most used first
 * @property {string[]} addresses
 * @property {number} sent
 * @property {boolean} isOwner
 * @property {string} [identifier] names this person and nobody else
 * @property {{reason: string, confidence: number, first: Person, second: Person}[]} links why these are one person
 *
 * @typedef {{reason: "nickname"|"givenName"|"shortForm"|"ownName"|"ownAddress"|"fullName"|"number"|"address", person: ListedPerson, other: ListedPerson}} MergeSuggestion
 * @typedef {{suggestions: MergeSuggestion[]}} MergeSuggestionList
 * @typedef {{total: number, people: ListedPerson[], suggestions?: MergeSuggestion[]}} PersonList
 * @typedef {{kind: "same"|"apart"|"me", first: string, second?: string}} PersonStatement
 * @typedef {{id: number, kind: "same"|"apart"|"me", first: string, second?: string}} KeptPersonStatement
 * @typedef {{statements: KeptPersonStatement[]}} PersonStatementList
 *
 * @typedef {{path: string, place?: string, code: string, message: string, isAttachment: boolean}} Failure
 * @typedef {{id: string, name: string, bytes: number, received: number}} Upload
 * @typedef {{name: string, path: string, isFolder: boolean, bytes?: number}} FolderEntry
 * @typedef {{path: string, parent?: string, entries: FolderEntry[], places: FolderEntry[]}} Folder
 * @typedef {{code: string, message: string}} ErrorReport
 * @typedef {{path: string, summary?: string, formats?: {format: string, files: number}[], error?: ErrorReport}} RecognisedPath
 *
 * @typedef {object} Import
 * @property {string} id
 * @property {"files"|"embedding"} task
 * @property {string[]} paths none for embedding
 * @property {"waiting"|"running"|"paused"|"interrupted"|"finished"|"failed"|"cancelled"} state
 * @property {"reading"|"embedding"} stage
 * @property {number} items
 * @property {number} new
 * @property {number} updated
 * @property {number} duplicates
 * @property {number} failures
 * @property {number} leftOut files that Recall does not read
 * @property {number} itemsPerSecond
 * @property {number} [share] 0...1
 * @property {number} [secondsLeft]
 * @property {number} passagesEmbedded
 * @property {number} passagesTotal
 * @property {ErrorReport} [error]
 * @property {string} started
 * @property {string} [ended]
 *
 * @typedef {object} Searches the person's own, newest first
 * @property {string[]} recent
 * @property {string[]} saved
 *
 * @typedef {{id: string, title: string, created: string, used: string, questions: number}} ConversationSummary
 * @typedef {{conversations: ConversationSummary[], nextCursor?: string}} ConversationList
 * @typedef {{question: string, asked: string, answer: Answer}} ConversationTurn
 * @typedef {{
 *   id: string, title: string, created: string, used: string, scope?: string, turns: ConversationTurn[]
 * }} Conversation scope: in the query language; absent for everything
 *
 * @typedef {{phrase: string, meaning: string}} DatedPhrase
 * @typedef {{text: string, supported: boolean, quotation: boolean, citations: number[], dates: DatedPhrase[], paragraph?: true}} AnswerSentence
 *
 * @typedef {object} Citation
 * @property {number} n
 * @property {string} item its id; zeros if it was deleted
 * @property {Kind} kind
 * @property {number} start the first byte of the item's text
 * @property {number} end
 * @property {string} text as it was cited; empty if the item was deleted
 * @property {string} title
 * @property {string} from the sender's name, else the address
 * @property {string} fromAddress empty if there is none
 * @property {Person} [quoting] whose words these are, if not the sender's; empty if nothing says it
 * @property {string} [date]
 * @property {"there"|"changed"|"deleted"} [state]
 *
 * @typedef {{tool: string, arguments: string, results: number}} ToolUse
 * @typedef {{tool: string, arguments: string}} ToolStarted event toolStarted
 * @typedef {{tool: string, arguments: string, results: number, found: Citation[]}} ToolEnded event toolEnded
 * @typedef {{text: string}} AnswerText event text
 *
 * @typedef {object} Answer event answer
 * @property {string} question
 * @property {string} answer the sentences, joined
 * @property {boolean} found if not, the citations are the nearest
 * @property {true} [possible] these may be the answer
 * @property {string|null} model
 * @property {string} [machine] absent for this one
 * @property {AnswerSentence[]} sentences
 * @property {Citation[]} citations
 * @property {ToolUse[]} toolCalls
 * @property {{budget: number, tokens: number}} context
 * @property {string[]} notes
 * @property {number} seconds
 * @property {number} [turn] the place in its conversation, from 0; absent if it is not kept
 * @property {MemoryUse[]} memories
 * @property {MemoryProposal} [proposal]
 *
 * @typedef {"fact"|"preference"|"person"|"plan"|"instruction"} MemoryType
 * @typedef {"normal"|"private"|"secret"} MemorySensitivity
 * @typedef {{kind: "hand"|"message"|"program", source?: string, turn?: number}} MemoryOrigin
 *
 * @typedef {object} Memory
 * @property {string} id
 * @property {string} text
 * @property {MemoryType} type
 * @property {MemorySensitivity} sensitivity
 * @property {MemoryOrigin} from
 * @property {string} created
 * @property {string} [used]
 * @property {string} [until]
 * @property {boolean} ended
 *
 * @typedef {object} MemoryProposal
 * @property {string} id
 * @property {string} text
 * @property {MemoryType} type
 * @property {MemorySensitivity} sensitivity
 * @property {MemoryOrigin} from
 * @property {string} created
 * @property {string} [until]
 *
 * @typedef {MemoryProposal & {contradicts?: Memory[]}} WaitingMemoryProposal
 * @typedef {{memories: Memory[], proposals: WaitingMemoryProposal[]}} MemoryList
 * @typedef {{outcome: "added"|"merged"|"changed"|"contradicts", memory?: Memory, contradicts?: Memory[]}} MemoryAddition
 * @typedef {{id?: string, text: string, source: boolean}} MemoryUse without an id it was forgotten
 *
 * @typedef {{id: string, name: string, scope: string, created: string, used?: string}} AssistantClient scope: empty for everything
 * @typedef {{clients: AssistantClient[]}} AssistantClientList
 * @typedef {{client: AssistantClient, token: string}} NewAssistantClient
 * @typedef {{date: string, client: string, tool: string, items?: number}} ToolCall without items it failed
 * @typedef {{calls: ToolCall[], nextCursor?: string}} ToolCallList
 *
 * @typedef {{questions: string[]}} Suggestions
 * @typedef {{name: string, server: string, machine: string|null}} ChatModel machine: null for this one
 * @typedef {{model: ChatModel|null, hint: string, command: string}} ChatModelStatus hint: how to get a model; command: chooses one, in a shell
 *
 * @typedef {{model: string, precision?: string, state: "serving"|"building"|"kept"|"unused", embedded: number, passages: number, index?: {inFile: number, inDatabase: number}}} Generation
 *   the vectors of one model
 *
 * @typedef {object} Status
 * @property {string} programVersion
 * @property {{
 *   path: string, items: Record<Kind, number>, attachmentItems: number, threads: number, passages: number,
 *   embeddedPassages: number, failures: number, bytes: number
 * }} library
 * @property {Generation[]} generations
 * @property {{name: string, precision: string, problem?: string}} [model]
 * @property {boolean} hasWriter something writes to the library, here or in another process
 * @property {{isOn: boolean, last?: string}} maintenance in quiet moments
 * @property {number} [unfinishedImports] imports of files that were cut off or paused; absent on the command line
 * @property {Failure[]} [failureList] only on the command line
 * @property {{isImported: boolean}} [sample] absent if it is not installed, and on the command line
 */

/**
 * @typedef {{
 *   path: string, lastLooked?: string, items?: number, failures?: number, problem?: string, waitingSince?: string,
 *   isMissing: boolean
 * }} WatchedFolder a folder whose changes are imported, and the last look at it
 */

/**
 * @typedef {{
 *   watchedFolders: string[], watched: WatchedFolder[], quietHours?: string, areQuiet: boolean, precision: string,
 *   maintenance: boolean
 * }} Settings
 */

export {};
