import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

/// Transcripts of meetings and subtitles of films.
@Suite(.scratch) struct TranscriptTests {
    private func document(_ name: String, _ text: String) async throws -> Item {
        let files = try NoteImport()
        try files.write(name, text)
        return try #require(try await files.items().first)
    }

    private func text(_ text: String, _ name: String = "a.vtt") async throws -> String {
        try await document(name, text).text
    }

    @Test func `a transcript of Teams is what is said by whom, without times, tags, styles and notes`() async throws {
        let item = try await document(
            "Standup 2024-03-17.vtt",
            """
            \u{FEFF}WEBVTT - Standup
            Kind: captions

            NOTE made by a program
            in two lines

            STYLE
            ::cue { color: red }

            REGION
            id:fred

            8d1c/12-0
            00:00:03.450 --> 00:00:05.620 align:start position:0%
            <v Ada Berg>Hello <i>everyone</i>,</v>

            00:05.700 --> 00:07.000
            <v.loud Ada Berg>the boat &amp; the quay
            are ready.</v>

            00:00:08.000 --> 00:00:09.000
            <v Bo>Fine.</v>
            <v Ada Berg>Good.</v>

            00:01:09.000 --> 00:01:10.000
            [music]
            """)
        #expect(
            item.text
                == "Ada Berg: Hello everyone, the boat & the quay are ready.\n\nBo: Fine.\n\nAda Berg: Good.\n\n[music]"
        )
        #expect(item.title == "Standup 2024-03-17" && item.kind == .document && item.sender == nil)
        #expect(shown(item.date).hasPrefix("2024 3 17"))
        guard case .document(let details) = item.details else { throw CancellationError() }
        #expect(details.format == "transcript")
    }

    @Test func `names that Zoom writes before the words are there once for each turn`() async throws {
        let text = try await text(
            "WEBVTT\r\n\r\n1\r\n00:00:01.000 --> 00:00:02.000\r\nAda Berg: Is the rope here?\r\n\r\n2\r\n"
                + "00:00:02.500 --> 00:00:04.000\r\nAda Berg: The new one.\r\n\r\n3\r\n"
                + "00:00:05.000 --> 00:00:06.000\r\nBo: Yes: on the quay.\r\n")
        #expect(text == "Ada Berg: Is the rope here? The new one.\n\nBo: Yes: on the quay.")
    }

    @Test func `captions of YouTube, which roll and say each line three times, are read once`() async throws {
        let text = try await text(
            "WEBVTT\nKind: captions\nLanguage: en\n\n00:00:00.000 --> 00:00:02.000 align:start position:0%\n \n"
                + "so<00:00:00.500><c> the</c><00:00:00.900><c> boat</c>\n\n00:00:02.000 --> 00:00:02.010\n"
                + "so the boat\n \n\n00:00:02.010 --> 00:00:04.000\nso the boat\nleft<00:00:02.500><c> at</c><c> nine</c>"
                + "\n\n00:00:04.000 --> 00:00:04.010\nleft at nine\n \n")
        #expect(text == "so the boat left at nine")
    }

    @Test func `what is said twice is read twice`() async throws {
        let pause = "1\n00:00:01,000 --> 00:00:02,000\nNo.\n\n2\n00:00:03,000 --> 00:00:04,000\nNo.\n"
        #expect(try await text(pause, "a.srt") == "No. No.")
        let voices = "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ada>No.\n\n00:02.000 --> 00:03.000\n<v Bo>No.\n"
        #expect(try await text(voices) == "Ada: No.\n\nBo: No.")
    }

    @Test func `subtitles lose numbers, fonts and places, and a pause begins a paragraph`() async throws {
        let text = try await text(
            """
            1
            00:00:01,000 --> 00:00:02,000
            {\\an8}<font color="#fff">Where is</font>
            the rope?

            2
            00:00:02,500 --> 00:00:03,000
            - On the quay.

            And a < b.

            3
            00:00:03,500 --> 00:00:04,000
            Not so.
            4
            00:00:16,000 --> 00:00:17,000
            Later. I <3 it.
            """, "film.srt")
        #expect(text == "Where is the rope? - On the quay. And a < b. Not so.\n\nLater. I <3 it.")
    }

    @Test func `a transcript is known by its first word under any name, and a file without cues is left out`() throws {
        let scratch = try SourceScratch()
        try scratch.write("talk.txt", "WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n")
        try scratch.write("other.txt", "WEBVTTS are files\n")
        try scratch.write("none.srt", "Nothing is said\n")
        var found: [String: String] = [:]
        for entry in SourceWalker(path: scratch.path) {
            if case .unit(let unit) = entry {
                found[String(unit.path.dropFirst(scratch.path.count + 1))] = unit.format.identifier
            }
        }
        #expect(found == ["talk.txt": "transcript", "other.txt": "text"])
    }

    @Test func `a transcript that is attached to a mail is searched`() {
        let head = Array("WEBVTT\n".utf8)
        #expect(DocumentTextExtractor.format(mediaType: "", name: "", head: head) == .transcript)
        #expect(DocumentTextExtractor.format(mediaType: "", name: "a.srt", head: Array("1\n".utf8)) == .transcript)
        #expect(DocumentTextExtractor.format(mediaType: "text/vtt", name: "", head: []) == .transcript)
    }

    @Test(arguments: ["<a", "&{\\", "x\n", "00:01.000 --> 00:02.000\n<v A>x\n\n", "--> "])
    func `a cue of any length and any number of cues are read in one pass`(piece: String) async throws {
        let long = "WEBVTT\n\n00:01.000 --> 00:02.000\nBegin\n" + String(repeating: piece, count: 100_000)
        #expect(try await text(long + "\n\n00:03.000 --> 00:04.000\nThe end\n").hasSuffix("The end"))
    }
}
