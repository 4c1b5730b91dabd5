import RecallCore

/// The URLs of the web app's single page, which chooses its view by the URL.
enum AppAddress {
    private static let places = ["/", "/chat", "/memory", "/library", "/import", "/settings"]
    private static let item = "/item/"

    /// All URLs as routes.
    static let routes = places + [item + "{id}"]

    /// The link that signs a browser in, once.
    static func link(port: Int, code: String) -> String { "http://127.0.0.1:\(port)/?code=\(code)" }

    /// True if a request's path is one of them, spelled exactly as the app does, so that it is safe to repeat in a
    /// page.
    static func isPage(_ path: String) -> Bool {
        places.contains(path) || (path.hasPrefix(item) && ItemID(String(path.dropFirst(item.count))) != nil)
    }
}
