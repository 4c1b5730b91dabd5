import RecallCore

extension OutlookMessage {
    /// True for bytes that begin as the `winmail.dat` of Outlook does.
    static func beginsTNEF(_ head: some Sequence<UInt8>) -> Bool { head.starts(with: [0x78, 0x9F, 0x3E, 0x22]) }

    /// The message in a TNEF stream ([MS-OXTNEF]), as far as it can be read; `nil` if `tnef` is none.
    ///
    /// - Parameter depth: the number of messages around this one.
    init?(tnef: ArraySlice<UInt8>, depth: Int = 0) {
        guard Self.beginsTNEF(tnef) else { return nil }
        var at = 6
        // Each attribute: its level, its id and type, its length, its bytes, a checksum.
        while let id = tnef.number(at: at + 1, width: 4), let length = tnef.number(at: at + 5, width: 4),
            length <= tnef.count - at - 9
        {
            let start = tnef.startIndex + at + 9
            let bytes = tnef[start..<start + length]
            read(TNEFAttribute(rawValue: id & 0xFFFF), bytes, depth)
            at += 9 + length
            let sum = bytes.reduce(UInt16(0)) { $0 &+ UInt16($1) }
            if tnef.number(at: at, width: 2) != Int(sum) { isDamaged = true }
            at += 2
        }
        // Some programs fill up what they send with zeros or an end of line.
        if tnef.dropFirst(at).contains(where: { ![0, 10, 13, 32].contains($0) }) { isDamaged = true }
    }

    /// The attributes that are read ([MS-OXTNEF] 2.1.3.1).
    private enum TNEFAttribute: Int {
        case subject = 0x8004, dateSent = 0x8005, messageID = 0x8009, body = 0x800C, attachmentData = 0x800F
        case attachmentTitle = 0x8010
        case attachmentBegins = 0x9002, messageProperties = 0x9003, recipients = 0x9004, attachment = 0x9005
        case codePage = 0x9007
    }

    private mutating func read(_ attribute: TNEFAttribute?, _ bytes: ArraySlice<UInt8>, _ depth: Int) {
        switch attribute {
        case .codePage: properties.codePage = bytes.number(at: 0, width: 4) ?? properties.codePage
        case .subject: setText(.subject, bytes)
        case .body: setText(.body, bytes)
        case .messageID: setText(.messageID, bytes)
        case .messageProperties:
            var reader = TNEFProperties(bytes)
            reader.read(into: &properties) { _, _ in }
            if reader.isDamaged { isDamaged = true }
        case .recipients: readRecipients(bytes)
        case .attachmentBegins:
            guard attachments.count < ImportLimits.mimeParts else { return }
            attachments.append(Attached())
            attachments[attachments.count - 1].properties.codePage = properties.codePage
        case .attachmentTitle: setAttached(.attachedName, type: MAPIProperties.ValueType.narrowText, bytes)
        case .attachmentData: setAttached(.attachedData, type: MAPIProperties.ValueType.binary, bytes)
        case .attachment: readAttachment(bytes, depth)
        case .dateSent, nil: break
        }
    }

    private mutating func setText(_ id: MAPIProperties.ID, _ bytes: ArraySlice<UInt8>) {
        properties.set(Int(id.rawValue), type: MAPIProperties.ValueType.narrowText, Array(bytes))
    }

    private mutating func setAttached(_ id: MAPIProperties.ID, type: Int, _ bytes: ArraySlice<UInt8>) {
        guard !attachments.isEmpty else { return }
        attachments[attachments.count - 1].properties.set(Int(id.rawValue), type: type, Array(bytes))
    }

    private mutating func readRecipients(_ bytes: ArraySlice<UInt8>) {
        let count = bytes.number(at: 0, width: 4) ?? 0
        var reader = TNEFProperties(bytes.dropFirst(4))
        for _ in 0..<min(count, ImportLimits.mimeParts) where !reader.isAtEnd {
            var recipient = MAPIProperties()
            recipient.codePage = properties.codePage
            reader.read(into: &recipient) { _, _ in }
            recipients.append(recipient)
        }
        if reader.isDamaged || recipients.count < min(count, ImportLimits.mimeParts) { isDamaged = true }
    }

