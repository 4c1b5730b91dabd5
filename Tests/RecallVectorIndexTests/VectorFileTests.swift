import Foundation
import RecallKernels
import RecallTestSupport
import RecallVectorIndex
import Testing

@Suite(.scratch) struct VectorFileTests {
    private static let stamp = VectorFile.Stamp(generation: 3, lastBlock: 9, rewrites: 1, changes: 40)
    private static let vectors: [UInt32: [Float]] = [4: [1, 127], 1: [127, 4], 1_030: [127, 6]]
    private let scratch: ScratchFolder
    private var path: String { scratch.path + "/vectors.index" }

    init() throws {
        scratch = try ScratchFolder()
    }

    private static func rows(_ vectors: [[Float]]) -> Data {
        vectors.reduce(into: Data()) { $0.append(contentsOf: Int8Rows.row(of: $1)) }
    }

    private func write() throws {
        try VectorFile.write(to: path, dimension: 2, capacity: 2_000, stamp: Self.stamp) { append in
            try append([4, 1], Self.rows([[1, 127], [127, 4]]))
            try append([1_030], Self.rows([[127, 6]]))
        }
    }

    private func contents(_ file: VectorFile) -> [UInt32: [Float]] {
        let index = QuantizedIndex(file)
        return Dictionary(uniqueKeysWithValues: file.keys.compactMap { key in index.vector(of: key).map { (key, $0) } })
    }

    private func contents() throws -> [UInt32: [Float]] {
        contents(try #require(VectorFile(path: path)))
    }

    @Test func `a file gives back what was written, for its owner alone`() throws {
        try write()
        let file = try #require(VectorFile(path: path))
        #expect(file.dimension == 2 && file.stamp == Self.stamp && file.keys == [1, 4, 1_030] && file.count == 3)
        #expect(contents(file) == Self.vectors && file.unusedBytes == 0)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["vectors.index"])
    }

    @Test func `a failed write leaves the file as it was, and no other`() throws {
        struct Failure: Error {}
        try write()
        #expect(throws: Failure.self) {
            try VectorFile.write(to: path, dimension: 2, capacity: 9, stamp: Self.stamp) { append in
                try append([4], Self.rows([[0, 0]]))
                throw Failure()
            }
        }
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(throws: Failure.self) {
            try #require(VectorFile(path: path)).extend(capacity: 9, stamp: Self.stamp) { append in
                try append([4], Self.rows([[0, 0]]))
                throw Failure()
            }
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before && contents() == Self.vectors)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["vectors.index"])
    }

    @Test func `what a killed process left behind is overwritten`() throws {
        try Data("half a file".utf8).write(to: URL(fileURLWithPath: path + ".new"))
        try write()
        #expect(try contents() == Self.vectors)
    }

    @Test func `a file that is missing or cut is no file`() throws {
        #expect(VectorFile(path: path) == nil)
        try write()
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        for length in stride(from: 0, to: whole.count, by: 97) + [whole.count - 1] {
            try whole.prefix(length).write(to: URL(fileURLWithPath: path))
            #expect(VectorFile(path: path) == nil, "\(length) bytes")
        }
    }

    @Test func `a changed bit is noticed before anything wrong is given back`() throws {
        try write()
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        var noticed = 0
        for bit in Array(512 * 8..<(512 + 96) * 8) + Array(stride(from: 96 * 8, to: whole.count * 8, by: 97)) {
            var damaged = whole
            damaged[bit / 8] ^= 1 << (bit % 8)
            try damaged.write(to: URL(fileURLWithPath: path))
            guard let file = VectorFile(path: path) else {
                noticed += 1
                continue
            }
            let given = contents(file)
            #expect(file.isDamaged ? given.count == 2 : given == Self.vectors, "bit \(bit)")
            #expect(
                file.isDamaged == (VectorFile(path: path, verifyingRows: true) == nil)
                    && file.isIntact != file.isDamaged)
            if file.isDamaged { noticed += 1 }
        }
        // All of the header and a 97th of the two chunks' sketches; rows besides.
        #expect(noticed > 96 * 8 + 2 * 6_144 * 8 / 97)
    }

    @Test func `a file is extended behind what others have mapped`() throws {
        try write()
        let mapped = try #require(VectorFile(path: path))
        var stamp = Self.stamp
        stamp.lastBlock = 10
        try mapped.extend(capacity: 5_000, stamp: stamp) { append in
            try append([4, 5, 4_999], Self.rows([[127, 9], [127, 8], [127, 7]]))
        }
        let file = try #require(VectorFile(path: path))
        var expected = Self.vectors
        for (key, value) in [4: 9, 5: 8, 4_999: 7] as [UInt32: Float] { expected[key] = [127, value] }
        #expect(contents(file) == expected && file.stamp == stamp && file.count == 5 && file.unusedBytes > 0)
        #expect(contents(mapped) == Self.vectors && mapped.isIntact)
    }

    @Test func `a kill while a file is extended leaves it as it was`() throws {
        try write()
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        try #require(VectorFile(path: path)).extend(capacity: 5_000, stamp: Self.stamp) { append in
            try append([4, 5], Self.rows([[127, 9], [127, 8]]))
        }
        let after = try Data(contentsOf: URL(fileURLWithPath: path))
        // All that is written before the header, in whatever part.
        for length in stride(from: before.count, through: after.count, by: 1_001) {
            let killed = before + after.dropFirst(before.count).prefix(length - before.count)
            try killed.write(to: URL(fileURLWithPath: path))
            #expect(try contents() == Self.vectors)
        }
        // Half of the header's sector.
        var torn = after
        torn.replaceSubrange(40..<512, with: Data(count: 512 - 40))
        try torn.write(to: URL(fileURLWithPath: path))
        #expect(try contents() == Self.vectors)
        try #require(VectorFile(path: path)).extend(capacity: 5_000, stamp: Self.stamp) { append in
            try append([7], Self.rows([[127, 1]]))
        }
        #expect(try contents() == Self.vectors.merging([7: [127, 1]]) { $1 })
    }

    @Test func `erased vectors are nowhere in the file, and those who have it mapped see that`() throws {
        try write()
        try #require(VectorFile(path: path)).extend(capacity: 5_000, stamp: Self.stamp) { append in
            try append([4, 5], Self.rows([[127, 9], [127, 8]]))
        }
        let mapped = try #require(VectorFile(path: path))
        let index = QuantizedIndex(mapped)
        var stamp = Self.stamp
        stamp.rewrites = 2
        (stamp.generation, stamp.lastBlock) = (4, 10)
        try VectorFile.erase(at: path, stamp: stamp) { $0 != 1 && $0 != 5 }
        let file = try #require(VectorFile(path: path))
        (stamp.generation, stamp.lastBlock) = (Self.stamp.generation, Self.stamp.lastBlock)
        #expect(file.stamp == stamp && contents(file) == [4: [127, 9], 1_030: [127, 6]] && file.count == 2)
        #expect(index.vector(of: 1) == nil && index.vector(of: 4) == [127, 9])
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        for gone in [[127, 4], [127, 8], [1, 127]] as [[UInt8]] {
            #expect(bytes.firstRange(of: gone + Int8Rows.row(of: [127, 0]).suffix(4)) == nil)
        }
        #expect(bytes.firstRange(of: [127, 9] + Int8Rows.row(of: [127, 0]).suffix(4)) != nil)
        #expect(throws: (any Error).self) { try VectorFile.erase(at: path + "x", stamp: stamp) { _ in false } }
    }
}
