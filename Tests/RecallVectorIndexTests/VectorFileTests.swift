import Foundation
import RecallKernels
import RecallTestSupport
import RecallVectorIndex
import Testing

struct VectorFileTests {
    private static let stamp = VectorFile.Stamp(generation: 3, lastBlock: 9, rewrites: 1, changes: 40)
    private let scratch: ScratchFolder
    private var path: String { scratch.path + "/vectors.index" }

    init() throws {
        scratch = try ScratchFolder()
    }

    private static func rows(_ values: [Float]) -> Data {
        HalfMatrix.halves(values).withUnsafeBytes { Data($0) }
    }

    private func write() throws {
        try VectorFile.write(to: path, dimension: 2, stamp: Self.stamp) { append in
            try append([4, 1], Self.rows([1, 2, 3, 4]))
            try append([9], Self.rows([5, 6]))
        }
    }

    @Test func `a file gives back what was written, for its owner alone`() throws {
        try write()
        let file = try #require(VectorFile(path: path))
        #expect(file.dimension == 2 && file.stamp == Self.stamp && file.keys == [4, 1, 9])
        var index = ExactIndex(dimension: 2)
        index.insert(keys: file.keys, rows: file.rows)
        #expect(index.vector(of: 1) == [3, 4] && index.vector(of: 9) == [5, 6])
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["vectors.index"])
    }

    @Test func `a failed write leaves the file as it was, and no other`() throws {
        struct Failure: Error {}
        try write()
        #expect(throws: Failure.self) {
            try VectorFile.write(to: path, dimension: 2, stamp: Self.stamp) { append in
                try append([4], Self.rows([0, 0]))
                throw Failure()
            }
        }
        #expect(VectorFile(path: path)?.keys == [4, 1, 9])
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["vectors.index"])
    }

    @Test func `what a killed process left behind is overwritten`() throws {
        try Data("half a file".utf8).write(to: URL(fileURLWithPath: path + ".new"))
        try write()
        #expect(VectorFile(path: path)?.keys == [4, 1, 9])
    }

    @Test func `a file that is missing, cut or damaged is no file`() throws {
        #expect(VectorFile(path: path) == nil)
        try write()
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        for length in 0..<whole.count {
            try whole.prefix(length).write(to: URL(fileURLWithPath: path))
            #expect(VectorFile(path: path) == nil, "\(length) bytes")
        }
        for bit in 0..<whole.count * 8 {
            var damaged = whole
            damaged[bit / 8] ^= 1 << (bit % 8)
            try damaged.write(to: URL(fileURLWithPath: path))
            #expect(VectorFile(path: path) == nil, "bit \(bit)")
        }
    }

    @Test func `erased vectors are zeros in the file, and those who have it mapped see that`() throws {
        try write()
        let mapped = try #require(VectorFile(path: path))
        var stamp = Self.stamp
        stamp.rewrites = 2
        (stamp.generation, stamp.lastBlock) = (4, 10)
        try VectorFile.erase(at: path, stamp: stamp) { $0 != 1 }
        let file = try #require(VectorFile(path: path))
        (stamp.generation, stamp.lastBlock) = (Self.stamp.generation, Self.stamp.lastBlock)
        #expect(file.stamp == stamp && file.rows == Self.rows([1, 2, 0, 0, 5, 6]))
        #expect(mapped.rows == file.rows)
        #expect(throws: (any Error).self) { try VectorFile.erase(at: path + "x", stamp: stamp) { _ in false } }
    }
}
