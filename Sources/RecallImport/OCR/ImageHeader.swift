import RecallFiles

/// The sizes that the header of an image states, read without unpacking its pixels: a small file may claim any size.
struct ImageHeader: Equatable {
    /// The width and height in pixels of each image in the file; several only in TIFF.
    let sizes: [Size]

    struct Size: Equatable {
        let width, height: Int

        /// True if there are no more pixels than are read.
        var isReadable: Bool {
            let sides = 1...ImportLimits.imageSide
            return sides.contains(width) && sides.contains(height) && width * height <= ImportLimits.imagePixels
        }
    }

    /// The kinds of image that tesseract reads, by their first bytes.
    static func begins(_ head: [UInt8]) -> Bool {
        signatures.contains { head.starts(with: $0) } || isWebP(head)
            || (head.starts(with: [0x42, 0x4D]) && head.count > 18 && head[14..<18].dropFirst().allSatisfy { $0 == 0 })
    }

    private static let signatures: [[UInt8]] = [
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], [0xFF, 0xD8, 0xFF], [0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42],
    ]

    private static func isWebP(_ head: [UInt8]) -> Bool {
        head.starts(with: Array("RIFF".utf8)) && head.dropFirst(8).starts(with: Array("WEBP".utf8))
    }

    /// The header of an image; `nil` if it is cut off or of no kind that is read.
    init?(_ input: DocumentInput) {
        let bytes = ImageBytes(file: input.file)
        switch bytes[0] {
        case 0x89: sizes = [Self.size(bytes.big(16, 4), bytes.big(20, 4))].compactMap(\.self)
        case 0xFF: sizes = [Self.jpeg(bytes)].compactMap(\.self)
        case 0x42: sizes = [Self.bitmap(bytes)].compactMap(\.self)
        case 0x52: sizes = [Self.webP(bytes)].compactMap(\.self)
        default: sizes = Self.tiff(bytes)
        }
        if sizes.isEmpty { return nil }
    }

    private static func size(_ width: Int?, _ height: Int?) -> Size? {
        guard let width, let height else { return nil }
        return Size(width: width, height: height)
    }

    /// The first frame header (SOF) of a JPEG file (ITU T.81, B.2.2).
    private static func jpeg(_ bytes: ImageBytes) -> Size? {
        var at = 2
        for _ in 0..<mostSegments {
            guard let marker = bytes[at + 1], bytes[at] == 0xFF else { return nil }
            if marker == 0xFF { at += 1; continue }
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                return size(bytes.big(at + 7, 2), bytes.big(at + 5, 2))
            }
            guard let length = bytes.big(at + 2, 2), length >= 2 else { return nil }
            at += 2 + length
        }
        return nil
    }

    private static let mostSegments = 10_000

    /// A Windows bitmap; the height is negative if it begins at the top.
    private static func bitmap(_ bytes: ImageBytes) -> Size? {
        guard let header = bytes.little(14, 4), header >= 40 else {
            return size(bytes.little(18, 2), bytes.little(20, 2))
        }
        let height = bytes.little(22, 4).map { Int(Int32(truncatingIfNeeded: $0).magnitude) }
        return size(bytes.little(18, 4), height)
    }

    /// A WebP file: lossy, lossless or extended (RFC 9649).
    private static func webP(_ bytes: ImageBytes) -> Size? {
        switch bytes[15] {
        case UInt8(ascii: " "):
            return size(bytes.little(26, 2).map { $0 & 0x3FFF }, bytes.little(28, 2).map { $0 & 0x3FFF })
        case UInt8(ascii: "L"):
            guard let bits = bytes.little(21, 4) else { return nil }
            return Size(width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1)
        default: return size(bytes.little(24, 3).map { $0 + 1 }, bytes.little(27, 3).map { $0 + 1 })
        }
    }

    /// The images of a TIFF file (TIFF 6.0, 2): a chain of directories, which may lead in a circle.
    private static func tiff(_ bytes: ImageBytes) -> [Size] {
        let isBig = bytes[0] == 0x4D
        func number(_ at: Int, _ count: Int) -> Int? { isBig ? bytes.big(at, count) : bytes.little(at, count) }
        var sizes: [Size] = []
        var seen: Set<Int> = []
        var next = number(4, 4)
        while let directory = next, directory > 0, seen.insert(directory).inserted, let count = number(directory, 2),
            sizes.count <= ImportLimits.recognisedPages
        {
            var sides: [Int: Int] = [:]
            for entry in 0..<min(count, mostEntries) {
                let at = directory + 2 + 12 * entry
                guard let tag = number(at, 2), [256, 257].contains(tag), let type = number(at + 2, 2) else { continue }
                sides[tag] = number(at + 8, type == 3 ? 2 : 4)
            }
            guard let size = size(sides[256], sides[257]) else { break }
            sizes.append(size)
            next = number(directory + 2 + 12 * count, 4)
        }
        return sizes
    }

    /// The entries are sorted by their tags, and those of the sides are the third and fourth lowest.
    private static let mostEntries = 32
}

/// Bytes of a header, of which any may be missing.
private struct ImageBytes {
    let file: OpenFile

    subscript(index: Int) -> UInt8? { big(index, 1).map { UInt8($0) } }

    /// The number in `count` bytes, at most 4, from `index` on; the most significant byte comes first.
    func big(_ index: Int, _ count: Int) -> Int? {
        bytes(index, count)?.reduce(0) { $0 << 8 | Int($1) }
    }

    /// As `big`, with the least significant byte first.
    func little(_ index: Int, _ count: Int) -> Int? {
        bytes(index, count)?.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private func bytes(_ index: Int, _ count: Int) -> [UInt8]? {
        guard let bytes = try? file.bytes(from: index, limit: count), bytes.count == count else { return nil }
        return bytes
    }
}
