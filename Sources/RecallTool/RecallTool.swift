import RecallCommands
import RecallKit

@main
struct RecallTool {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        RecallProgram.parseIfAsked(arguments)
        let opensBrowser = arguments.first == "serve" && !arguments.contains("--no-open")
        RecallProgram.protect(mayGainRights: opensBrowser)
        await RecallCommand.start()
    }
}
