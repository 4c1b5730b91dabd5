import RecallFiles
import RecallKernels
import RecallText

/// Tensors in the safetensors format: a JSON header of names, types, shapes and offsets, then the values.
///
/// The file is mapped; a tensor is read on first use. All contents are validated.
public struct SafetensorsFile {
    /// Types of values that are read, all converted to `f32`.
    enum ElementType: String {
        case f32 = "F32"
        case f16 = "F16"
        case bf16 = "BF16"

        var size: Int { self == .f32 ? 4 : 2 }
    }

    struct Tensor {
        var type: String
        var shape: [Int]
        var bytes: Range<Int>
    }

    /// The path of the file.
    public let path: String
    let memory: MappedMemory
    let tensors: [String: Tensor]

    /// Maps the file and checks its header. O(tensors log tensors).
    public init(path: String) throws(EncoderError) {
        self.path = path
        memory = try EncoderError.wrapping { () throws(FileError) in try MappedMemory(file: path) }
        guard memory.count >= 8 else { throw .malformed(path: path, reason: "it ends within its header") }
        let length = UInt64(littleEndian: memory.base.loadUnaligned(as: UInt64.self))
        guard length <= 100_000_000, length <= UInt64(memory.count - 8) else {
            throw .malformed(path: path, reason: "it ends within its header")
        }
        let payload = 8 + Int(length)
        var found: [String: Tensor] = [:]
        for (name, entry) in try Self.entries(Array(memory.bytes[8..<payload]), path) {
            let range = entry["data_offsets"]?.ints ?? []
            guard let type = entry["dtype"]?.string, let shape = entry["shape"]?.ints else { continue }
            guard range.count == 2, 0 <= range[0], range[0] <= range[1], range[1] <= memory.count - payload else {
                throw .malformed(path: path, reason: "the tensor \(name) lies outside the file")
            }
            found[name] = Tensor(type: type, shape: shape, bytes: payload + range[0]..<payload + range[1])
        }
        tensors = found
        let end = found.values.map(\.bytes.upperBound).max() ?? payload
        guard memory.count == end else {
            throw .malformed(path: path, reason: "it has \(memory.count) bytes instead of \(end)")
        }
        try checkOverlap()
    }

    /// The names of all tensors.
    public var names: Set<String> { Set(tensors.keys) }

    private static func entries(_ header: [UInt8], _ path: String) throws(EncoderError) -> [(String, JSONValue)] {
        guard let members = try? JSONValue(parsing: header).members else {
            throw .malformed(path: path, reason: "its header is not the JSON of the safetensors format")
        }
        return members.map { ($0.name, $0.value) }
    }

    private func checkOverlap() throws(EncoderError) {
        var end = 0
        for (name, tensor) in tensors.sorted(by: { $0.value.bytes.lowerBound < $1.value.bytes.lowerBound })
        where !tensor.bytes.isEmpty {
            guard tensor.bytes.lowerBound >= end else {
                throw .malformed(path: path, reason: "the tensor \(name) overlaps another")
            }
            end = tensor.bytes.upperBound
        }
    }

    /// Writes a tensor of exactly this shape to `target` as `f32`. All values must be finite. O(values).
    func read(_ name: String, shape: [Int], into target: UnsafeMutablePointer<Float>) throws(EncoderError) {
        guard let tensor = tensors[name] else { throw .malformed(path: path, reason: "no tensor \(name)") }
        guard let type = ElementType(rawValue: tensor.type) else {
            throw .unsupported(path: path, reason: "the tensor \(name) is neither F32, F16 nor BF16")
        }
        guard tensor.shape == shape else {
            throw .malformed(path: path, reason: "the tensor \(name) has the shape \(tensor.shape), not \(shape)")
        }
        let count = shape.reduce(1, *)
        guard tensor.bytes.count == count * type.size else {
            throw .malformed(path: path, reason: "the size of the tensor \(name) is not that of its shape")
        }
        convert(memory.base + tensor.bytes.lowerBound, type, count, to: target)
        guard UnsafeBufferPointer(start: target, count: count).allSatisfy(\.isFinite) else {
            throw .malformed(path: path, reason: "the tensor \(name) has values that are not finite")
        }
    }

    private func convert(
        _ source: UnsafeRawPointer, _ type: ElementType, _ count: Int, to target: UnsafeMutablePointer<Float>
    ) {
        switch type {
        case .f32:
            UnsafeMutableRawPointer(target).copyMemory(from: source, byteCount: count * 4)
        case .bf16:
            for i in 0..<count {
                target[i] = Float(
                    bitPattern: UInt32(source.loadUnaligned(fromByteOffset: 2 * i, as: UInt16.self)) << 16)
            }
        case .f16:
            let half = UnsafeMutablePointer<UInt16>.allocate(capacity: count)
            defer { half.deallocate() }
            UnsafeMutableRawPointer(half).copyMemory(from: source, byteCount: count * 2)
            Kernels.best.convertFromHalf(half, count: count, into: target)
        }
    }
}
