@main
struct RecallTool {
    static func main() {}
}
