import RecallConfinement
import RecallCore

/// A message of the process that unpacks an archive, in the order of the archive.
enum UnpackingMessage: Hashable {
    /// A file begins: its path in the archive, and its time of change in nanoseconds since 1970.
    case file(String, modified: Int64?)
    /// Bytes of the file that began last.
    case data([UInt8])
    /// The time of change of the file that began last, where it was not known then.
    case modified(Int64)
    /// The entry at a path in the archive is passed over.
    case skipped(String, SkipReason)
    /// The file at a path in the archive cannot be read to its end; the whole archive, if the path is empty.
    case failure(String, ImportFailure)
    /// Nothing follows.
    case end

    /// The message as a `ReplyWriter` writes it.
    var encoded: [UInt8] {
        switch self {
        case .file(let path, let modified):
            var writer = ReplyWriter(UInt8(ascii: "F"), [path])
            writer.put(integers: [Int(modified ?? .min)])
            return writer.bytes
        case .data(let bytes):
            var writer = ReplyWriter(UInt8(ascii: "D"))
            writer.put(bytes)
            return writer.bytes
        case .modified(let time):
            var writer = ReplyWriter(UInt8(ascii: "T"))
            writer.put(integers: [Int(time)])
            return writer.bytes
        case .skipped(let path, let reason):
            let (kind, detail) =
                switch reason {
                case .otherType(let fileExtension): ("type", fileExtension)
                case .link: ("link", "")
                default: ("file", "")
                }
            return ReplyWriter(UInt8(ascii: "S"), [kind, detail, path]).bytes
        case .failure(let path, let failure):
            return ReplyWriter(UInt8(ascii: "X"), [path, failure.code.rawValue, failure.reason]).bytes
        case .end: return ReplyWriter(UInt8(ascii: "Z")).bytes
        }
    }

    /// The message that `bytes` encode; `nil` if they are none.
    init?(_ bytes: [UInt8]) {
        var fields = ReplyReader(bytes)
        switch fields.kind {
        case UInt8(ascii: "F"):
            guard let path = fields.string(), let numbers = fields.integers(), numbers.count == 1 else { return nil }
            self = .file(path, modified: numbers[0] == .min ? nil : Int64(numbers[0]))
        case UInt8(ascii: "D"):
            guard let data = fields.next() else { return nil }
            self = .data(Array(data))
        case UInt8(ascii: "T"):
            guard let numbers = fields.integers(), numbers.count == 1 else { return nil }
            self = .modified(Int64(numbers[0]))
        case UInt8(ascii: "S"):
            guard let kind = fields.string(), let detail = fields.string(), let path = fields.string() else {
                return nil
            }
            self = .skipped(
                path, kind == "type" ? .otherType(fileExtension: detail) : kind == "link" ? .link : .notAFile)
        case UInt8(ascii: "X"):
            guard let path = fields.string(), let code = fields.string(), let reason = fields.string() else {
                return nil
            }
            self = .failure(path, ImportFailure(ImportFailure.Code(rawValue: code), path: path, reason: reason))
        case UInt8(ascii: "Z"): self = .end
        default: return nil
        }
    }
}

/// Writes messages to standard output, each after its length in 8 bytes, little-endian.
struct UnpackingOutput {
    /// Writes a message; ends the process if nobody reads.
    func write(_ message: UnpackingMessage) {
        let bytes = message.encoded
        let all = withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { Array($0) } + bytes
        Confinement.write(all)
    }
}

/// A file that an unpacking process writes piece by piece, until there is a piece of another one.
struct UnpackedFile {
    private let output = UnpackingOutput()
    private var path: String?
    private var modified: Int64?

    /// Adds a piece of the file at `path`, whose time of change is the latest of its pieces.
    mutating func add(_ piece: [UInt8], to path: String, modified time: Int64?) {
        if path != self.path {
            end()
            output.write(.file(path, modified: nil))
            self.path = path
        }
        modified = [modified, time].compactMap(\.self).max()
        // At once: a parser that crashes later takes nothing of it along.
        for start in stride(from: 0, to: piece.count, by: Self.blockBytes) {
            output.write(.data(Array(piece[start...].prefix(Self.blockBytes))))
        }
    }

    /// Ends the file.
    mutating func end() {
        if let modified { output.write(.modified(modified)) }
        (path, modified) = (nil, nil)
    }

    private static let blockBytes = 1 << 19
}

/// Takes the output of an unpacking process apart, block by block, without trusting it.
struct UnpackingInput {
    private var bytes: [UInt8] = []
    private var start = 0
    /// The bytes that a message may have.
    private static let most = 1 << 20

    /// Adds what was read, and hands over each message that is whole.
    ///
    /// - Returns: false if the process says what cannot be understood.
    mutating func add(
        _ block: UnsafeRawBufferPointer, _ body: (UnpackingMessage) throws -> Void
    ) rethrows -> Bool {
        bytes.append(contentsOf: block)
        defer {
            bytes.removeFirst(start)
            start = 0
        }
        while bytes.count - start >= 8 {
            let length = bytes[start..<start + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            guard length <= Self.most else { return false }
            let end = start + 8 + Int(length)
            guard end <= bytes.count else { return true }
            guard let message = UnpackingMessage(Array(bytes[(start + 8)..<end])) else { return false }
            try body(message)
            start = end
        }
        return true
    }
}
