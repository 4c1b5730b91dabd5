import Foundation
import RecallTestSupport
import Testing

/// `make install`: the program with its manual page and its completions.
@Suite(.waiting, .scratch) struct InstallationTests {
    private let scratch: ScratchFolder
    private static let files = [
        "bin/recall", "share/man/man1/recall.1", "share/bash-completion/completions/recall",
        "share/zsh/site-functions/_recall", "share/fish/vendor_completions.d/recall.fish",
    ]

    init() throws {
        scratch = try ScratchFolder()
    }

    private func run(_ script: String) throws -> String {
        let scripts = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../Scripts")
        return try RecallTerminal(environment: ["SCRIPTS": scripts.standardizedFileURL.path, "DESTDIR": scratch.path])
            .run(script)
    }

    private func text(_ file: String) throws -> String {
        try String(contentsOfFile: scratch.path + "/opt/some where/" + file, encoding: .utf8)
    }

    @Test func `what is installed is there, works, and is removed again`() throws {
        let output = try run(
            """
            "$SCRIPTS/install" "$RECALL" "/opt/some where" && "$DESTDIR/opt/some where/bin/recall" --version
            bash -n "$DESTDIR/opt/some where/share/bash-completion/completions/recall" && echo bash reads it
            """)
        #expect(output.contains("Installed recall in ") && output.contains("0.1.0\nbash reads it\n"))
        for file in Self.files {
            #expect(FileManager.default.fileExists(atPath: scratch.path + "/opt/some where/" + file), "\(file)")
        }
        let manual = try text(Self.files[1])
        for part in [".TH RECALL 1", "\\fBrecall search\\fR", "\\fB\\-n\\fR, \\fB\\-\\-limit\\fR", ".SH EXIT STATUS"] {
            #expect(manual.contains(part), "\(part)")
        }
        for completion in Self.files[2...] {
            let script = try text(completion)
            for word in ["similar", "limit", "relevance"] { #expect(script.contains(word), "\(completion): \(word)") }
        }
        #expect(try run(#""$SCRIPTS/install" --remove "/opt/some where""#).contains("Removed recall from "))
        for file in Self.files {
            #expect(!FileManager.default.fileExists(atPath: scratch.path + "/opt/some where/" + file), "\(file)")
        }
    }

    @Test func `a relative prefix is refused`() throws {
        #expect(
            try run(#""$SCRIPTS/install" "$RECALL" usr; echo "code $?""#).contains(
                "must be an absolute path: usr\ncode 64"))
    }
}
