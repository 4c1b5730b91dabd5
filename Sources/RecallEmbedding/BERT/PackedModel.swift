import RecallCore

/// A model as the kernels want it: in one file that is mapped at start, neither parsed nor copied.
///
/// A header of 4,096 bytes (magic, version, precision, shape, size and SHA-256 of the source, SHA-256 of the rest of
/// the file, SHA-256 of the header itself), then the sections of `ModelLayout`. Little endian. The header is checked
/// whenever the file is opened, the rest by `verify`.
public enum PackedModel {
    static let headerSize = 4096
    private static let magic: [UInt8] = Array("RCLMODEL".utf8)
    private static let version: UInt32 = 1

    /// The name of the packed file of a precision, in the model's folder.
    public static func fileName(_ precision: EncoderPrecision) -> String { "recall-\(precision.rawValue).packed" }

    /// Packs the model in `folder` (`config.json`, `model.safetensors`) and writes it to `path`, whole or not at all.
    ///
    /// Takes about a second and the memory of the model for 20 million weights.
    public static func write(from folder: String, to path: String, precision: EncoderPrecision) throws(EncoderError) {
        let weightsPath = folder + "/model.safetensors"
        let shape = try BERTConfiguration(folder: folder)
        let source = try SafetensorsFile(path: weightsPath)
        let (layout, memory) = try pack(source, shape, precision)
        let payload = UnsafeRawBufferPointer(rebasing: memory.bytes[headerSize..<layout.size])
        var header = Header(shape: shape, precision: precision)
        header.size = layout.size
        header.sourceSize = source.memory.count
        header.sourceDigest = SHA256.digest(source.memory.bytes)
        header.payloadDigest = SHA256.digest(payload)
        memory.base.copyMemory(from: header.encoded, byteCount: headerSize)
        try writeAtomically([memory.bytes], to: path)
    }

    /// Checks every byte of a packed file against its checksums. O(size), about half a second for 90 MB.
    public static func verify(_ path: String) throws(EncoderError) {
        let memory = try MappedMemory(file: path)
        guard let header = try Header(memory.bytes, path: path) else {
            throw .malformed(path: path, reason: "it was packed by another version of Recall")
        }
        guard SHA256.digest(UnsafeRawBufferPointer(rebasing: memory.bytes[headerSize...])) == header.payloadDigest
        else {
            throw .malformed(path: path, reason: "its content does not match its checksum")
        }
    }

    /// The weights of the model in `folder`: the packed file if it is there and up to date, otherwise packed in memory.
    static func load(folder: String, precision: EncoderPrecision) throws(EncoderError) -> BERTWeights {
        let sourcePath = folder + "/model.safetensors"
        if let weights = try open("\(folder)/\(fileName(precision))", precision: precision, sourcePath: sourcePath) {
            return weights
        }
        let shape = try BERTConfiguration(folder: folder)
        let (layout, memory) = try pack(SafetensorsFile(path: sourcePath), shape, precision)
        return BERTWeights(shape: shape, layout: layout, memory: memory)
    }

    /// Nil if there is no such file, or if it was packed by another version or from another source.
    private static func open(
        _ path: String, precision: EncoderPrecision, sourcePath: String
    ) throws(EncoderError) -> BERTWeights? {
        guard fileSize(path) != nil else { return nil }
        let memory = try MappedMemory(file: path)
        guard let header = try Header(memory.bytes, path: path) else { return nil }
        if let size = fileSize(sourcePath), size != header.sourceSize { return nil }
        guard header.precision == precision else {
            throw .malformed(path: path, reason: "it holds another precision than its name says")
        }
        let layout = ModelLayout(header.shape, precision: precision, headerSize: headerSize)
        guard layout.size == header.size else {
            throw .malformed(path: path, reason: "its size is not that of its shape")
        }
        return BERTWeights(shape: header.shape, layout: layout, memory: memory)
    }

    private static func pack(
        _ source: SafetensorsFile, _ shape: BERTConfiguration, _ precision: EncoderPrecision
    ) throws(EncoderError) -> (ModelLayout, MappedMemory) {
        let layout = ModelLayout(shape, precision: precision, headerSize: headerSize)
        let memory = try MappedMemory(zeros: layout.size, for: source.path)
        try ModelPacking(source: source, shape: shape, layout: layout, target: memory.base).run()
        return (layout, memory)
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
            let precisionIndex = EncoderPrecision.allCases.firstIndex(of: precision)!
            let words: [UInt32] = [
                PackedModel.version, UInt32(precisionIndex), UInt32(shape.vocabularySize), UInt32(shape.hiddenSize),
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
            guard word(1) < EncoderPrecision.allCases.count else {
                throw .malformed(path: path, reason: "its precision is unknown")
            }
            precision = EncoderPrecision.allCases[Int(word(1))]
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
