/// The folders of a Maildir (https://cr.yp.to/proto/maildir.html).
package enum Maildir {
    /// The names of the folders that hold its mails.
    package static let parts = ["cur", "new"]

    /// The Maildir that a folder is a part of, or else the folder: the name of a part says nothing about what is in it.
    package static func place(ofFolder path: Substring) -> Substring {
        parts.contains { path.hasSuffix("/" + $0) } ? path.dropLast(4) : path
    }
}
