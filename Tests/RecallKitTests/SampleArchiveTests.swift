import Foundation
import RecallKit
import RecallTestSupport
import Testing

/// The sample archive, found from the program that it belongs to.
@Suite(.scratch) struct SampleArchiveTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
    }

    private func archive(at folder: String) throws {
        for name in [
            "mail.mbox", "WhatsApp Chat with Mira.txt", "WhatsApp Chat - Hiking group.zip", "notes/a.md",
            "documents/a.txt", "exports/a.ics",
        ] {
            try scratch.write("\(folder)/\(name)", "moss")
        }
    }

    @Test func `an installed program has it below its share folder, also through a link`() throws {
        try archive(at: "opt/share/recall/sample")
        let program = try scratch.write("opt/bin/recall", "")
        #expect(SampleArchive(of: program)?.folder == scratch.path + "/opt/share/recall/sample")
        let link = scratch.path + "/recall"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: program)
        let sample = try #require(SampleArchive(of: link))
        #expect(sample.paths.first == scratch.path + "/opt/share/recall/sample/mail.mbox")
        #expect(sample.contains(sample.folder + "/notes/a.md") && !sample.contains(sample.folder + "2/a.md"))
    }

    @Test func `a program that was built in a checkout has the sample of the checkout`() throws {
        let program = try scratch.write("clone/.build/x86_64/release/recall", "")
        #expect(SampleArchive(of: program) == nil)
        try archive(at: "clone/Sample")
        #expect(SampleArchive(of: program)?.folder == scratch.path + "/clone/Sample")
    }

    @Test func `a folder of that name elsewhere, or one that is not whole, is not offered`() throws {
        try archive(at: "home/Sample")
        #expect(SampleArchive(of: try scratch.write("home/tools/bin/recall", "")) == nil)
        try scratch.write("opt/share/recall/sample/mail.mbox", "moss")
        #expect(SampleArchive(of: try scratch.write("opt/bin/recall", "")) == nil)
        #expect(SampleArchive(of: scratch.path + "/none") == nil)
    }
}
