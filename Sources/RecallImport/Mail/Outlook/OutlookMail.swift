import Foundation
import RecallCore
import RecallText

/// The mail that a message of Outlook is: what it was sent as where Outlook kept that, and else what its properties say
/// (RFC 5322, MIME).
struct OutlookMail {
    private var output: [UInt8] = []

    /// The bytes of the mail.
    static func bytes(of message: OutlookMessage) -> [UInt8] {
        var mail = OutlookMail()
        mail.write(message)
        return mail.output
    }

    private mutating func write(_ message: OutlookMessage) {
        let header = OutlookHeader(message.properties, message.recipients)
        if let signed = message.signedEntity {
            write(header)
            output += signed
            return
        }
        let content = Self.part { $0.writeContent(of: message) }
        // Its own fields come first: of a header that is very long the end is not read.
        line("MIME-Version: 1.0")
        let end = content.firstOccurrence(of: "\n\n").map { $0 + 1 } ?? content.count
        output += content[..<end]
        write(header)
        output += content[end...]
    }

    private mutating func writeContent(of message: OutlookMessage) {
        guard !message.attachments.isEmpty else { return writeTexts(message.texts) }
        let texts = Self.part { $0.writeTexts(message.texts) }
        writeMultipart("mixed", [texts] + message.attachments.map { attached in Self.part { $0.write(attached) } })
    }

    private static func part(_ body: (inout OutlookMail) -> Void) -> [UInt8] {
        var part = OutlookMail()
        body(&part)
        return part.output
    }

    /// Writes parts between lines that none of them can hold: they are made of their digest.
    private mutating func writeMultipart(_ subtype: String, _ parts: [[UInt8]]) {
        let boundary = "=_" + MailMessage.hex(SHA256.digest(parts.flatMap(SHA256.digest))).prefix(40)
        line("Content-Type: multipart/\(subtype); boundary=\"\(boundary)\"")
        line("")
        for part in parts {
            line("--\(boundary)")
            output += part
            line("")
        }
        line("--\(boundary)--")
    }

    private mutating func write(_ attached: OutlookMessage.Attached) {
        guard let inner = attached.messages.first else { return writeFile(attached) }
        line("Content-Type: message/rfc822")
        line("Content-Disposition: attachment" + Self.fileName(attached))
        line("")
        write(inner)
    }

    private mutating func write(_ header: OutlookHeader) {
        output += header.sent
        for (name, value) in header.composed { line("\(name): \(value)") }
    }

    private mutating func writeTexts(_ texts: [OutlookMessage.Text]) {
        if texts.count == 1 { return writeText(texts[0]) }
        writeMultipart("alternative", texts.map { text in Self.part { $0.writeText(text) } })
    }

    private mutating func writeText(_ text: OutlookMessage.Text) {
        line("Content-Type: text/\(text.subtype); charset=\"\(text.charset)\"")
        writeContent(text.bytes)
    }

    private mutating func writeFile(_ attached: OutlookMessage.Attached) {
        let type = attached.properties.text(.attachedType)?.lowercased() ?? ""
        let isType =
            type.split(separator: "/", omittingEmptySubsequences: false).count == 2
            && type.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "/.+-".utf8.contains($0) }
            // What holds parts is not what these bytes are.
            && !type.hasPrefix("multipart/") && !type.hasPrefix("message/")
        line("Content-Type: \(isType ? type : "application/octet-stream")")
        line("Content-Disposition: attachment" + Self.fileName(attached))
        if let id = attached.properties.text(.attachedContentID), id.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) {
            line("Content-ID: <\(id)>")
        }
        writeContent(attached.properties.bytes(.attachedData) ?? [])
    }

    private mutating func writeContent(_ bytes: [UInt8]) {
        line("Content-Transfer-Encoding: base64")
        line("")
        output += Data(bytes).base64EncodedData(options: [.lineLength76Characters, .endLineWithLineFeed])
        line("")
    }

    private mutating func line(_ text: String) {
        output += text.utf8
        output.append(UInt8(ascii: "\n"))
    }

    /// The parameter with the name of an attached file (RFC 2231).
    private static func fileName(_ attached: OutlookMessage.Attached) -> String {
        let properties = attached.properties
        let name =
            properties.text(.attachedName) ?? properties.text(.attachedShortName) ?? properties.text(.displayName)
        guard let name else { return "" }
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_".utf8)
        let escaped = name.utf8.prefix(1_000).map { byte in
            plain.contains(byte)
                ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
        return "; filename*=utf-8''" + escaped.joined()
    }
}

