import CRecallWeb
import Hummingbird
import NIOCore

/// The files of the web app, embedded in the executable: no request path ever reaches the disk.
enum WebFiles {
    /// The text of each file, by its path below the assets folder.
    static let all: [String: ByteBuffer] = texts.mapValues(ByteBuffer.init(string:))

    private static let texts: [String: String] = {
        let files = sequence(state: 0) { (number: inout Int) in
            defer { number += 1 }
            return recall_web_file_at(number)?.pointee
        }
        return Dictionary(uniqueKeysWithValues: files.map { (String(cString: $0.path), String(cString: $0.text)) })
    }()

    /// The app's icon, as the elements of a page.
    static let icon = texts["icon.svg"] ?? ""

    /// All modules of the app in one script; a test checks that they can be bundled.
    static let script = Result {
        let folder = "app/"
        let modules = texts.filter { $0.key.hasPrefix(folder) }
        let named = modules.map { (String($0.key.dropFirst(folder.count)), $0.value) }
        return ByteBuffer(string: try AppScript("main.js", of: Dictionary(uniqueKeysWithValues: named)).text)
    }

    /// True if `path` is exactly that of the app's page or of one of its files.
    static func isServed(_ path: String) -> Bool {
        AppAddress.isPage(path) || path == "/app.js" || all[String(path.dropFirst())] != nil
    }

    /// The description of the API.
    static let openAPI = ByteBuffer(string: String(cString: recall_web_openapi()))

    static func response(_ text: ByteBuffer, type: String) -> Response {
        Response(status: .ok, headers: [.contentType: type], body: ResponseBody(byteBuffer: text))
    }

    /// The media type of a file, by its extension.
    static func type(of path: String) -> String {
        switch path.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "svg": "image/svg+xml"
        case "json", "webmanifest": "application/json"
        default: "text/plain; charset=utf-8"
        }
    }
}

/// The app's page and files.
struct WebFileRoutes {
    func add(to router: Router<ServerContext>) {
        router.get("app.js") { _, _ in WebFiles.response(try WebFiles.script.get(), type: WebFiles.type(of: "app.js")) }
        for (path, text) in WebFiles.all {
            let type = WebFiles.type(of: path)
            for address in path == "index.html" ? AppAddress.routes : [path] {
                router.get(RouterPath(address)) { _, _ in WebFiles.response(text, type: type) }
            }
        }
    }
}
