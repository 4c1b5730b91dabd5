import Foundation
public import RecallCore

extension SourceFormat {
    /// A web page that a browser saved with its pictures in one file (RFC 2557).
    public static let mhtml = SourceFormat("mhtml", singular: "saved web page", plural: "saved web pages")
}

struct MHTMLFormat: DocumentFormat {
    let format = SourceFormat.mhtml
    let extensions: Set = ["mht", "mhtml"]
    let revision: Int? = DocumentFileReader.revision
    let mediaTypes: Set = ["multipart/related", "application/x-mimearchive"]

    func mayBegin(_ head: [UInt8]) -> Bool { head.mayBeText }

    func text(in bytes: [UInt8]) -> ExtractedText? { SavedPage.text(of: bytes) }

    func text(of input: DocumentInput, _ launcher: ParserLauncher) -> ExtractedText {
        SavedPage.text(of: input.bytes(upTo: HTMLText.byteLimit + 1))
    }
}

/// A page that is written as a mail of several parts: the page, its pictures, its frames.
private enum SavedPage {
    static func text(of bytes: [UInt8]) -> ExtractedText {
        bytes.withUnsafeBufferPointer { bytes in
            let structure = MIMEStructure(bytes)
            let pages = structure.parts.filter { $0.contentType.mediaType == "text/html" }
            var text = pages.first.map { page($0, bytes) } ?? plain(structure, bytes)
            // A workbook or a page of frames has its text in the parts that follow.
            if text.text.isEmpty {
                let frames = pages.dropFirst().map { page($0, bytes).text }.filter { !$0.isEmpty }
                text.text = frames.joined(separator: "\n\n")
                text.hiddenRanges = []
            }
            if let header = structure.parts.first?.header { complete(&text, header, bytes) }
            text.defects.formUnion(structure.defects)
            if text.text.isEmpty { text.defects.insert(.noText) }
            return text
        }
    }

    private static func page(_ part: MIMEPart, _ bytes: Bytes) -> ExtractedText {
        let html = TransferEncoding.decode(bytes.slice(part.body), part.encoding)
        var text = HTMLText.extract(html, charset: part.contentType.charset)
        let dates = HTMLDates(html)
        (text.created, text.modified) = (dates.created, dates.modified)
        return text
    }

    private static func plain(_ structure: MIMEStructure, _ bytes: Bytes) -> ExtractedText {
        guard let part = structure.parts.first(where: { $0.contentType.mediaType == "text/plain" }) else {
            return ExtractedText(text: "")
        }
        return PlainText.extract(TransferEncoding.decode(bytes.slice(part.body), part.encoding))
    }

    /// Adds the title and the day on which the page was saved, where it names none itself.
    private static func complete(_ text: inout ExtractedText, _ header: HeaderBlock, _ bytes: Bytes) {
        if text.title.isEmpty, let subject = header.first(.subject, bytes) {
            text.title = HeaderText.unstructured(bytes.slice(subject), &text.defects)
        }
        if text.created == nil, text.modified == nil, let date = header.first(.date, bytes) {
            text.modified = MailDate.parse(bytes.slice(date))
        }
    }
}
