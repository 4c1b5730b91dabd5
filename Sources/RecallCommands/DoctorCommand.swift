import ArgumentParser

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Checks the library, the model, this machine and the tools, and says what to do.")

    @OptionGroup var library: LibraryOptions

    func run() async throws {}
}
