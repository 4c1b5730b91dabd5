public import ArgumentParser
import Foundation
public import RecallCore
import RecallKit

struct MemoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "memory",
        abstract: "Shows and changes what you told Recall to remember.",
        subcommands: [
            MemoryListCommand.self, MemoryAddCommand.self, MemoryEditCommand.self, MemoryForgetCommand.self,
            MemoryExportCommand.self, MemoryImportCommand.self,
        ], defaultSubcommand: MemoryListCommand.self)
}

/// The options for what a memory says of itself.
struct MemoryOptions: ParsableArguments {
    @Option(help: "fact, preference, person, plan or instruction.")
    var type: MemoryType?

    @Option(
        help: ArgumentHelp(
            "normal; private: no program sees it, and no model on another machine; secret: no model sees it.",
            valueName: "sensitivity"))
    var sensitivity: MemorySensitivity?

    @Option(help: ArgumentHelp("The last day that it is true: 2027-03-31.", valueName: "day"))
    var until: String?

    func validate() throws { _ = try end() }

    /// True if nothing is left to be read from the words.
    var isComplete: Bool { type != nil && sensitivity != nil && until != nil }

    /// The end of the last day; `nil` without one.
    func end() throws -> Date? {
        guard let until else { return nil }
        let calendar = QueryClock().calendar
        let numbers = until.split(separator: "-").compactMap { Int($0) }
        guard numbers.count == 3, until.count == 10 else {
            throw ValidationError("--until is a day: 2027-03-31.")
        }
        let day = DateComponents(calendar: calendar, year: numbers[0], month: numbers[1], day: numbers[2])
        guard day.isValidDate, let start = calendar.date(from: day),
            let end = calendar.date(byAdding: .day, value: 1, to: start)
        else { throw ValidationError("There is no such day.") }
        return end
    }
}

extension MemoryType: ExpressibleByArgument {}
extension MemorySensitivity: ExpressibleByArgument {}

/// The fate of what a memory contradicts.
struct MemoryConflictOptions: ParsableArguments {
    @Flag(help: "Memories that it contradicts end now.")
    var replace = false

    @Flag(help: "Memories that it contradicts stay.")
    var keepBoth = false

    func validate() throws {
        guard !(replace && keepBoth) else { throw ValidationError("Say --replace or --keep-both, not both.") }
    }

    var resolution: MemoryConflictResolution { replace ? .replace : keepBoth ? .keepBoth : .ask }

    /// The exit code where a memory is contradicted, and the person has not said what holds.
    static let contradicts = ExitCode(4)
}

/// The first digits of a memory's id, as `recall memory list` prints them.
struct MemoryIDArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("A memory's id, or its first digits.", valueName: "id"))
    var id: String

    func validate() throws {
        guard !id.isEmpty, id.allSatisfy(\.isHexDigit) else {
            throw ValidationError("An id has the digits 0 to 9 and a to f. recall memory list prints ids.")
        }
    }

    /// The only memory whose id begins so.
    func find(in library: RecallLibrary) throws -> Memory {
        let found = try library.memories(withIDPrefix: id)
        guard found.count < 2 else {
            throw CommandFailure("More than one memory has an id that begins so. Add digits.", code: "ambiguous")
        }
        guard let memory = try found.first.flatMap({ try library.memory($0) }) else {
            throw CommandFailure(
                "No memory has an id that begins so. recall memory list prints ids.", code: "not-found")
        }
        return memory
    }
}

/// A memory as printed.
enum MemoryReport {
    /// `1a2b3c4d  I prefer window seats`, and below it type, sensitivity, origin and end.
    static func lines(_ memory: Memory, _ terminal: TerminalText, now: Date = Date()) -> [String] {
        let id = String(memory.id.description.prefix(8)) + "  "
        var facts = [memory.content.type.rawValue]
        if memory.content.sensitivity != .normal { facts.append(memory.content.sensitivity.rawValue) }
        facts.append(origin(memory))
        facts.append(memory.lastUsed.map { "used \(DayText.minute($0))" } ?? "never used")
        if let end = memory.content.end {
            facts.append((memory.hasEnded(at: now) ? "ended " : "until ") + self.end(end))
        }
        return terminal.lines(
            StyledText(id, .cyan) + StyledText(TerminalText.safe(memory.text)), hanging: id.columns)
            + terminal.lines(StyledText(facts.joined(separator: ", "), .dim), indent: id.columns)
    }

    /// The last day, as `--until` takes it; the minute of an end within a day.
    static func end(_ end: Date) -> String {
        let isMidnight = QueryClock().calendar.startOfDay(for: end) == end
        return isMidnight ? DayText.day(end.addingTimeInterval(-1)) : DayText.minute(end)
    }

    /// The memories that are contradicted, and the ways to decide.
    static func contradiction(_ memories: [Memory], _ terminal: TerminalText) -> [String] {
        ["Not kept: it contradicts what is remembered."] + memories.flatMap { lines($0, terminal) }
            + ["Add --replace to end what is remembered, or --keep-both."]
    }

    private static func origin(_ memory: Memory) -> String {
        let date = DayText.minute(memory.created)
        return switch memory.origin {
        case .hand: "by hand on \(date)"
        case .message: "told in a conversation on \(date)"
        case .program(let name): "proposed by \(TerminalText.safe(name)), kept on \(date)"
        }
    }
}
