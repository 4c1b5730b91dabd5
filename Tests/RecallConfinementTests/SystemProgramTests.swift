import Foundation
import RecallConfinement
import RecallTestSupport
import Testing

@Suite(.scratch) struct SystemProgramTests {
    @Test func `is found where the administrator put it, without links`() throws {
        let program = try #require(SystemProgram("sh", in: ["/missing", "/bin"]))
        #expect(program.path.hasPrefix("/") && FileManager.default.isExecutableFile(atPath: program.path))
        #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: program.path)) == nil)
    }

    @Test func `is not one that another could replace`() throws {
        // The folder of temporary files is everyone's.
        let folder = try ScratchFolder()
        let path = try folder.write("pdftotext", "#!/bin/sh\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        #expect(SystemProgram("pdftotext", in: [folder.path]) == nil)
    }

    @Test func `is not a folder, a file that is no program, or a name with a path`() {
        #expect(SystemProgram("bin", in: ["/usr"]) == nil)
        #expect(SystemProgram("passwd", in: ["/etc"]) == nil)
        #expect(SystemProgram("missing") == nil)
    }
}