    private mutating func readAttachment(_ bytes: ArraySlice<UInt8>, _ depth: Int) {
        guard var attached = attachments.popLast() else { return }
        var reader = TNEFProperties(bytes)
        var messages: [OutlookMessage] = []
        reader.read(into: &attached.properties) { id, object in
            // The 16 bytes before an object say of which class it is.
            guard id == MAPIProperties.ID.attachedData.rawValue, depth < Self.mostMessages else { return }
            OutlookMessage(tnef: object.dropFirst(16), depth: depth + 1).map { messages.append($0) }
        }
        if reader.isDamaged || messages.contains(where: \.isDamaged) { isDamaged = true }
        attached.messages += messages
        attachments.append(attached)
    }
}

/// Reads a list of properties in a TNEF stream ([MS-OXTNEF] 2.1.3.4).
private struct TNEFProperties {
    private let bytes: ArraySlice<UInt8>
    private var at = 0
    /// True if a list ended before what it counts.
    private(set) var isDamaged = false

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    var isAtEnd: Bool { at >= bytes.count }

    /// Reads one list; what follows damage is left out.
    ///
    /// - Parameter object: takes the id and the bytes of what is a stream or a message.
    mutating func read(
        into properties: inout MAPIProperties, object: (_ id: UInt16, _ bytes: ArraySlice<UInt8>) -> Void
    ) {
        guard let count = number() else {
            (at, isDamaged) = (bytes.count, true)
            return
        }
        for _ in 0..<count {
            guard let type = bytes.number(at: at, width: 2), let id = bytes.number(at: at + 2, width: 2) else {
                isDamaged = true
                break
            }
            at += 4
            if id >= 0x8000 { skipName() }
            guard readValues(type, id, &properties, object) else {
                (at, isDamaged) = (bytes.count, true)
                return
            }
        }
    }

    private mutating func number() -> Int? {
        defer { at += 4 }
        return bytes.number(at: at, width: 4)
    }

    /// A property with a name of its own has it before its value: a set of names, then a number or a text.
    private mutating func skipName() {
        at += 16
        guard number() == 1 else {
            at += 4
            return
        }
        skip(padded: number() ?? 0)
    }

    private mutating func skip(padded length: Int) { at += min(length, bytes.count) + (4 - length % 4) % 4 }

    /// - Returns: false if the type is unknown, so that nothing tells where the next property is.
    private mutating func readValues(
        _ type: Int, _ id: Int, _ properties: inout MAPIProperties,
        _ object: (_ id: UInt16, _ bytes: ArraySlice<UInt8>) -> Void
    ) -> Bool {
        typealias ValueType = MAPIProperties.ValueType
        let isMultiple = type & 0x1000 != 0
        let single = type & 0xFFF
        switch single {
        case ValueType.narrowText, ValueType.wideText, ValueType.binary, ValueType.object:
            for _ in 0..<(number() ?? 0) {
                guard let length = number(), length <= bytes.count - at else { return false }
                let value = bytes[(bytes.startIndex + at)..<(bytes.startIndex + at + length)]
                skip(padded: length)
                if single == ValueType.object { object(UInt16(id), value) }
                if single != ValueType.object, !isMultiple { properties.set(id, type: single, Array(value)) }
            }
        case 0x05, 0x06, 0x07, ValueType.integer64, ValueType.time, 0x48, 0x02, 0x03, 0x04, 0x0A, ValueType.boolean:
            let width = single == 0x48 ? 16 : [0x02, 0x03, 0x04, 0x0A, 0x0B].contains(single) ? 4 : 8
            let count = isMultiple ? number() ?? 0 : 1
            guard count <= (bytes.count - at) / width else { return false }
            if !isMultiple {
                let value = width == 4 ? bytes.number(at: at, width: 4).map { UInt64($0) } : bytes.bits(at: at)
                value.map { properties.set(id, integer: $0) }
            }
            at += width * count
        case 0x01: at += 0
        default: return false
        }
        return true
    }
}
