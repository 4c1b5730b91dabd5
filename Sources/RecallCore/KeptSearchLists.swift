/// The recent and saved searches of a library's owner, as they are kept in a file beside the library.
package struct KeptSearchLists: Codable, Sendable {
    /// The last searches. A purge removes them.
    package var recent: [String] = []
    /// The searches that the owner saved.
    package var saved: [String] = []

    /// No searches.
    package init() {}
}
