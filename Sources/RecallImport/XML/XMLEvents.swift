import CLibXML2

/// Follows libxml2's events through an XML document of unknown origin: no DOCTYPE, so no entities, and nothing is loaded.
final class XMLEvents {
    /// The way a document ended.
    enum End {
        case complete
        /// Not well-formed from some point on.
        case malformed
        case tooDeep
        /// It has a DOCTYPE, which no document of this kind needs.
        case doctype
    }

    /// One element's start.
    struct Element {
        fileprivate let localName: UnsafePointer<UInt8>
        fileprivate let attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
        fileprivate let attributeCount: Int

        /// The name without its prefix.
        var name: String { String(cString: localName) }

        /// The value of an attribute by its name without prefix.
        subscript(attribute: String) -> String? { value(attribute) { _ in true } }

        /// The value of an attribute that has a prefix, as those of other namespaces have.
        func prefixed(_ attribute: String) -> String? { value(attribute) { $0 != nil } }

        private func value(_ attribute: String, where isWanted: (_ prefix: UnsafePointer<UInt8>?) -> Bool) -> String? {
            guard let attributes else { return nil }
            for i in 0..<attributeCount {
                let field = attributes + 5 * i  // name, prefix, URI, start and end of the value
                guard let name = field[0], isWanted(field[1]), String(cString: name) == attribute,
                    let start = field[3], let end = field[4]
                else { continue }
                return String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
            }
            return nil
        }
    }

    private let start: (Element) -> Void
    private let end: (String) -> Void
    private let text: (UnsafeBufferPointer<UInt8>) -> Void
    private var depth = 0
    private var stopped: End?
    private var context: xmlParserCtxtPtr?

    private init(
        start: @escaping (Element) -> Void, end: @escaping (String) -> Void,
        text: @escaping (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        (self.start, self.end, self.text) = (start, end, text)
    }

    /// Parses `xml` and calls back for each element's start and end and each piece of text.
    static func parse(
        _ xml: [UInt8], start: @escaping (Element) -> Void, end: @escaping (String) -> Void,
        text: @escaping (UnsafeBufferPointer<UInt8>) -> Void
    ) -> End {
        XMLEvents(start: start, end: end, text: text).run(xml)
    }

    private func run(_ xml: [UInt8]) -> End {
        var handler = Self.handler
        let user = Unmanaged.passUnretained(self).toOpaque()
        guard let context = xmlCreatePushParserCtxt(&handler, user, nil, 0, nil) else { return .malformed }
        defer { xmlFreeParserCtxt(context) }
        self.context = context
        xmlCtxtUseOptions(
            context, Int32(XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue))
        xml.withUnsafeBytes { bytes in
            // In blocks: given everything at once, the parser would look ahead in all of it.
            var rest = bytes[...]
            while stopped == nil, !rest.isEmpty {
                let block = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 16))
                let first = block.baseAddress?.assumingMemoryBound(to: CChar.self)
                guard xmlParseChunk(context, first, Int32(block.count), 0) == 0 else { return }
                rest = rest.dropFirst(block.count)
            }
            _ = xmlParseChunk(context, nil, 0, 1)
        }
        return stopped ?? (context.pointee.wellFormed == 0 ? .malformed : .complete)
    }

    private func stop(_ reason: End) {
        stopped = stopped ?? reason
        xmlStopParser(context)
    }

    private static var handler: xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = UInt32(XML_SAX2_MAGIC)
        handler.internalSubset = { user, _, _, _ in XMLEvents.of(user)?.stop(.doctype) }
        handler.startElementNs = { user, name, _, _, _, _, count, _, attributes in
            guard let events = XMLEvents.of(user), let name else { return }
            events.depth += 1
            guard events.depth <= ImportLimits.xmlDepth else { return events.stop(.tooDeep) }
            events.start(Element(localName: name, attributes: attributes, attributeCount: Int(count)))
        }
        handler.endElementNs = { user, name, _, _ in
            guard let events = XMLEvents.of(user), let name, events.stopped == nil else { return }
            events.depth -= 1
            events.end(String(cString: name))
        }
        handler.characters = { user, text, count in
            guard let events = XMLEvents.of(user), events.stopped == nil else { return }
            events.text(UnsafeBufferPointer(start: text, count: Int(count)))
        }
        handler.cdataBlock = handler.characters
        return handler
    }

    private static func of(_ user: UnsafeMutableRawPointer?) -> XMLEvents? {
        user.map { Unmanaged<XMLEvents>.fromOpaque($0).takeUnretainedValue() }
    }
}
