// The types of the HTTP API, for editors and readers. Nothing here runs: other modules name them in JSDoc.

/**
 * @typedef {"email"|"message"|"document"|"note"} Kind
 * @typedef {{name: string, address: string}} Person either may be empty
 * @typedef {{text: string, mark?: "word"|"sentence", quoted?: boolean}} Segment
 *
 * @typedef {object} ItemSummary
 * @property {string} id hexadecimal
 * @property {Kind} kind
 * @property {string} title
 * @property {Person} [sender]
 * @property {string} [date] RFC 3339
 * @property {string} conversation empty if there is none
 * @property {{id: string, title: string}} [attachedTo]
 * @property {string} [preview] only in lists
 * @property {number} [thread] items in its thread, only in lists
 *
 * @typedef {object} Attachment
 * @property {string} name
 * @property {string} type media type
 * @property {number} bytes
 * @property {string} [item] id of the item made of it
 *
 * @typedef {object} ItemBody
 * @property {{person: Person, role: "to"|"cc"|"bcc"}[]} recipients
 * @property {Segment[]} segments
 * @property {Attachment[]} attachments
 * @property {string[]} sources paths
 * @property {boolean} hasOriginal whether its file may hold attachments to save
 * @property {boolean} hasHTML whether its file may hold a page
 * @property {string} [url] shown, never opened
 * @property {string[]} defects
 * @property {string} [language] ISO 639-1
 *
 * @typedef {ItemSummary & ItemBody} Item
 *
 * @typedef {{kind: Kind, title: string, items: number, from?: string, to?: string}} ThreadSummary
 * @typedef {{thread: ThreadSummary, position: number, offset: number, items: Item[]}} ThreadSlice
 * @typedef {{item: ItemSummary, segments: Segment[], range: [number, number]}} Passage
 *
 * @typedef {object} Result one thread
 * @property {ThreadSummary} thread
 * @property {Passage[]} passages best first
 * @property {number} morePassages
 * @property {number} similarThreads near-duplicates folded into this one
 * @property {string} why
 * @property {number} confidence 0...1
 *
 * @typedef {{month: string, items: number}} MonthCount month as "2024-03"
 * @typedef {{message: string, start: number, end: number}} QueryNote
 * @typedef {{freeText: string, filter: string, items?: number, notes: QueryNote[]}} QueryReading
 *
 * @typedef {object} SearchAnswer
 * @property {Result[]} results
 * @property {("words"|"meaning")[]} lanes
 * @property {"words"|"meaning"} stage
 * @property {boolean} isFinal
 * @property {boolean} hasClearMatch whether something fits well enough; if not, results are the nearest
 * @property {number} confidence 0...1, of the best passage
 * @property {string[]} notes
 * @property {QueryReading} query
 * @property {MonthCount[]} timeline
 * @property {number} milliseconds
 *
 * @typedef {object} Facets
 * @property {number} total
 * @property {number} threads
 * @property {{kind: Kind, items: number}[]} kinds
 * @property {{person: Person, query: string, items: number}[]} people
 * @property {{name: string, query: string, items: number}[]} places
 * @property {{language: string, query: string, items: number}[]} languages codes of ISO 639-1
 * @property {{year: number, items: number}[]} years
 * @property {MonthCount[]} months
 *
 * @typedef {object} Source
 * @property {string} id
 * @property {string} path
 * @property {string} format
 * @property {number} items
 * @property {number} failures
 * @property {number} bytes
 * @property {boolean} complete
 * @property {string} [imported]
 *
 * @typedef {{path: string, place?: string, code: string, reason: string, isAttachment: boolean}} Failure
 * @typedef {{name: string, path: string, isFolder: boolean, bytes?: number}} FolderEntry
 * @typedef {{path: string, parent?: string, entries: FolderEntry[]}} Folder
 * @typedef {{path: string, summary?: string, formats?: {format: string, files: number}[], problem?: string}} Recognised
 *
 * @typedef {object} Import
 * @property {string} id
 * @property {string[]} paths
 * @property {"waiting"|"running"|"paused"|"finished"|"failed"|"cancelled"} state
 * @property {"reading"|"embedding"} stage
 * @property {number} items
 * @property {number} new
 * @property {number} updated
 * @property {number} duplicates
 * @property {number} failures
 * @property {number} itemsPerSecond
 * @property {number} [share] 0...1
 * @property {number} [secondsLeft]
 * @property {number} passagesEmbedded
 * @property {number} passagesTotal
 * @property {string} [problem]
 * @property {string} started
 * @property {string} [ended]
 *
 * @typedef {object} LibraryStatus
 * @property {string} path
 * @property {Record<Kind, number>} items
 * @property {number} threads
 * @property {number} passages
 * @property {number} embeddedPassages
 * @property {number} failures
 * @property {number} bytes
 *
 * @typedef {object} Status
 * @property {string} version
 * @property {LibraryStatus} library
 * @property {{name: string, precision: string, problem?: string}|null} model
 * @property {boolean} writer something writes to the library, here or in another process
 */

export {};
