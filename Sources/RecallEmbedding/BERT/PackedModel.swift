public import RecallCore
import RecallFiles

/// A model as the kernels want it: in one file of its folder that is mapped at start, neither parsed nor copied.
///
/// A header of 4,096 bytes (magic, version, precision, shape, size and SHA-256 of the source, SHA-256 of the rest of
/// the file, SHA-256 of the header itself), then the sections of `ModelLayout`. Little endian. The header is checked
/// whenever the file is opened, the rest by `verify`.
public struct PackedModel: Sendable {
    /// The model's folder in the Hugging Face layout.
    public let folder: String
    /// The precision of the file.
    public let precision: EncoderPrecision
    /// The SHA-256 of `model.safetensors` in hexadecimal, where it is known without reading that file.
    private let weightsDigest: String?

    static let headerSize = 4096
    private static let magic: [UInt8] = Array("RCLMODEL".utf8)
    static let version: UInt32 = 4

    /// The packed file of a precision, whether it is there or not.
    public init(folder: String, precision: EncoderPrecision, weightsDigest: String? = nil) {
        self.folder = folder
        self.precision = precision
        self.weightsDigest = weightsDigest
    }

    /// The path of the file.
    public var path: String { "\(folder)/recall-\(precision.rawValue).packed" }

    /// Packs the model in `source` (`config.json`, `model.safetensors`), which is the folder itself unless given, and
    /// writes the file, whole or not at all.
    ///
    /// Takes about a second and the memory of the model for 20 million weights.
    public func write(from source: String? = nil) throws(EncoderError) {
        try write(try image(from: source ?? folder))
    }

    /// Checks every byte of the file against its checksums. O(size), about half a second for 90 MB.
    public func verify() throws(EncoderError) {
        let memory = try EncoderError.wrapping { () throws(FileError) in try MappedMemory(file: path) }
        guard let header = try Header(memory.bytes, path: path) else {
            throw .malformed(path: path, reason: "it was packed by another version of Recall")
        }
        guard SHA256.digest(UnsafeRawBufferPointer(rebasing: memory.bytes[Self.headerSize...])) == header.payloadDigest
        else {
            throw .malformed(path: path, reason: "its content does not match its checksum")
        }
    }

    /// The weights: the file if it is there and up to date, otherwise packed in memory.
    func weights() throws(EncoderError) -> BERTWeights {
        if let weights = try mapped() { return weights }
        return try image(from: folder).weights
    }

    /// The weights, packed again and saved to the file if it is writable.
    func packedWeights() throws(EncoderError) -> BERTWeights {
        let image = try image(from: folder)
        do {
            try write(image)
            return try mapped() ?? image.weights
        } catch {
            // A folder that cannot be written, or a full disk, is no reason not to embed.
            return image.weights
        }
    }

    /// The weights in the file; nil if there is none, or if it was packed by another version or from other weights.
    func mapped() throws(EncoderError) -> BERTWeights? {
        guard FileState.exists(path) else { return nil }
        let memory = try EncoderError.wrapping { () throws(FileError) in try MappedMemory(file: path) }
        guard let header = try Header(memory.bytes, path: path), isCurrent(header) else { return nil }
        guard header.precision == precision else {
            throw .malformed(path: path, reason: "it holds another precision than its name says")
        }
        let layout = ModelLayout(header.shape, precision: precision, headerSize: Self.headerSize)
        guard layout.size == header.size else {
            throw .malformed(path: path, reason: "its size is not that of its shape")
        }
        return BERTWeights(shape: header.shape, layout: layout, memory: memory)
    }

    /// True if the file was packed from the present weights: compared by digest if it is known, else by size and
    /// time. Weights that were deleted count as unchanged.
    private func isCurrent(_ header: Header) -> Bool {
        if let weightsDigest { return FileDigest.hexadecimal(header.sourceDigest) == weightsDigest }
        guard let source = FileState(Self.weightsPath(in: folder)), let packed = FileState(path) else { return true }
        return source.size == header.sourceSize && packed.modified >= source.modified
    }

    private static func weightsPath(in folder: String) -> String { folder + "/" + ModelFolder.weights }

    /// A packed model in memory, and what it was packed from.
    private struct Image {
        let weights: BERTWeights
        let memory: MappedMemory
        let layout: ModelLayout
        let source: SafetensorsFile
    }