extension OutlookMessage {
    /// A form of the body.
    struct Text {
        let subtype: String
        let charset: String
        let bytes: [UInt8]
    }

    /// The body in all its forms, the plain one first; an empty text if there is none.
    var texts: [Text] {
        var texts: [Text] = []
        let isContact = properties.text(.messageClass)?.hasPrefix("IPM.Contact") == true
        let lines = isContact ? properties.contactTexts : []
        let plain = (lines + [properties.text(.body)].compactMap(\.self)).joined(separator: "\n")
        if !plain.isEmpty { texts.append(Text(subtype: "plain", charset: "utf-8", bytes: Array(plain.utf8))) }
        if let html = properties.bytes(.html) {
            let isWide = properties.isText(.html)
            let charset =
                isWide ? "utf-8" : MAPIProperties.charset(properties.integer(.internetCodePage) ?? properties.codePage)
            texts.append(
                Text(subtype: "html", charset: charset, bytes: isWide ? Array(html[...].utf16Text.utf8) : html))
        }
        if texts.isEmpty { texts.append(Text(subtype: "plain", charset: "utf-8", bytes: Array(otherText.utf8))) }
        return texts
    }

    /// The text of a body that is only there as RTF.
    private var otherText: String {
        guard let packed = properties.bytes(.compressedRTF),
            let rtf = CompressedRTF.decompress(packed, atMost: 4 * ImportLimits.textBytes)
        else { return "" }
        return RTFDocument.text(of: rtf).text
    }

    /// The signed part as it was sent, with its own header fields; `nil` for other messages ([MS-OXOSMIME] 2.1.3).
    fileprivate var signedEntity: [UInt8]? {
        guard properties.text(.messageClass)?.hasSuffix(".SMIME.MultipartSigned") == true,
            let data = attachments.first?.properties.bytes(.attachedData),
            data.prefix(4_096).firstOccurrence(of: "Content-Type:") != nil
        else { return nil }
        return data
    }
}

/// The header of a message of Outlook.
private struct OutlookHeader {
    /// The fields that it was sent with, apart from those that say how its body is written.
    private(set) var sent: [UInt8] = []
    /// Fields made of its properties, where it has none of that name.
    private(set) var composed: [(name: String, value: String)] = []

    private var names: Set<String> = []

    init(_ properties: MAPIProperties, _ recipients: [MAPIProperties]) {
        if let sent = properties.text(.transportHeaders) { take(sent) }
        compose("From", Self.mailbox(properties, Self.senders))
        compose("Subject", properties.text(.subject).map(Self.encoded))
        compose("Date", Self.dates.lazy.compactMap { properties.date($0) }.first.flatMap(Self.moment))
        composeRecipients(recipients, properties)
        compose("Message-ID", properties.text(.messageID).flatMap(Self.plain))
        compose("In-Reply-To", properties.text(.inReplyTo).flatMap(Self.plain))
        compose("References", properties.text(.references).flatMap(Self.plain))
        // As Outlook saves a draft that is to be opened for writing (MS-OXCMSG, 2.2.1.6).
        compose("X-Unsent", (properties.integer(.flags) ?? 0) & 8 == 0 ? nil : "1")
    }

    private static let senders: [(MAPIProperties.ID, [MAPIProperties.ID])] = [
        (.sentRepresentingName, [.sentRepresentingSMTPAddress, .sentRepresentingAddress]),
        (.senderName, [.senderSMTPAddress, .senderAddress]),
    ]
    private static let dates: [MAPIProperties.ID] = [.clientSubmitTime, .deliveryTime, .creationTime]

    /// The most bytes that are taken of the header that it was sent with.
    private static let longestHeader = 256 << 10

