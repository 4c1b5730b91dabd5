import CGMime
import Foundation
public import RecallCore

/// An e-mail that is put together from an item, because the file that it was imported from is gone or in an archive: its header
/// fields and its text, without attachments and HTML (RFC 5322, with encoded words of RFC 2047).
public enum ComposedMail {
    /// The field that says so.
    public static let mark = "X-Recall-Composed"

    /// The field that names an attachment that the mail had, and has no more.
    public static let missingMark = "X-Recall-Missing-Attachment"

    /// The bytes of a mail with what the library knows about `item`.
    public static func bytes(of item: Item) -> [UInt8] {
        _ = GMimeLibrary.options
        guard let message = g_mime_message_new(1) else { preconditionFailure("GMime has no memory") }
        defer { g_object_unref(message) }
        let object = UnsafeMutableRawPointer(message).assumingMemoryBound(to: GMimeObject.self)
        g_mime_message_set_subject(message, item.title, "utf-8")
        setAddresses(of: item, in: message)
        if let seconds = item.date.flatMap({ gint64(exactly: $0.timeIntervalSince1970.rounded(.down)) }),
            let time = g_date_time_new_from_unix_utc(seconds)
        {
            g_mime_message_set_date(message, time)
            g_date_time_unref(time)
        }
        if case .email(let email) = item.details { setIDs(email, in: object) }
        g_mime_object_append_header(object, mark, "yes; the file it was imported from is gone, or in an archive", nil)
        for attachment in item.attachments.prefix(100) {
            g_mime_object_append_header(object, missingMark, attachment.name, "utf-8")
        }
        setText(item.text, in: message)
        return Array(GMimeLibrary.take(g_mime_object_to_string(object, nil)).utf8)
    }

    private static func setAddresses(of item: Item, in message: UnsafeMutablePointer<GMimeMessage>) {
        if let sender = item.sender {
            g_mime_message_add_mailbox(message, GMIME_ADDRESS_TYPE_FROM, sender.name, sender.address)
        }
        for recipient in item.recipients {
            let type =
                switch recipient.role {
                case .to: GMIME_ADDRESS_TYPE_TO
                case .cc: GMIME_ADDRESS_TYPE_CC
                case .bcc: GMIME_ADDRESS_TYPE_BCC
                }
            g_mime_message_add_mailbox(message, type, recipient.participant.name, recipient.participant.address)
        }
    }

    private static func setIDs(_ email: EmailDetails, in object: UnsafeMutablePointer<GMimeObject>) {
        let fields = [
            ("Message-ID", email.messageID.map { [$0] } ?? []), ("In-Reply-To", email.inReplyTo),
            ("References", email.references),
        ]
        for (name, ids) in fields {
            let plain = ids.filter { !$0.isEmpty && $0.utf8.allSatisfy { 0x21...0x7E ~= $0 } }
            if !plain.isEmpty {
                g_mime_object_append_header(object, name, plain.map { "<\($0)>" }.joined(separator: " "), nil)
            }
        }
        if let list = email.listID { g_mime_object_append_header(object, "List-Id", "<\(list)>", "utf-8") }
    }

    /// GMime's own way would choose a charset by the text.
    private static func setText(_ text: String, in message: UnsafeMutablePointer<GMimeMessage>) {
        guard let part = g_mime_part_new_with_type("text", "plain") else { return }
        defer { g_object_unref(part) }
        let object = UnsafeMutableRawPointer(part).assumingMemoryBound(to: GMimeObject.self)
        g_mime_object_set_content_type_parameter(object, "charset", "utf-8")
        g_mime_part_set_content_encoding(part, GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE)
        var text = text
        let stream = text.withUTF8 { bytes in
            bytes.baseAddress.flatMap { base in
                base.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                    g_mime_stream_mem_new_with_buffer($0, bytes.count)
                }
            } ?? g_mime_stream_mem_new()
        }
        if let stream, let content = g_mime_data_wrapper_new_with_stream(stream, GMIME_CONTENT_ENCODING_DEFAULT) {
            g_mime_part_set_content(part, content)
            g_object_unref(content)
        }
        if let stream { g_object_unref(stream) }
        g_mime_message_set_mime_part(message, object)
    }
}
