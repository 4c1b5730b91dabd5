import Foundation
import Subprocess

/// Opens a secret link in the user's browser.
///
/// Other users of the machine can read a browser's arguments. So the browser gets the path of a file that only its
/// owner can read, which redirects to the link.
struct BrowserLink {
    private let link: String
    private let file: String

    init(_ link: String, in folder: String) {
        self.link = link
        file = folder + "/open.html"
    }

    /// Opens the link if there is a desktop; otherwise does nothing.
    func open(environment: [String: String] = ProcessInfo.processInfo.environment) {
        #if os(Linux)
            guard environment["DISPLAY"] ?? environment["WAYLAND_DISPLAY"] != nil else { return }
        #endif
        let page = "<!doctype html><meta http-equiv=\"refresh\" content=\"0;url=\(link)\"><title>Recall</title>\n"
        unlink(file)
        guard
            FileManager.default.createFile(
                atPath: file, contents: Data(page.utf8), attributes: [.posixPermissions: 0o600])
        else { return }
        Task.detached { [file] in
            #if os(macOS)
                let program = "open"
            #else
                let program = "xdg-open"
            #endif
            _ = try? await Subprocess.run(
                .name(program), arguments: [file], input: .none, output: .discarded, error: .discarded)
        }
    }
}
