import Foundation
import RecallCore

@testable import RecallImport

/// Exports of notes and of chats that are files of JSON, outlines, or folders of several files.
enum NoteExports {
    static func org(_ bytes: [UInt8]) {
        Exports.export(bytes, "org", name: "20240102030405-a_note.org")
        for format in ["zim", "opml", "tiddler", "tiddlywiki"] { Exports.export(bytes, format) }
    }

    static func json(_ bytes: [UInt8]) {
        for format in ["roam", "simplenote", "standard-notes", "google-keep", "day-one", "journey"] { Exports.export(bytes, format) }
    }

    private static let id = String(repeating: "0a", count: 16)

    static func joplin(_ bytes: [UInt8]) {
        let names = (0..<6).map { "\($0)" + id.dropFirst() + ".md" } + ["resources/" + id + ".txt"]
        folder(bytes, .joplin, names)
    }

    static func bundle(_ bytes: [UInt8]) { folder(bytes, .textBundle, ["text.md", "info.json", "assets/a.txt"]) }

    static func logs(_ bytes: [UInt8]) {
        Exports.export(bytes, "irc", name: "#chan.weechatlog")
        Exports.export(bytes, "line", name: "[LINE] Ada.txt")
        Exports.export(bytes, "kakaotalk")
        Exports.export(bytes, "assistant-session", name: "a.jsonl")
    }

    static func chats(_ bytes: [UInt8]) {
        for format in ["hangouts", "skype"] { Exports.export(bytes, format) }
        folder(bytes, .signal, ["data.json", "chat.md"])
        folder(bytes, .slack, ["users.json", "channels.json", "general/2024-01-02.json"])
    }

    /// Chats as web pages, and the exports of Slack and Signal that are one file.
    static func chatPages(_ bytes: [UInt8]) {
        for format in ["telegram-html", "discord-html", "signal-html", "signal-desktop", "slackdump", "google-voice"] {
            Exports.export(bytes, format)
        }
    }

    /// Reads a folder whose files are the pieces of the bytes between control characters.
    private static func folder(_ bytes: [UInt8], _ format: SourceFormat, _ names: [String]) {
        let folder = InputFile.folder + "/export"
        try? FileManager.default.removeItem(atPath: folder)
        for name in ["/assets", "/resources", "/general"] {
            try? FileManager.default.createDirectory(atPath: folder + name, withIntermediateDirectories: true)
        }
        var paths: [String] = []
        for (name, piece) in zip(names, bytes.split(separator: 0x1E, omittingEmptySubsequences: false)) {
            paths.append(folder + "/" + name)
            FileManager.default.createFile(atPath: folder + "/" + name, contents: Data(piece))
        }
        let unit = SourceUnit(
            path: folder, root: folder, format: format, furtherFiles: paths, byteCount: bytes.count, modified: 0)
        guard let reader = try? ImportFormats.all.reader(of: unit, extractor: Exports.extractor) else { return }
        RecallFuzz.read(unit, reader)
    }
}
