import Foundation
import RecallTestSupport
import Testing

/// The command line in a terminal, as a person sees it.
@Suite(.waiting, .scratch) struct TerminalTests {
    private let fixture: CommandFixture

    init() throws {
        fixture = try CommandFixture()
    }

    private func terminal(columns: Int = 80, _ environment: [String: String] = [:]) -> RecallTerminal {
        let own = [
            "RECALL_LIBRARY": fixture.library, "RECALL_MODELS": fixture.scratch.path + "/no models", "TZ": "UTC",
            "LC_ALL": "C.UTF-8", "IN": fixture.scratch.path + "/in",
            "SET": fixture.scratch.path + "/set",
        ]
        return RecallTerminal(columns: columns, environment: own.merging(environment) { $1 })
    }

    private static let english = String(
        repeating: "The kettle on the landing whistles at night and wakes us. ", count: 30)
    private static let japanese = String(repeating: "台所のやかんが夜中に鳴って、みんなを起こしてしまう。", count: 30)

    private func importLongTexts() throws {
        try fixture.importSome()
        try fixture.scratch.write("in/\(String(repeating: "A long name ", count: 12)).md", Self.english)
        try fixture.scratch.write("in/やかん.md", "# \(Self.japanese.prefix(70))\n\nkettle \(Self.japanese)")
        try fixture.scratch.write(
            "in/empty \(String(repeating: "without blanks".replacing(" ", with: ""), count: 9)).md", "")
    }

    private func writeSet() throws {
        try fixture.scratch.write("set/items.jsonl", #"{"id":"a","kind":"note","text":"the kettle whistles"}"#)
        let queries = ["a category of that name", "another"].enumerated().map {
            #"{"id":"\#($0.offset)","text":"kettle","category":"\#($0.element)"}"#
        }
        try fixture.scratch.write("set/queries.jsonl", queries.joined(separator: "\n"))
        try fixture.scratch.write("set/qrels.tsv", "0\t0\ta\t1\n1\t0\ta\t1\n")
    }

    @Test(arguments: [60, 80, 120, 200])
    func `no line is longer than the terminal is wide`(columns: Int) throws {
        try importLongTexts()
        try writeSet()
        let output = try terminal(columns: columns).run(
            """
            $RECALL import "$IN"; $RECALL search kettle; $RECALL search --explain やかん; $RECALL show 1; $RECALL show 1 --thread
            $RECALL search kettle >/dev/null; for n in 1 2 3 4; do $RECALL show $n; done
            $RECALL search --all kettle; $RECALL count kettle; $RECALL status --failures; $RECALL sources; $RECALL doctor
            $RECALL eval make; $RECALL eval run; $RECALL eval run; $RECALL eval "$SET"; $RECALL eval "$SET" --unanswerable
            $RECALL; $RECALL serch; $RECALL import; $RECALL search x --kind letter; $RECALL search "kettle from:(x"
            """)
        let lines = Self.plain(output).split(separator: "\n")
        // What is to be copied is not broken: a command, and the path of a file below its label.
        let broken = lines.filter {
            !$0.drop { " `".contains($0) }.hasPrefix("recall ") && !$0.contains(fixture.scratch.path)
        }
        let tooLong = broken.filter { Self.columns(of: $0) > columns }
        #expect(tooLong.isEmpty, "\(tooLong)")
        let widest = lines.map(Self.columns).max() ?? 0
        #expect(widest > columns - 6, "room is left unused: \(widest)")
    }

    @Test(arguments: [24, 60, 200])
    func `a command to copy and the path of a file stand on one line`(columns: Int) throws {
        try fixture.importSome()
        let output = try terminal(columns: columns).run("$RECALL search kettle --kind note; $RECALL show 1")
        let lines = Self.plain(output).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        #expect(lines.contains { $0.hasSuffix("recall model install`") }, "\(lines)")
        #expect(lines.contains { $0.hasSuffix(fixture.scratch.path + "/in/Boiler.md") }, "\(lines)")
    }

    @Test func `the number of a result deletes it, and only once`() throws {
        try fixture.importSome()
        let output = try terminal(columns: 200).run(
            "$RECALL search kettle --kind note; $RECALL delete --item 1 --yes; $RECALL delete --item 1 --yes")
        #expect(output.contains("Deleted 1 item; 1 thread gone entirely."))
        #expect(output.contains("There was no search in this terminal since it was opened or something was deleted"))
        #expect(try fixture.recall("search", "--all", "kettle", "--kind", "note").code == 1)
        #expect(try fixture.recall("search", "--all", "kettle").code == 0)
    }

    @Test(arguments: [60, 200])
    func `wrapping loses no word and no character`(columns: Int) throws {
        try importLongTexts()
        let output = try terminal(columns: columns).run(
            """
            $RECALL import "$IN" >/dev/null
            $RECALL search "landing whistles" >/dev/null; $RECALL show 1
            $RECALL search やかん >/dev/null; $RECALL show 1
            """)
        let words = Self.plain(output).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains(Self.english.trimmingCharacters(in: .whitespaces)))
        #expect(words.replacing(" ", with: "").contains(Self.japanese))
        // A line does not begin with a closing mark.
        #expect(!Self.plain(output).split(separator: "\n").contains { "、。".contains($0.first ?? " ") })
    }

