import RecallImport

@main
struct RecallTool {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == ParserProcess.argument { ParserProcess.main(Array(arguments.dropFirst())) }
    }
}
