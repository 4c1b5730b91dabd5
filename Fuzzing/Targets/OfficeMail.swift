import Foundation
import RecallConfinement
import RecallCore

@testable import RecallImport

/// What Outlook writes, and mails in the wrappings of other programs.
enum OfficeMail {
    static func message(_ bytes: [UInt8]) { OutlookMessage(file: bytes).map(check) }

    static func tnef(_ bytes: [UInt8]) {
        OutlookMessage(tnef: bytes[...]).map(check)
        _ = OutlookMessage(tnef: [0x78, 0x9F, 0x3E, 0x22, 0, 0] + bytes)
    }

    /// The bytes of the mail that a message becomes, which is a mail.
    private static func check(_ message: OutlookMessage) {
        let mail = OutlookMail.bytes(of: message)
        if mail.count < 1 << 20 { Mails.message(mail) }
    }

    static func compressedRTF(_ bytes: [UInt8]) {
        let limit = 1 << 16
        let head = [UInt8](repeating: 0xFF, count: 8)
        for type: [UInt8] in [[0x4C, 0x5A, 0x46, 0x75], [0x4D, 0x45, 0x4C, 0x41]] {
            let rtf = CompressedRTF.decompress(head + type + [0, 0, 0, 0] + bytes, atMost: limit)
            precondition((rtf?.count ?? 0) <= limit, "more RTF than is wanted")
            rtf.map { _ = RTFDocument.text(of: $0) }
        }
        _ = CompressedRTF.decompress(bytes, atMost: limit)
    }

    static func signed(_ bytes: [UInt8]) {
        if let content = CMSSignedData.content(bytes) { precondition(content.count <= bytes.count) }
    }

    static func appleMail(_ bytes: [UInt8]) { Exports.export(bytes, "emlx") }
}
