import Foundation
import RecallCore
import RecallImport

/// A folder for one test, removed with it.
final class DocumentFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "recall-documents-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file and returns its path.
    func write(_ bytes: [UInt8], as name: String) throws -> String {
        let file = path + "/" + name
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        return file
    }
}

/// Writes zip files, also ones that lie.
struct ZipWriter {
    /// The flaw of an entry.
    enum Flaw { case none, encrypted, wrongSize, symbolicLink }

    private var bytes: [UInt8] = []
    private var directory: [UInt8] = []
    private var count: UInt16 = 0

    /// Adds a stored entry, or one with `deflated` bytes that unpack to `unpackedSize`.
    mutating func add(
        _ name: String, _ content: [UInt8], deflatedTo unpackedSize: Int? = nil, flaw: Flaw = .none
    ) {
        let size = flaw == .wrongSize ? 0x7FFF_FFF0 : unpackedSize ?? content.count
        var common: [UInt8] = []
        common += little(UInt16(20)) + little(UInt16(flaw == .encrypted ? 0x801 : 0x800))
        common += little(UInt16(unpackedSize == nil ? 0 : 8)) + little(UInt32(0x5A21_0000))
        common += little(unpackedSize == nil ? Self.crc32(content) : 0)
        common += little(UInt32(flaw == .wrongSize ? size : content.count)) + little(UInt32(size))
        common += little(UInt16(name.utf8.count)) + little(UInt16(0))
        directory += [0x50, 0x4B, 1, 2] + little(UInt16(0x0314)) + common + little(UInt16(0)) + little(UInt32(0))
        directory += little(UInt32(flaw == .symbolicLink ? 0o120777 << 16 : 0o100644 << 16))
        directory += little(UInt32(bytes.count)) + Array(name.utf8)
        bytes += [0x50, 0x4B, 3, 4] + common + Array(name.utf8) + content
        count += 1
    }

    /// The whole file.
    func finished() -> [UInt8] {
        let end = little(UInt32(directory.count)) + little(UInt32(bytes.count)) + little(UInt16(0))
        return bytes + directory + [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + little(count) + little(count) + end
    }

    private func little<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }

    /// CRC-32 (ISO 3309), bit by bit.
    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
    }
}

/// A DEFLATE stream (RFC 1951) of spaces: one literal and `count` matches of 258 bytes at distance 1, 13 bits each.
func deflatedSpaces(matches count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var bits = 0
    var length = 0
    func put(_ code: Int, _ width: Int) {
        for i in (0..<width).reversed() {
            bits |= (code >> i & 1) << length
            length += 1
            guard length == 8 else { continue }
            bytes.append(UInt8(bits))
            (bits, length) = (0, 0)
        }
    }
    put(1, 1)  // the last block
    put(0b10, 2)  // fixed codes
    put(0x30 + 0x20, 8)
    for _ in 0..<count { put(0b1100_0101, 8); put(0, 5) }
    put(0, 7)
    if length > 0 { bytes.append(UInt8(bits)) }
    return bytes
}

/// A DOCX file with the given content of `w:body` and more parts.
func docx(body: String, parts: [String: String] = [:], prolog: String = "") -> [UInt8] {
    var zip = ZipWriter()
    let part = prolog + wordPart("document", "<w:body>\(body)</w:body>")
    zip.add("[Content_Types].xml", Array("<Types/>".utf8))
    zip.add("word/document.xml", Array(part.utf8))
    for (name, content) in parts.sorted(by: { $0.key < $1.key }) { zip.add(name, Array(content.utf8)) }
    return zip.finished()
}

/// A WordprocessingML part.
func wordPart(_ root: String, _ content: String) -> String {
    "<w:\(root) xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\">\(content)</w:\(root)>"
}

/// A paragraph of one run.
func paragraph(_ text: String, properties: String = "", run: String = "") -> String {
    "<w:p><w:pPr>\(properties)</w:pPr><w:r><w:rPr>\(run)</w:rPr><w:t xml:space=\"preserve\">\(text)</w:t></w:r></w:p>"
}

/// A PDF file with lines of ASCII text on each page.
func pdf(pages: [[String]], title: String = "", trailer: String = "") -> [UInt8] {
    var objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Count \(pages.count)/Kids[\(pages.indices.map { "\(5 + 2 * $0) 0 R" }.joined(separator: " "))]>>",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        "<</Title(\(title))>>",
    ]
    for (i, lines) in pages.enumerated() {
        objects.append(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents \(6 + 2 * i) 0 R"
                + "/Resources<</Font<</F 3 0 R>>>>>>")
        let text = lines.map { "(\($0)) Tj 0 -14 Td " }.joined()
        let stream = lines.isEmpty ? "" : "BT /F 12 Tf 72 770 Td \(text)ET"
        objects.append("<</Length \(stream.utf8.count)>>stream\n\(stream)\nendstream")
    }
    var file = "%PDF-1.4\n"
    var offsets: [Int] = []
    for (i, object) in objects.enumerated() {
        offsets.append(file.utf8.count)
        file += "\(i + 1) 0 obj\n\(object)\nendobj\n"
    }
    let start = file.utf8.count
    file += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for offset in offsets { file += String(repeating: "0", count: 10 - String(offset).count) + "\(offset) 00000 n \n" }
    file += "trailer<</Size \(objects.count + 1)/Root 1 0 R/Info 4 0 R\(trailer)>>\nstartxref\n\(start)\n%%EOF\n"
    return Array(file.utf8)
}

/// The code of the failure that `body` throws; `nil` if it throws none.
func failureCode<T>(_ body: () async throws -> T) async -> ImportFailure.Code? {
    do {
        _ = try await body()
        return nil
    } catch {
        return (error as? ImportFailure)?.code
    }
}
