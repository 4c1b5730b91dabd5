import Foundation
import Subprocess

/// Opens a link that is secret in the person's browser.
///
/// A browser is told of a link by its arguments, which every user of the machine can read; so it is told of a file that only
/// its owner can read, which leads on.
struct BrowserLink {
    private let link: String
    private let file: String

    init(_ link: String, in folder: String) {
        self.link = link
        file = folder + "/open.html"
    }

    /// Opens it where there is a desktop; else nothing happens.
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