    private func image(from folder: String) throws(EncoderError) -> Image {
        let shape = try BERTConfiguration(folder: folder)
        let source = try SafetensorsFile(path: Self.weightsPath(in: folder))
        let layout = ModelLayout(shape, precision: precision, headerSize: Self.headerSize)
        let memory = try EncoderError.wrapping { () throws(FileError) in
            try MappedMemory(zeros: layout.size, for: source.path)
        }
        try ModelPacking(source: source, shape: shape, layout: layout, target: memory.base).run()
        let weights = BERTWeights(shape: shape, layout: layout, memory: memory)
        return Image(weights: weights, memory: memory, layout: layout, source: source)
    }

    private func write(_ image: Image) throws(EncoderError) {
        var header = Header(shape: image.weights.shape, precision: precision)
        header.size = image.layout.size
        header.sourceSize = image.source.memory.count
        header.sourceDigest = SHA256.digest(image.source.memory.bytes)
        let payload = UnsafeRawBufferPointer(rebasing: image.memory.bytes[Self.headerSize..<image.layout.size])
        header.payloadDigest = SHA256.digest(payload)
        image.memory.base.copyMemory(from: header.encoded, byteCount: Self.headerSize)
        try EncoderError.wrapping { () throws(FileError) in try AtomicFile.write(image.memory.bytes, to: path) }
    }
}

extension PackedModel {
    /// The first bytes of a packed file.
    struct Header {
        var shape: BERTConfiguration
        var precision: EncoderPrecision
        var size = 0
        var sourceSize = 0
        var sourceDigest = [UInt8](repeating: 0, count: 32)
        var payloadDigest = [UInt8](repeating: 0, count: 32)

        init(shape: BERTConfiguration, precision: EncoderPrecision) {
            self.shape = shape
            self.precision = precision
        }

        var encoded: [UInt8] {
            var bytes = PackedModel.magic
            let words: [UInt32] = [
                PackedModel.version, precision.packedNumber, UInt32(shape.vocabularySize), UInt32(shape.hiddenSize),
                UInt32(shape.layerCount), UInt32(shape.headCount), UInt32(shape.intermediateSize),
                UInt32(shape.maximumPositions), shape.layerNormEpsilon.bitPattern,
            ]
            for word in words { bytes += (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
            for long in [size, sourceSize] { bytes += (0..<8).map { UInt8(truncatingIfNeeded: long >> (8 * $0)) } }
            bytes += sourceDigest + payloadDigest
            bytes += SHA256.digest(bytes)
            return bytes + [UInt8](repeating: 0, count: PackedModel.headerSize - bytes.count)
        }

        /// Reads and checks the header of a file; nil if another version wrote it.
        init?(_ file: UnsafeRawBufferPointer, path: String) throws(EncoderError) {
            guard file.count >= PackedModel.headerSize, file.starts(with: PackedModel.magic) else {
                throw .malformed(path: path, reason: "not a packed model")
            }
            func word(_ index: Int) -> UInt32 {
                UInt32(littleEndian: file.loadUnaligned(fromByteOffset: 8 + 4 * index, as: UInt32.self))
            }
            guard word(0) == PackedModel.version else { return nil }
            let digestAt = 8 + 9 * 4 + 2 * 8 + 64
            guard SHA256.digest(file[..<digestAt]).elementsEqual(file[digestAt..<digestAt + 32]) else {
                throw .malformed(path: path, reason: "its header does not match its checksum")
            }
            guard let precision = EncoderPrecision.allCases.first(where: { $0.packedNumber == word(1) }) else {
                throw .malformed(path: path, reason: "its precision is unknown")
            }
            self.precision = precision
            shape = BERTConfiguration(
                vocabularySize: Int(word(2)), hiddenSize: Int(word(3)), layerCount: Int(word(4)),
                headCount: Int(word(5)), intermediateSize: Int(word(6)), maximumPositions: Int(word(7)),
                layerNormEpsilon: Float(bitPattern: word(8)))
            if let problem = shape.problem { throw .unsupported(path: path, reason: problem) }
            size = Int(truncatingIfNeeded: file.loadUnaligned(fromByteOffset: 44, as: UInt64.self).littleEndian)
            sourceSize = Int(truncatingIfNeeded: file.loadUnaligned(fromByteOffset: 52, as: UInt64.self).littleEndian)
            guard size == file.count else { throw .malformed(path: path, reason: "it is cut short") }
            sourceDigest = Array(file[60..<92])
            payloadDigest = Array(file[92..<124])
        }
    }
}

extension EncoderPrecision {
    /// The precision's number in packed files.
    fileprivate var packedNumber: UInt32 {
        switch self {
        case .f32: 0
        case .bf16: 1
        case .int8: 2
        }
    }
}
