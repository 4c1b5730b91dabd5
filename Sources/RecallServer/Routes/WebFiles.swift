import CRecallWeb
import HTTPTypes
import Hummingbird
import NIOCore

/// The files of the web app, which are part of the program: no path of a request ever reaches the disk.
enum WebFiles {
    /// The text of each file, by its path below the folder.
    static let all: [String: ByteBuffer] = {
        let files = sequence(state: 0) { (number: inout Int) in
            defer { number += 1 }
            return recall_web_file_at(number)?.pointee
        }
        return Dictionary(uniqueKeysWithValues: files.map { (String(cString: $0.path), text($0.text)) })
    }()

    /// The description of the API.
    static let openAPI = text(recall_web_openapi())

    private static func text(_ bytes: UnsafePointer<UInt8>) -> ByteBuffer {
        ByteBuffer(string: String(cString: bytes))
    }

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
        for (path, text) in WebFiles.all {
            let type = WebFiles.type(of: path)
            for address in path == "index.html" ? AppAddress.routes : [path] {
                router.get(RouterPath(address)) { _, _ in WebFiles.response(text, type: type) }
            }
        }
    }
}