    @Test func `colour is shown in a terminal only, and not against the person's will`() throws {
        try fixture.importSome()
        let search = "$RECALL search kettle"
        let coloured = try terminal().run(search)
        #expect(coloured.contains("\u{1B}[1;36m1. \u{1B}[0m\u{1B}[1m") && coloured.contains("\u{1B}[1mBoiler\u{1B}[0m"))
        #expect(coloured.contains("\u{1B}[1;33mkettle\u{1B}[0m") || coloured.contains("\u{1B}[1;4;33mkettle\u{1B}[0m"))
        #expect(try terminal(["NO_COLOR": ""]).run(search).contains("\u{1B}["))
        for environment in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
            #expect(try !terminal(environment).run(search).contains("\u{1B}["), "\(environment)")
        }
        #expect(try !terminal().run(search + " | cat").contains("\u{1B}["))
        #expect(try terminal().run("$RECALL doctor").contains("\u{1B}[1;32m✓ \u{1B}[0m"))
    }

    @Test func `a result is opened by its number, in the terminal that searched`() throws {
        try fixture.importSome()
        let output = try terminal().run("$RECALL search kettle >/dev/null; $RECALL show 2 | cat; $RECALL show 7")
        let found = try fixture.recall("search", "kettle", "--format", "json")
        #expect(output.contains("\n") && output.hasPrefix(found.titles[1] + "\n"))
        #expect(output.contains("The last search in this terminal had 2 results."))
        let other = try terminal().run("$RECALL show 2")
        #expect(Self.plain(other).contains("Error: There was no search in this terminal"))
        let none = try fixture.recall("show", "2", "--format", "json")
        #expect(none.code == 1 && (none.json["error"] as? [String: String])?["code"] == "not-found")
        let id = try #require(found.firstID)
        #expect(try fixture.recall("show", String(id.prefix(10))).code == 0)
    }

    @Test func `shown results are private, hold no query, and go with a deletion`() throws {
        try fixture.importSome()
        let folder = fixture.library + "/shown"
        let output = try terminal().run("$RECALL search kettle; $RECALL similar 1; ls -ld \"$RECALL_LIBRARY/shown\"")
        #expect(output.contains("drwx------"))
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(!files.isEmpty)
        for file in files {
            let path = folder + "/" + file
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
            #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("kettle"))
        }
        let id = try #require(try fixture.recall("search", "keys", "--format", "json").firstID)
        #expect(try fixture.recall("delete", "--item", id, "--yes").code == 0)
        #expect(!FileManager.default.fileExists(atPath: folder))
        // Programs leave no trace.
        _ = try fixture.recall("search", "kettle")
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test func `a chat's line is edited, remembered, cleared and left`() throws {
        try fixture.importSome()
        let output = try terminal(columns: 120).run(
            "$RECALL chat --no-model",
            typing: [
                "kettle?\u{1}Where is the \u{5}\r", "\u{1B}[A\u{17}\u{17}!\u{3}\u{3}hello\r",
                "/hel\u{1B}[Dx\u{7F}\u{1B}[Cp\r",
                "\u{4}",
            ])
        let plain = Self.plain(output)
        #expect(plain.contains("> Where is the kettle?"), "\(output)")
        #expect(plain.contains("^C") && plain.contains("Ctrl-D or /quit leaves.\n"), "\(output)")
        #expect(plain.contains("Hello! What would you like to find?") && plain.contains("/sources"), "\(output)")
        #expect(!output.contains("^[[A"))
        // What is pasted is marked only while a line is asked for.
        #expect(output.ranges(of: "\u{1B}[?2004h").count == output.ranges(of: "\u{1B}[?2004l").count)
    }

    @Test func `what is pasted is one question, and steers nothing`() throws {
        try fixture.importSome()
        let output = try terminal(columns: 120).run(
            "$RECALL chat --no-model; stty -a",
            typing: [
                "\u{1B}[200~What did\n/quit\u{1B}]0;canary\u{7}\u{202E}\u{1B}[41mkettle?\n\u{1B}[201~\r", "hello\r",
                "/quit\r",
            ])
        #expect(output.contains("What did↵/quit]0;canary[41mkettle?"), "\(output)")
        #expect(!output.contains("\u{1B}]0;") && !output.contains("\u{202E}") && !output.contains("\u{1B}[41m"))
        #expect(output.contains("Hello! What") && output.contains(" icanon ") && output.contains(" echo "), "\(output)")
    }

    @Test func `without a terminal that moves its cursor, lines are read as they are`() throws {
        try fixture.importSome()
        let dumb = try terminal(["TERM": "dumb"]).run(
            "printf 'hello\n' | $RECALL chat --no-model; $RECALL chat --no-model </dev/null")
        #expect(!dumb.contains("\u{1B}") && dumb.contains("Hello! What"), "\(dumb)")
        let piped = try fixture.recall("chat", "--no-model", input: "hello\nthanks\n").output
        #expect(piped.contains("Hello! What") && piped.contains("You are welcome.") && !piped.contains("\u{1B}"))
    }

    private static func plain(_ output: String) -> String {
        output.replacing(/\u{1B}\[[0-9;]*[mJK]/, with: "").replacing("\r", with: "\n")
    }

    /// The columns of a line: two for kana, Han characters and their punctuation, one for all else in these tests.
    private static func columns(of line: some StringProtocol) -> Int {
        line.unicodeScalars.reduce(0) { $0 + ((0x3000...0x9FFF).contains($1.value) ? 2 : 1) }
    }
}
