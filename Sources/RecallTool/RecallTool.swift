import RecallCommands
import RecallImport

@main
struct RecallTool {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == ParserProcess.argument { ParserProcess.main(Array(arguments.dropFirst())) }
        await RecallCommand.start()
    }
}
