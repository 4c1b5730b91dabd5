import ArgumentParser

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Checks the library, the model, this machine and the tools, and says what to do.")

    @OptionGroup var library: LibraryOptions

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    func run() async throws {
        let diagnoses = [
            MachineCheck.run(), ModelCheck.run(), await DocumentCheck.run(), LibraryCheck.run(library.location),
        ]
        switch format {
        case .text: print(diagnoses.map(\.text).joined(separator: "\n"))
        case .json: print(try JSONText.encode(diagnoses))
        }
        if diagnoses.contains(where: { $0.state == .broken }) { throw ExitCode(1) }
    }
}

/// What a check found, and what to do.
struct Diagnosis: Encodable, Sendable {
    enum State: String, Encodable, Sendable {
        case fine, missing, broken
    }

    var check: String
    var state: State
    var finding: String

    /// `✓ model: …`
    var text: String {
        let mark =
            switch state {
            case .fine: "✓"
            case .missing: "–"
            case .broken: "✗"
            }
        return "\(mark) \(check): \(TerminalText.safe(finding))"
    }
}
