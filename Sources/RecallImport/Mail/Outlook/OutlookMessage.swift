/// A message of Outlook: its properties, its recipients, and what is attached.
struct OutlookMessage {
    var properties = MAPIProperties()
    var recipients: [MAPIProperties] = []
    var attachments: [Attached] = []
    /// True if some of it could not be read.
    var isDamaged = false

    /// The most messages around one: what is deeper is left out, since each is written again with those around it.
    static let mostMessages = 16

    /// An attached file or message.
    struct Attached {
        var properties = MAPIProperties()
        /// A message that is attached.
        var messages: [OutlookMessage] = []
    }
}

extension OutlookMessage {
    /// The message in a `.msg` file ([MS-OXMSG]); `nil` if `file` is no compound file or has no properties.
    init?(file: [UInt8]) {
        guard let root = CompoundStorage(file: file), let message = Self(root, headerLength: 32, depth: 0) else {
            return nil
        }
        self = message
    }

    /// - Parameter depth: the number of messages around this one.
    private init?(_ storage: CompoundStorage, headerLength: Int, depth: Int) {
        guard let properties = MAPIProperties(storage, headerLength: headerLength, codePage: nil) else { return nil }
        self.properties = properties
        let codePage = properties.integer(.messageCodePage) ?? properties.integer(.internetCodePage)
        for name in storage.names.sorted().prefix(ImportLimits.mimeParts) {
            guard let child = storage.storage(name) else { continue }
            if name.hasPrefix("__recip_version1.0_") {
                MAPIProperties(child, headerLength: 8, codePage: codePage).map { recipients.append($0) }
            } else if name.hasPrefix("__attach_version1.0_") {
                guard let properties = MAPIProperties(child, headerLength: 8, codePage: codePage) else { continue }
                var attached = Attached(properties: properties)
                if depth < Self.mostMessages, let inner = child.storage("__substg1.0_3701000D") {
                    Self(inner, headerLength: 24, depth: depth + 1).map { attached.messages.append($0) }
                }
                attachments.append(attached)
            }
        }
    }
}

extension MAPIProperties {
    /// True for properties that are read, and for those of contacts.
    private func isRead(_ id: Int) -> Bool { ID(rawValue: UInt16(id)) != nil || Self.contact.contains(UInt16(id)) }

    /// The properties in a storage of a `.msg` file: numbers in one stream, texts and bytes in a stream each ([MS-OXMSG] 2.4).
    fileprivate init?(_ storage: CompoundStorage, headerLength: Int, codePage: Int?) {
        guard let stream = storage.stream("__properties_version1.0") else { return nil }
        self.codePage = codePage ?? self.codePage
        var at = headerLength
        while let type = stream.number(at: at, width: 2), let id = stream.number(at: at + 2, width: 2),
            let value = stream.bits(at: at + 8)
        {
            at += 16
            switch type {
            case ValueType.integer16, ValueType.integer32, ValueType.boolean, ValueType.integer64, ValueType.time:
                set(id, integer: value)
            case ValueType.narrowText, ValueType.wideText, ValueType.binary:
                let digits = String(id << 16 | type, radix: 16, uppercase: true)
                let name = "__substg1.0_" + String(repeating: "0", count: 8 - digits.count) + digits
                if isRead(id), let bytes = storage.stream(name) { set(id, type: type, bytes) }
            default: break
            }
        }
    }
}
