import ArgumentParser
import RecallCore
import RecallKit
import RecallWire

struct PeopleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "people",
        abstract: "Shows who is behind names, addresses and numbers, and mends it.",
        discussion: """
            One person has many addresses and names. Recall takes them for one by an address, a contact (.vcf) or a full name, \
            never by a first name alone; from:, to: and with: find all of them. What you say here comes before that.
            """,
        subcommands: [
            PeopleListCommand.self, PeopleMergeCommand.self, PeopleSplitCommand.self, PeopleUndoCommand.self,
        ],
        defaultSubcommand: PeopleListCommand.self)
}

struct PeopleListCommand: AsyncParsableCommand, JSONPrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists people, those who sent most first, or those of a name.")

    @Argument(help: "Words of a name, or a part of an address or number.")
    var name: [String] = []

    @OptionGroup var library: LibraryOptions

    @Option(name: [.customShort("n", allowingJoined: true), .long], help: "The number of people.")
    var limit = 20

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    func validate() throws {
        if limit < 1 { throw ValidationError("--limit takes a number from 1 on.") }
    }

    func run() async throws {
        let library = try RecallLibrary(at: library.location, for: .read, model: .none)
        let page =
            try name.isEmpty
            ? library.everybody(limit: limit)
            : library.people(named: name.joined(separator: " "), offset: 0, limit: limit)
        let suggestions = name.isEmpty ? try library.mergeSuggestions() : nil
        switch format {
        case .json: print(try PayloadEncoding.document(PersonListPayload(page, suggestions: suggestions)))
        case .text:
            let people = page.people
            let terminal = TerminalText()
            let none = name.isEmpty ? "Nobody has sent anything yet." : "Nobody of that name is in the library."
            let lines = people.flatMap { person in
                let reasons = name.isEmpty ? [] : Self.reasons(person)
                return terminal.lines(StyledText(Self.line(of: person)), hanging: 2)
                    + reasons.flatMap { terminal.lines(StyledText($0, .dim), indent: 2, hanging: 2) }
            }
            let left = page.total - people.count
            let more =
                left > 0 ? terminal.lines(StyledText("and \(left) more; -n \(page.total) lists all", .dim)) : []
            let report = MergeSuggestionReport(suggestions ?? [], at: library.location)
            print(((people.isEmpty ? [none] : lines + more) + report.lines(for: terminal)).joined(separator: "\n"))
        }
    }

    /// `Ada Lind (you): ada@people.example, +49 30 1234567; also Addie; sent 12 items`
    fileprivate static func line(of person: Person) -> String {
        let others = person.names.filter { $0 != person.name }
        let parts = [
            // Who has no name is shown by an address; a shop's texts have its name as their address.
            person.addresses.filter { $0 != person.name }.joined(separator: ", "),
            others.isEmpty ? "" : "also \(others.joined(separator: ", "))",
            // Of a contact who wrote nothing, nothing is said.
            person.sent > 0 ? "sent \(Count.of(person.sent, "item"))" : "",
        ]
        let known = parts.filter { !$0.isEmpty }.joined(separator: "; ")
        return TerminalText.safe(person.name) + (person.isOwner ? " (you)" : "")
            + (known.isEmpty ? "" : ": " + TerminalText.safe(known))
    }
}

extension PeopleListCommand {
    private static let mostReasons = 20

    /// `Ada Lind <ada@people.example> = Addie <al@work.example>: one full name, 98 % sure`, of those written otherwise.
    fileprivate static func reasons(_ person: Person) -> [String] {
        let links = person.links.filter { !$0.first.isWritten(as: $0.second) }
        let lines = links.prefix(mostReasons).map { link in
            let sure = Int((link.reason.confidence * 100).rounded())
            return TerminalText.safe("\(link.first.withAddress) = \(link.second.withAddress)")
                + ": \(link.reason.words), \(sure) % sure"
        }
        return lines + (links.count > mostReasons ? ["and \(Count.of(links.count - mostReasons, "more reason"))"] : [])
    }
}

extension Participant {
    fileprivate func isWritten(as other: Participant) -> Bool {
        (name.lowercased(), address.lowercased()) == (other.name.lowercased(), other.address.lowercased())
    }
}

extension PersonLink.Reason {
    fileprivate var words: String {
        switch self {
        case .stated: "you say so"
        case .contact: "one contact"
        case .address: "one address"
        case .number: "one number"
        case .name: "one full name"
        }
    }
}

