import RecallCore
import RecallFiles

/// Finds the chat's text in a zip file that WhatsApp exported, among its pictures and videos.
public enum WhatsAppArchive {
    /// The bytes of the chat's text in a zip file, read in a process of its own.
    ///
    /// - Parameter parserExecutable: as for `DocumentTextExtractor`.
    /// - Throws: `ImportFailure`; `.wrongFormat` if there is no text file in it.
    public static func chatText(of unit: SourceUnit, parserExecutable: String? = nil) async throws -> [UInt8] {
        let input = try DocumentInput(of: unit)
        let launcher = ParserLauncher(executable: parserExecutable, path: unit.path, place: nil)
        let output = try await launcher.run(
            SourceFormat.whatsappZip.identifier, input, [AbsolutePath.name(unit.path)],
            atMost: ImportLimits.archiveEntryBytes + 64)
        guard case .bytes(let bytes) = try launcher.reply(output) else { throw launcher.crashed }
        return bytes
    }

    /// The reply of the parsing process.
    ///
    /// - Parameter name: the archive's name.
    static func read(descriptor: Int32, named name: String) -> ParserReply {
        let archive = ArchiveReader(descriptor: descriptor)
        do {
            let paths = try archive.entries().map(\.path)
            guard let name = chat(among: paths, of: name) ?? bestName(among: paths) else {
                return .failure(.wrongFormat, reason: "There is no chat text in the zip file. Export the chat again.")
            }
            return .bytes(try archive.contents { $0 == name }[name] ?? [])
        } catch let failure as ImportFailure {
            return .failure(failure.code, reason: failure.reason)
        } catch {
            return .failure(.malformed, reason: "The zip file cannot be read.")
        }
    }

    /// The text of the chat after which an archive is called, at its root: `WhatsApp Chat with Club.txt` in
    /// `WhatsApp Chat with Club.zip` (Android), also in copies, or `_chat.txt` in `WhatsApp Chat - Club.zip` (iOS). Where there is the
    /// first, the second was sent: Android leaves files their names.
    static func chat(among paths: some Sequence<String>, of archive: String) -> String? {
        let called = CopyNumber.title(path: archive)
        guard called.lowercased().contains("whatsapp"), archive.lowercased().hasSuffix(".zip") else { return nil }
        let texts = paths.filter { !$0.contains("/") && $0.lowercased().hasSuffix(".txt") }
        return texts.first { CopyNumber.title(path: $0) == called } ?? texts.first { $0 == "_chat.txt" }
    }

    /// `_chat.txt` (iOS), else `WhatsApp Chat with ….txt` (Android), else the first text file.
    private static func bestName(among paths: [String]) -> String? {
        let texts = paths.filter { $0.lowercased().hasSuffix(".txt") }
        func base(_ path: String) -> Substring { path.split(separator: "/").last ?? "" }
        return texts.first { base($0) == "_chat.txt" } ?? texts.first { base($0).hasPrefix("WhatsApp Chat") }
            ?? texts.first
    }
}
