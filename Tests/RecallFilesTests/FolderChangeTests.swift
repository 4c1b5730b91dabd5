#if os(Linux)
    import Foundation
    import RecallFiles
    import RecallTestSupport
    import Testing

    @Suite(.scratch) struct FolderChangeTests {
        @Test func `files that are written, moved and removed are changes, also in folders that are made later`() throws
        {
            let scratch = try ScratchFolder()
            try scratch.write("in/old/a.txt", "A")
            try scratch.write("in/library/recall.sqlite", "A")
            try scratch.write("in/.git/index", "A")
            try scratch.write("in/.Sent/cur/1", "A")
            let changes = FolderChanges(in: [scratch.path + "/in"], besides: scratch.path + "/in/library")
            #expect(!changes.haveHappened() && !changes.isIncomplete)
            func happens(_ body: () throws -> Void) rethrows -> Bool {
                try body()
                defer { #expect(!changes.haveHappened()) }
                return changes.haveHappened()
            }
            #expect(try happens { try scratch.write("in/b.txt", "B") })
            #expect(try happens { try scratch.write("in/old/a.txt", "AB") })
            #expect(try happens { try scratch.write("in/new/deep/c.txt", "C") })
            #expect(try happens { try scratch.write("in/new/deep/c.txt", "CD") })
            #expect(try happens { try FileManager.default.removeItem(atPath: scratch.path + "/in/old/a.txt") })
            #expect(
                try happens {
                    try FileManager.default.moveItem(
                        atPath: scratch.path + "/in/b.txt", toPath: scratch.path + "/in/new/b.txt")
                })
            #expect(try !happens { try scratch.write("out/d.txt", "D") })
            #expect(try happens { try scratch.write("in/.Sent/cur/2", "E") })
            #expect(try !happens { try scratch.write("in/.git/index", "F") })
            #expect(try !happens { try scratch.write("in/library/recall.sqlite", "F") })
        }

        @Test func `a folder that is not there is no failure`() throws {
            let scratch = try ScratchFolder()
            let changes = FolderChanges(in: [scratch.path + "/none"], besides: scratch.path)
            #expect(!changes.haveHappened() && !changes.isIncomplete)
        }
    }
#endif
