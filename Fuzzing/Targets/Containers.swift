import Foundation
import RecallConfinement
import RecallCore

@testable import RecallImport

/// Archives, packages of several parts, and what unpacking says.
enum Containers {
    private static let limits = ArchiveReader.Limits(
        entryBytes: 1 << 20, totalBytes: 4 << 20, ratio: 100, entries: 1_000)

    /// An archive in memory: its entries with their bytes, and the names in its directory.
    static func unpack(_ bytes: [UInt8]) {
        _ = try? GzippedData.unpacked(bytes)
        if let file = try? RegularFile(path: InputFile(bytes).path), let directory = try? ZipDirectory(file) {
            precondition(directory.names.count <= 10_000)
        }
        let kinds = ArchiveKind(head: Array(bytes.prefix(512))).map { [$0] } ?? [.zip, .tar, .sevenZip]
        for kind in kinds where kind != .outlookStore { try? walk(bytes, kind) }
    }

    private static func walk(_ bytes: [UInt8], _ kind: ArchiveKind) throws {
        let stream = try ArchiveStream(.bytes(bytes), kind)
        defer { stream.close() }
        var (count, total) = (0, 0)
        while let header = try stream.next(), count < limits.entries {
            count += 1
            guard let entry = header.asFile else { continue }
            precondition(ArchiveReader.isPlain(entry.path))
            _ = FileClassifier.skippedByName(entry.path)
            try stream.read(entry, limits: limits, atMost: limits.totalBytes - total) { total += $0.count }
        }
    }

    /// What an unpacking process that was taken over says, line by line: nothing is written outside of the tree.
    static func tree(_ bytes: [UInt8]) {
        let parent = InputFile.folder + "/tree"
        let unit = SourceUnit(
            path: "/a.zip", root: "/a.zip", format: .archive, byteCount: 1_000, modified: 1_700_000_000_000_000_000)
        guard let tree = try? UnpackedTree(below: parent, of: unit) else { return }
        var output: [UInt8] = []
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).prefix(200) {
            let message = Self.message(line).encoded
            output += withUnsafeBytes(of: UInt64(message.count).littleEndian) { Array($0) } + message
        }
        try? output.withUnsafeBytes { try tree.add($0) }
        let archive = try? tree.finished { ImportFailure(.parserFailed, path: "/a.zip", reason: "It was cut off.") }
        for entry in (archive?.entries()).map({ Array($0.prefix(500)) }) ?? [] { _ = entry }
        let left = (try? FileManager.default.contentsOfDirectory(atPath: InputFile.folder)) ?? []
        precondition(Set(left).isSubset(of: ["tree", "input"]), "a file outside of the tree")
        let beside = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        precondition(Set(beside).isSubset(of: ["0"]), "a file beside the tree")
        try? FileManager.default.removeItem(atPath: parent)
    }

    private static func message(_ line: ArraySlice<UInt8>) -> UnpackingMessage {
        let text = String(decoding: line.dropFirst(), as: UTF8.self)
        switch line.first {
        case UInt8(ascii: "f"): return .file(text, modified: nil)
        case UInt8(ascii: "t"): return .file(text, modified: Int64(text.utf8.count) &* 0x1000_0000_0000_001)
        case UInt8(ascii: "s"): return .skipped(text, .link)
        case UInt8(ascii: "x"): return .failure(text, ImportFailure(.malformed, path: text, reason: "x"))
        case UInt8(ascii: "l"): return .failure(text, ImportFailure(.overLimit, path: text, reason: "x"))
        case UInt8(ascii: "e"): return .end
        default: return .data(Array(line))
        }
    }

    /// A document of several XML parts: the first byte says of which format, a control character separates the parts.
    static func package(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let (format, names) = packages[Int(first) % packages.count]
        guard case .confined(let parse)? = ImportFormats.all[format.identifier]?.parser else { return }
        let parts = bytes.dropFirst().split(separator: 0x1E, omittingEmptySubsequences: false)
        let entries = zip(names, parts).map { (name: $0, bytes: Array($1)) }
        let descriptor = open(InputFile(StoredZip.bytes(entries)).path, O_RDONLY)
        let reply = parse(descriptor)
        close(descriptor)
        precondition(ParserReply(reply.encoded()) == reply)
        check(reply)
    }

    /// Archives of iWork, packed and not packed any more, and its XML.
    static func iWork(_ bytes: [UInt8]) {
        let (unpacked, _) = Snappy.unpacked(chunks: bytes, atMost: 1 << 20)
        precondition(unpacked.count <= 1 << 20, "more was unpacked than was asked for")
        for archive in [bytes, unpacked] {
            var messages = IWorkArchive(archive)
            while messages.next() != nil {}
        }
        for name in ["Index/Document.iwa", "index.xml"] {
            if let reply = try? IWorkDocument.reply([name: bytes]) { check(reply) }
        }
    }

    private static func check(_ reply: ParserReply) {
        guard case .text(let text) = reply else { return }
        let count = text.text.utf8.count
        precondition(text.pageStarts.allSatisfy { 0...count ~= $0 }, "a page begins beyond the text")
        precondition(text.hiddenRanges.allSatisfy { $0.upperBound <= count }, "hidden text beyond the text")
    }

    static let packages: [(SourceFormat, [String])] = [
        (
            .xlsx,
            [
                "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/sharedStrings.xml", "xl/styles.xml",
                "xl/worksheets/sheet1.xml",
            ]
        ),
        (
            .pptx,
            [
                "ppt/presentation.xml", "ppt/_rels/presentation.xml.rels", "ppt/slides/slide1.xml",
                "ppt/slides/_rels/slide1.xml.rels", "ppt/notesSlides/notesSlide1.xml", "docProps/core.xml",
            ]
        ),
        (.odt, ["content.xml", "meta.xml", "META-INF/manifest.xml"]),
        (.docx, ["word/document.xml", "word/_rels/document.xml.rels", "word/footnotes.xml", "docProps/core.xml"]),
        (.epub, ["META-INF/container.xml", "content.opf", "toc.ncx", "a.xhtml", "b.xhtml"]),
    ]
}

