import Foundation
import RecallCore
import RecallImport
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

@Suite(.scratch) struct TextRecognitionImportTests {
    private static let english = TextRecognition(languages: ["eng"])
    private static let lines = ["Minutes of the allotment society", "The hedge is cut in October."]

    private let scratch: ScratchFolder
    private let library: RecallLibrary

    init() throws {
        scratch = try ScratchFolder()
        library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
    }

    private func text(_ path: String) throws -> String? { try library.item(ItemID(identifying: ["file", path]))?.text }

    /// Writes a file that is a second older than it was, so that it has changed.
    private func touch(_ path: String) throws {
        let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
        let older = try #require(date).addingTimeInterval(-1)
        try FileManager.default.setAttributes([.modificationDate: older], ofItemAtPath: path)
    }

    @Test func `a scan is read when recognition is asked for, and its text stays when it is not`() async throws {
        let path = try scratch.write("in/scan.pdf", try Scan.pdf([.scan(Self.lines)]))
        let plain = try await library.importFiles(at: [scratch.path + "/in"])
        #expect((plain.items, plain.scans) == (1, 1))
        #expect(try text(path) == "")
        let read = try await library.importFiles(at: [scratch.path + "/in"], recognisingWith: Self.english)
        #expect((read.items, read.updated, read.scans, read.unchangedFiles) == (1, 1, 0, 0))
        #expect(try text(path)?.contains("allotment society") == true)
        #expect(try library.search(SearchQuery("hedge")).results.count == 1)
        for recognition in [nil, Self.english] {
            let again = try await library.importFiles(at: [path], recognisingWith: recognition)
            #expect((again.items, again.unchangedFiles) == (1, 1))
        }
        try touch(path)
        let changed = try await library.importFiles(at: [path])
        #expect((changed.items, changed.duplicates, changed.unchangedFiles) == (1, 1, 0))
        #expect(try text(path)?.contains("allotment society") == true)
    }

    @Test func `images are items where recognition is asked for, else they are left out and named ones fail`()
        async throws
    {
        let path = try scratch.write("in/minutes.png", try Scan.picture(Self.lines))
        try scratch.write("in/blank.png", try Scan.picture([]))
        let plain = try await library.importFiles(at: [scratch.path + "/in"])
        #expect(plain.items == 0 && plain.skipped == [.otherType(fileExtension: "png"): 2])
        let named = try await library.importFiles(at: [path])
        #expect(named.failures == 1 && named.firstFailures[0].reason.contains("--ocr"))
        let read = try await library.importFiles(at: [scratch.path + "/in"], recognisingWith: Self.english)
        #expect((read.items, read.new, read.failures) == (1, 1, 0) && read.skipped == [.imageWithoutText: 1])
        #expect(try library.failures().isEmpty)
        let again = try await library.importFiles(at: [scratch.path + "/in"], recognisingWith: Self.english)
        #expect((again.items, again.unchangedFiles) == (1, 2))
        #expect(try await library.importFiles(at: [scratch.path + "/in"]).items == 1)
        #expect(try library.search(SearchQuery("hedge format:image")).results.count == 1)
    }

    @Test func `recognition that is handed over in steps is one item, counted once`() async throws {
        let blank = Array(repeating: Scan.Page.empty, count: 20)
        let path = try scratch.write(
            "long.pdf", try Scan.pdf([.scan(Self.lines)] + blank + [.scan(["The end of the minutes."])]))
        let read = try await library.importFiles(at: [path], recognisingWith: Self.english)
        #expect((read.items, read.new, read.updated, read.failures) == (1, 1, 0, 0))
        #expect(try text(path)?.hasSuffix("The end of the minutes.") == true)
        #expect(try library.store.read { try $0.sourceFile(path: path) }?.items == 1)
        let again = try await library.importFiles(at: [path], recognisingWith: Self.english)
        #expect((again.items, again.unchangedFiles) == (1, 1))
    }

    @Test func `a watched folder may ask for recognition, whoever imports it`() async throws {
        let path = try scratch.write("scans/a.png", try Scan.picture(Self.lines))
        try scratch.write("other/b.png", try Scan.picture(Self.lines))
        let watched = WatchedFolders(of: library.location)
        try watched.add([scratch.path + "/scans"], recognisesText: true)
        try watched.add([scratch.path + "/other"])
        #expect(watched.entries.map(\.recognisesText) == [true, false])
        let read = try await library.importFiles(at: watched.paths)
        #expect((read.items, read.new) == (1, 1))
        #expect(try text(path)?.contains("hedge") == true)
        try watched.set([scratch.path + "/scans"])
        #expect(watched.recognisedPaths == [scratch.path + "/scans"])
        try watched.remove([scratch.path + "/scans"])
        #expect(watched.recognisedPaths.isEmpty)
    }

    @Test func `languages that are not installed are refused with those that are`() async throws {
        #expect(try await TextRecognition.installed(languages: "eng").languages == ["eng"])
        #expect(try await TextRecognition.installed().languages.contains("eng"))
        await #expect {
            _ = try await TextRecognition.installed(languages: "eng+klingon")
        } throws: { error in
            guard case TextRecognitionError.noLanguage("klingon", let installed)? = error as? TextRecognitionError
            else {
                return false
            }
            return installed.contains("eng")
        }
    }
}
