import Foundation
import RecallCore
import RecallImport

/// Reads the next documents beside the one whose turn it is: each is parsed in a process of its own, which would leave the other
/// cores idle. What is read waits for its turn, so everything is stored in the order of the walk.
struct DocumentsAhead {
    /// The records of a unit, each with the cursor after it.
    typealias Records = [(record: ImportRecord, cursor: SourceCursor)]

    private let readers: @Sendable (SourceUnit) async throws -> any SourceReader
    /// The units whose turn is to come, the next one last.
    private var waiting: [SourceUnit]
    private var begun: [(unit: SourceUnit, task: Task<Records?, any Error>)] = []

    /// As many as there are cores. More would take more memory than the limits of one process say.
    private static let width = max(1, min(4, ProcessInfo.processInfo.activeProcessorCount))

    /// - Parameter units: the units that will be read, in this order.
    init(_ units: [SourceUnit], readers: @escaping @Sendable (SourceUnit) async throws -> any SourceReader) {
        self.readers = readers
        waiting = units.reversed()
    }

    /// The records of the next unit; `nil` if it is none of those that are read ahead.
    ///
    /// - Throws: what its reader throws.
    mutating func records(of unit: SourceUnit) async throws -> Records? {
        begin()
        guard let turn = begun.firstIndex(where: { $0.unit == unit }) else { return nil }
        let task = begun[turn].task
        // A unit that was named twice has its turn once.
        for passed in begun[..<turn] { passed.task.cancel() }
        begun.removeSubrange(...turn)
        return try await task.valueCancelledTogether
    }

    /// Ends what is being read.
    func cancel() { begun.forEach { $0.task.cancel() } }

    private mutating func begin() {
        while begun.count < Self.width, let unit = waiting.popLast() {
            begun.append((unit, Task { [readers] in try await Self.read(unit, readers) }))
        }
    }

    /// All records of a document; `nil` for a unit that may have many, which would have to be kept.
    private static func read(
        _ unit: SourceUnit, _ readers: @Sendable (SourceUnit) async throws -> any SourceReader
    ) async throws -> Records? {
        guard let reader = try await readers(unit) as? DocumentFileReader else { return nil }
        var records: Records = []
        try await reader.read(unit, from: .start) { record, cursor in records.append((record, cursor)) }
        return records
    }
}