/// A zip archive whose entries are not compressed.
enum StoredZip {
    static func bytes(_ entries: [(name: String, bytes: [UInt8])]) -> [UInt8] {
        var (file, directory): ([UInt8], [UInt8]) = ([], [])
        for entry in entries {
            let sizes =
                little(CRC32.of(entry.bytes)) + little(UInt32(entry.bytes.count)) + little(UInt32(entry.bytes.count))
            let start = little(UInt32(file.count))
            let common: [UInt8] =
                [0, 0, 0, 0, 0, 0, 0x21, 0x58] + sizes + little(UInt16(entry.name.utf8.count)) + [0, 0]
            file += [0x50, 0x4B, 3, 4, 20, 0] + common + Array(entry.name.utf8) + entry.bytes
            directory += [0x50, 0x4B, 1, 2, 20, 0, 20, 0] + common + Array(repeating: 0, count: 10) + start
            directory += Array(entry.name.utf8)
        }
        let count = little(UInt16(entries.count))
        let end = count + count + little(UInt32(directory.count)) + little(UInt32(file.count)) + [0, 0]
        return file + directory + [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + end
    }

    private static func little<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian, Array.init)
    }
}

/// Data as gzip holds it, not compressed (RFC 1952, RFC 1951).
enum StoredGzip {
    static func bytes(_ data: [UInt8]) -> [UInt8] {
        var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
        for start in stride(from: 0, to: max(1, data.count), by: 0xFFFF) {
            let block = data[start..<min(start + 0xFFFF, data.count)]
            let length = UInt16(block.count)
            file.append(start + 0xFFFF >= data.count ? 1 : 0)
            for value in [length, ~length] { file += withUnsafeBytes(of: value.littleEndian, Array.init) }
            file += block
        }
        for value in [CRC32.of(data), UInt32(data.count)] {
            file += withUnsafeBytes(of: value.littleEndian, Array.init)
        }
        return file
    }
}

enum CRC32 {
    private static let table: [UInt32] = (0..<256).map {
        (0..<8).reduce(UInt32($0)) { value, _ in
            value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
        }
    }

    static func of(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
    }
}
