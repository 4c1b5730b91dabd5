import RecallCore

/// The addresses of the web app's one page, which reads its own address to know what to show.
enum AppAddress {
    private static let places = ["/", "/chat", "/library", "/import", "/settings"]
    private static let item = "/item/"

    /// All of them as routes.
    static let routes = places + [item + "{id}"]

    /// True if a request's path is one of them exactly as the app writes it, so that it may also be named in a page.
    static func isPage(_ path: String) -> Bool {
        places.contains(path) || (path.hasPrefix(item) && ItemID(String(path.dropFirst(item.count))) != nil)
    }
}
