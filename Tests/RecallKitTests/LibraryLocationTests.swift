import RecallCore
import RecallKit
import RecallTestSupport
import Testing

@Suite(.scratch) struct LibraryLocationTests {
    @Test(arguments: [
        (["RECALL_LIBRARY": "/a/b", "HOME": "/home/ada"], "/a/b"),
        (["RECALL_LIBRARY": "/a/../b/", "HOME": "/people/ada"], "/b"),
    ])
    func `the library is where the environment says`(environment: [String: String], folder: String) {
        #expect(LibraryLocation.standard(environment: environment).folder == folder)
    }

    #if os(Linux)
        @Test(arguments: [
            (["HOME": "/people/ada"], "/people/ada/.local/share/recall/library"),
            (["HOME": "/people/ada", "RECALL_LIBRARY": ""], "/people/ada/.local/share/recall/library"),
            (["HOME": "/people/ada", "XDG_DATA_HOME": "/data"], "/data/recall/library"),
            (["HOME": "/people/ada", "XDG_DATA_HOME": "data"], "/people/ada/.local/share/recall/library"),
        ])
        func `else it is in the data folder`(environment: [String: String], folder: String) {
            #expect(LibraryLocation.standard(environment: environment).folder == folder)
        }
    #endif
}