struct PeopleMergeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge", abstract: "Says that two addresses, numbers or names belong to one person.")

    @Argument(help: "An address, a number or a whole name.")
    var first: String

    @Argument(help: "Another one.")
    var second: String

    @OptionGroup var library: LibraryOptions

    func run() async throws {
        let writer = try library.openExisting()
        try writer.merge(first, second)
        TerminalText.printNote("They are one person now. To take that back: \(library.location.command("people undo"))")
        let merged = try writer.everybody(limit: .max).people.first { person in
            person.participants.contains { [first, second].contains($0.address) || [first, second].contains($0.name) }
        }
        if let merged { TerminalText.printNote(PeopleListCommand.line(of: merged)) }
    }
}

struct PeopleSplitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "split", abstract: "Says that an address, a number or a name is another person.")

    @Argument(help: "An address, a number or a whole name.")
    var name: String

    @OptionGroup var library: LibraryOptions

    func run() async throws {
        let writer = try library.openExisting()
        try writer.split(name)
        TerminalText.printNote(
            "It is another person now. To take that back: \(library.location.command("people undo"))")
    }
}

struct PeopleUndoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Takes back what you said last about people.")

    @OptionGroup var library: LibraryOptions

    func run() async throws {
        let writer = try library.openExisting()
        let last = try writer.undoPersonStatement()
        TerminalText.printNote(last.map { "Taken back: \($0.sentence)" } ?? "There is nothing to take back.")
    }
}

extension PersonStatement {
    /// `ada@people.example and Addie are one person.`
    fileprivate var sentence: String {
        switch kind {
        case .same: "\(first) and \(second) are one person."
        case .apart: "\(first) is another person."
        case .me: "\(first) is you."
        }
    }
}

struct MeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "me", abstract: "Says which addresses, numbers and names are yours, or shows them.")

    @Argument(help: "Your addresses, numbers and names.")
    var addresses: [String] = []

    @OptionGroup var library: LibraryOptions

    func run() async throws {
        if !addresses.isEmpty { try library.openExisting().setOwner(addresses) }
        let reader = try RecallLibrary(at: library.location, for: .read, model: .none)
        let people = try reader.everybody(limit: .max).people
        let mine = people.filter(\.isOwner)
        if !mine.isEmpty {
            let lines = namesInChats(of: mine) + mine.flatMap(Self.lines) + namesakes(of: mine, among: people)
            return lines.forEach { TerminalText.printNote($0) }
        }
        let guess = try reader.likelyOwner()
        TerminalText.printNote(
            guess.map { "Probably \($0.name). If so: \(library.location.meCommand($0.written))" }
                ?? "Recall does not know who you are. Say it: recall me ADDRESS...")
    }

    /// The names among the arguments that stand without an address, as in chats: nothing else tells that they are the owner's.
    private func namesInChats(of mine: [Person]) -> [String] {
        let names = mine.flatMap(\.participants).filter { $0.address.isEmpty }.map(\.name)
        let taken = names.filter { name in addresses.contains { $0.lowercased() == name.lowercased() } }
        return taken.isEmpty
            ? []
            : [
                "Taken as your name in chats: \(taken.joined(separator: ", ")). "
                    + "To take that back: \(library.location.command("people undo"))"
                    + (addresses.count > 1 ? ", once for each that you said" : "")
            ]
    }

    /// The other people of the owner's name, and what to say if they are the owner.
    private func namesakes(of mine: [Person], among people: [Person]) -> [String] {
        let names = Set(mine.flatMap(\.names).map { $0.lowercased() })
        let others = people.filter { person in
            !person.isOwner && person.names.contains { names.contains($0.lowercased()) && $0.contains(" ") }
        }
        guard !others.isEmpty else { return [] }
        let addresses = others.prefix(5).flatMap(\.addresses)
        let command = library.location.command("me ADDRESS")
        return [
            "Not known to be yours, though your name stands there: \(addresses.joined(separator: ", ")). If they are: \(command)"
        ]
    }

    /// The names, and below them the addresses and numbers.
    private static func lines(of person: Person) -> [String] {
        let others = person.names.filter { $0 != person.name }
        let names = person.names.isEmpty ? [] : [person.name] + others
        return names + person.addresses.filter { !names.contains($0) }
    }
}

extension LibraryLocation {
    /// The command that says that some addresses, numbers and names are the owner's.
    func meCommand(_ written: [String]) -> String {
        command("me " + written.map(\.asShellWord).joined(separator: " "))
    }
}
