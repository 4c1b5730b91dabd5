import RecallCore
import Testing

/// Paths taken apart byte by byte, as the system does.
@Suite struct PathPartsTests {
    @Test func `a mark after a slash hides nothing of a path`() {
        #expect("/a//b/".pathParts() == ["a", "b"])
        #expect("a/\u{301}b/../c".pathParts() == ["a", "\u{301}b", "..", "c"])
        #expect("/a/".pathParts(omittingEmpty: false) == ["", "a", ""])
    }

    @Test(arguments: ["", "/a", "a/", "a//b", ".", "a/./b", "..", "../\u{301}a", "a/../\u{301}b", "a\0b"])
    func `a path that leads out of its folder is not plain`(path: String) { #expect(!path.isPlainPath) }

    @Test(arguments: ["a", "a/b.c", "...", "a/..b", "\u{301}", "a/\u{301}"])
    func `a path that stays in its folder is plain`(path: String) { #expect(path.isPlainPath) }

    @Test func `a file beside the uploads is none, whatever marks are in its path`() {
        let library = LibraryLocation(path: "/x/library")
        #expect(!library.isUpload(library.uploads + "/../\u{301}a") && !library.isUpload(library.uploads + "/a"))
    }
}
