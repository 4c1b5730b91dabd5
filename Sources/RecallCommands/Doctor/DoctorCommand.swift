import ArgumentParser
import RecallWire

struct DoctorCommand: AsyncParsableCommand, JSONPrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Checks the library, the model, this machine and the tools, and says what to do.",
        discussion: """
            Every page of the library carries a checksum. If one is wrong, --deep names the items and the files to import \
            again. --repair restores pages with one wrong byte, accepts pages without one, as other \
            programs write them, if SQLite's integrity check finds nothing, and makes indexes again from the items.
            """)

    @OptionGroup var library: LibraryOptions

    @Flag(help: "Read everything in the library, and name what is damaged.")
    var deep = false

    @Flag(help: "Repair what can be repaired, then check.")
    var repair = false

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    func run() async throws {
        let diagnoses = [
            MachineCheck.run(), ModelCheck.run(), await DocumentCheck.run(), await RecognitionCheck.run(),
            await ConfinementCheck.run(),
            LibraryCheck(isDeep: deep || repair, repairs: repair).run(library.location),
            await ChatModelCheck.run(library),
        ]
        switch format {
        case .text:
            let terminal = TerminalText()
            print(diagnoses.flatMap { $0.lines(terminal) }.joined(separator: "\n"))
        case .json: print(try PayloadEncoding.document(DiagnosisListPayload(diagnoses.map(\.payload))))
        }
        if diagnoses.contains(where: { $0.state == .broken }) { throw ExitCode(1) }
    }
}

/// The finding of a check, and what to do.
struct Diagnosis: Sendable {
    var check: String
    var state: DiagnosisPayload.State
    var finding: String

    var payload: DiagnosisPayload { DiagnosisPayload(check: check, state: state, finding: finding) }

    /// `✓ model: …`
    func lines(_ terminal: TerminalText) -> [String] {
        let (mark, colour): (String, TextStyle) =
            switch state {
            case .fine: ("✓ ", .green)
            case .missing: ("– ", .yellow)
            case .broken: ("✗ ", .red)
            }
        let text = StyledText(check, .bold) + StyledText(": " + TerminalText.safe(finding))
        return terminal.field(mark, style: [.bold, colour], text)
    }
}
