import RecallCommands
import RecallKit

@main
struct RecallTool {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        RecallProgram.parseIfAsked(arguments)
        if arguments.first == "import" { RecallProgram.protect(startsOnlyRecall: true) }
        if arguments.first == "serve" { RecallProgram.protect(startsOnlyRecall: arguments.contains("--no-open")) }
        await RecallCommand.start()
    }
}
