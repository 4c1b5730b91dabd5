import RecallCommands
import RecallImport

@main
struct RecallTool {
    static func main() async {
        await RecallCommand.start()
    }
}
