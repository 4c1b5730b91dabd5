/// The fields of a Protocol Buffers message, for files that tests write.
struct ProtobufWriter {
    private(set) var bytes: [UInt8] = []

    static func varint(_ value: Int) -> [UInt8] {
        var (rest, bytes) = (value, [UInt8]())
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    mutating func add(_ field: Int, _ value: Int) { bytes += Self.varint(field << 3) + Self.varint(value) }

    mutating func add(_ field: Int, _ value: [UInt8]) {
        bytes += Self.varint(field << 3 | 2) + Self.varint(value.count) + value
    }
}

/// An archive of iWork with a message for each type and content, in chunks of at most `chunk` bytes.
///
/// - Parameter first: the number of the first object.
func iWorkArchive(_ messages: [(type: Int, content: [UInt8])], chunk: Int = 60_000, from first: Int = 1) -> [UInt8] {
    var data: [UInt8] = []
    for (number, message) in messages.enumerated() {
        var (info, header) = (ProtobufWriter(), ProtobufWriter())
        info.add(1, message.type)
        info.add(3, message.content.count)
        header.add(1, number + first)
        header.add(2, info.bytes)
        data += ProtobufWriter.varint(header.bytes.count) + header.bytes + message.content
    }
    return stride(from: 0, to: data.count, by: chunk).flatMap { (start: Int) -> [UInt8] in
        let packed = snappy(Array(data[start...].prefix(chunk)))
        let length = (0..<3).map { (place: Int) -> UInt8 in UInt8(packed.count >> (8 * place) & 0xFF) }
        return [UInt8(0)] + length + packed
    }
}

/// Bytes as Snappy compresses them: what is a repetition of the four bytes before is copied, all else is literal.
func snappy(_ bytes: [UInt8]) -> [UInt8] {
    var (packed, literal, i) = (ProtobufWriter.varint(bytes.count), [UInt8](), 0)
    func flushed() -> [UInt8] {
        guard !literal.isEmpty else { return [] }
        let last = literal.count - 1
        return (last < 60 ? [UInt8(last << 2)] : [61 << 2, UInt8(last & 0xFF), UInt8(last >> 8)]) + literal
    }
    while i < bytes.count {
        var length = 0
        while i >= 4, i + length < bytes.count, length < 11, bytes[i + length] == bytes[i + length - 4] { length += 1 }
        guard length >= 4 else {
            literal.append(bytes[i])
            i += 1
            continue
        }
        packed += flushed() + [UInt8((length - 4) << 2 | 1), 4]
        literal = []
        i += length
    }
    return packed + flushed()
}

/// The message of a text: 0 is the main one, 1 a header.
func iWorkText(_ text: String, kind: Int = 0) -> (type: Int, content: [UInt8]) {
    var storage = ProtobufWriter()
    storage.add(1, kind)
    storage.add(3, Array(text.utf8))
    return (2001, storage.bytes)
}

/// The message of what the cells of a table hold.
func iWorkCells(_ texts: [String], kind: Int = 1) -> (type: Int, content: [UInt8]) {
    var list = ProtobufWriter()
    list.add(1, kind)
    for (key, text) in texts.enumerated() {
        var entry = ProtobufWriter()
        entry.add(1, key + 1)
        entry.add(3, Array(text.utf8))
        list.add(3, entry.bytes)
    }
    return (6005, list.bytes)
}

/// A document as one zip file, with archives in `Index/`.
func iWorkFile(_ archives: [String: [UInt8]]) -> [UInt8] {
    var zip = ZipWriter()
    for (name, bytes) in archives.sorted(by: { $0.key < $1.key }) { zip.add("Index/\(name).iwa", bytes) }
    return zip.finished()
}

/// A reference to the object of that number.
func iWorkReference(_ object: Int) -> [UInt8] {
    var reference = ProtobufWriter()
    reference.add(1, object)
    return reference.bytes
}

/// A message of these fields.
func iWorkMessage(_ fields: (field: Int, value: [UInt8])...) -> [UInt8] {
    var message = ProtobufWriter()
    for (field, value) in fields { message.add(field, value) }
    return message.bytes
}

/// A cell as Numbers writes it today, with the fields of its flags.
func iWorkCell(_ type: UInt8, _ flags: UInt8, _ fields: [UInt8]) -> [UInt8] {
    [5, type, 0, 0, 0, 0, 0, 0, flags, 0, 2, 0] + fields + [7, 0, 0, 0]
}

/// A decimal number of 128 bits.
func iWorkDecimal(_ coefficient: UInt64, _ exponent: Int) -> [UInt8] {
    let biased = exponent + 6_176
    return iWorkBytes(coefficient) + Array(repeating: 0, count: 6) + [UInt8(biased & 0x7F) << 1, UInt8(biased >> 7)]
}

func iWorkBytes(_ number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number.littleEndian) { Array($0) } }
func iWorkBytes(_ number: Double) -> [UInt8] { iWorkBytes(number.bitPattern) }

/// A row of a tile; `nil` is a column without a cell.
func iWorkRow(_ number: Int, _ cells: [[UInt8]?], isWide: Bool = false, isOld: Bool = false) -> [UInt8] {
    var (storage, offsets) = ([UInt8](), [UInt8]())
    for cell in cells + [nil, nil] {
        offsets += iWorkBytes(cell == nil ? UInt16.max : UInt16(storage.count / (isWide ? 4 : 1)))
        storage += cell ?? []
    }
    var row = ProtobufWriter()
    row.add(1, number)
    row.add(isOld ? 3 : 6, storage)
    row.add(isOld ? 4 : 7, offsets)
    if isWide { row.add(8, 1) }
    return row.bytes
}
