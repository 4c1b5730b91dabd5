/// The root element of what begins as XML, as far as its first bytes go.
enum XMLRoot {
    /// The name of the root element: what follows a byte order mark, white space, declarations and comments; `nil` if that is no
    /// element.
    static func name(in head: [UInt8]) -> String? {
        var rest = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
        while true {
            rest = rest.drop { $0 <= 0x20 }
            guard rest.first == UInt8(ascii: "<") else { return nil }
            let ends: [(start: String, end: String)] = [("<!--", "-->"), ("<?", "?>"), ("<!", ">")]
            guard let end = ends.first(where: { rest.starts(with: $0.start.utf8) })?.end else {
                let name = rest.dropFirst().prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
                return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
            }
            guard let range = rest.firstRange(of: Array(end.utf8)) else { return nil }
            rest = rest[range.upperBound...]
        }
    }
}
