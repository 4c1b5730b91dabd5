import RecallCommands
import RecallKit

@main
struct RecallTool {
    static func main() async {
        RecallProgram.parseIfAsked(Array(CommandLine.arguments.dropFirst()))
        await RecallCommand.start()
    }
}