    private mutating func take(_ text: String) {
        var isTaken = false
        for line in text.split(whereSeparator: \.isNewline) {
            if !line.hasPrefix(" "), !line.hasPrefix("\t") {
                let name = line.prefix { $0 != ":" }.lowercased()
                let isField = line.contains(":") && !name.isEmpty && name.utf8.allSatisfy { 0x21...0x7E ~= $0 }
                isTaken = isField && !name.hasPrefix("content-") && name != "mime-version"
                if isTaken { names.insert(name) }
            }
            if isTaken, sent.count < Self.longestHeader, !line.allSatisfy(\.isWhitespace) {
                sent += Array(line.utf8) + [UInt8(ascii: "\n")]
            }
        }
    }

    private mutating func compose(_ name: String, _ value: String?) {
        guard let value, !names.contains(name.lowercased()) else { return }
        composed.append((name, value))
    }

    private mutating func composeRecipients(_ recipients: [MAPIProperties], _ properties: MAPIProperties) {
        let fields: [(name: String, kind: Int, shown: MAPIProperties.ID?)] = [
            ("To", 1, .displayTo), ("Cc", 2, .displayCC), ("Bcc", 3, nil),
        ]
        for field in fields {
            let mailboxes = recipients.filter { ($0.integer(.recipientType) ?? 1) & 0xF == field.kind }.compactMap {
                Self.mailbox($0, [(.displayName, [.recipientSMTPAddress, .emailAddress])])
            }
            let names = field.shown.flatMap { properties.text($0) }?.split(separator: ";").map {
                Self.mailbox(name: $0.trimmingCharacters(in: .whitespaces), address: nil)
            }
            let all = mailboxes.isEmpty ? names ?? [] : mailboxes
            if !all.isEmpty { compose(field.name, all.joined(separator: ",\n ")) }
        }
    }

    /// The first of several that has a name or an address of the internet.
    private static func mailbox(
        _ properties: MAPIProperties, _ fields: [(name: MAPIProperties.ID, addresses: [MAPIProperties.ID])]
    ) -> String? {
        for field in fields {
            let name = properties.text(field.name)
            // Addresses of Exchange itself begin with `/O=`.
            let address = field.addresses.lazy.compactMap { properties.text($0) }.first { text in
                text.contains("@") && text.utf8.allSatisfy { 0x21...0x7E ~= $0 && !"<>,;()\"".utf8.contains($0) }
            }
            if name != nil || address != nil { return mailbox(name: name ?? "", address: address) }
        }
        return nil
    }

    private static func mailbox(name given: String, address: String?) -> String {
        // Outlook puts what somebody typed between single quotes.
        let isQuoted = given.count > 2 && given.hasPrefix("'") && given.hasSuffix("'")
        let name = isQuoted ? String(given.dropFirst().dropLast()) : given
        let isPlain = name.utf8.allSatisfy { 0x20...0x7E ~= $0 && $0 != UInt8(ascii: "\\") && $0 != 0x22 }
        let shown = isPlain ? "\"\(name.prefix(500))\"" : words(name)
        guard let address else { return shown + " <>" }
        return name.isEmpty || name == address ? "<\(address)>" : shown + " <\(address)>"
    }

    /// A text of a header field: encoded words (RFC 2047) unless it is short and ASCII.
    private static func encoded(_ text: String) -> String {
        text.utf8.count < 900 && text.utf8.allSatisfy { 0x20...0x7E ~= $0 } ? text : words(text)
    }

    private static func words(_ text: String) -> String {
        var words: [String] = []
        var word: [UInt8] = []
        for character in String(decoding: text.utf8.prefix(8_000), as: UTF8.self) {
            if word.count + character.utf8.count > 45, !word.isEmpty {
                words.append(Data(word).base64EncodedString())
                word = []
            }
            word += character.utf8
        }
        words.append(Data(word).base64EncodedString())
        return words.map { "=?utf-8?B?\($0)?=" }.joined(separator: "\n ")
    }

    private static func plain(_ text: String) -> String? {
        text.utf8.allSatisfy { 0x20...0x7E ~= $0 } ? text : nil
    }

    /// A time (RFC 5322, 3.3); `nil` beyond the years 1 to 9999.
    private static func moment(_ date: Date) -> String? {
        guard let text = RFC3339.text(date), text.count >= 19 else { return nil }
        let parts = text.split { !$0.isNumber }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard parts.count >= 6, let month = Int(parts[1]), months.indices.contains(month - 1) else { return nil }
        return "\(parts[2]) \(months[month - 1]) \(parts[0]) \(parts[3]):\(parts[4]):\(parts[5]) +0000"
    }
}
