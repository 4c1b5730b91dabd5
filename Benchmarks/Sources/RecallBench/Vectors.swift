import ArgumentParser
import Foundation
import RecallKernels
import RecallVectorIndex

struct VectorsCommand: Benchmark {
    static let configuration = CommandConfiguration(
        commandName: "vectors", abstract: "Milliseconds to the nearest vectors, and how many of them are found.",
        discussion: """
            VECTORS and QUERIES are .npy files of little-endian f32, N x d, in the order of C. What is found is compared \
            with the exact products in f32.
            """)

    @Argument(help: "A .npy file of vectors.")
    var vectors: String

    @Argument(help: "A .npy file of queries of the same dimension.")
    var queries: String

    @Option(help: "The number of nearest vectors to find.")
    var limit = 10

    @Option(help: "Compare with filters that let this share pass too: .001, .1.")
    var among: [Double] = []

    @OptionGroup var output: Output

    func tables() throws -> [Table] {
        let (vectors, queries) = (try Matrix(npy: vectors), try Matrix(npy: queries))
        guard vectors.columns == queries.columns else {
            throw ValidationError("The vectors have \(vectors.columns) components, the queries \(queries.columns).")
        }
        return try VectorIndexTable(vectors: vectors, queries: queries, limit: limit, shares: [1] + among).tables()
    }
}

/// A matrix of f32 in a mapped .npy file (https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html).
struct Matrix {
    let rows: Int
    let columns: Int
    private let bytes: Data

    init(npy path: String) throws {
        let file = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
        guard file.count > 10, file.prefix(6) == Data("\u{93}NUMPY".unicodeScalars.map { UInt8($0.value) }) else {
            throw ValidationError("\(path) is no .npy file.")
        }
        let wide = file[6] > 1
        let length = wide ? (0..<4).reduce(0) { $0 | Int(file[8 + $1]) << (8 * $1) } : Int(file[8]) | Int(file[9]) << 8
        let start = (wide ? 12 : 10) + length
        let header = String(decoding: file[(wide ? 12 : 10)..<min(start, file.count)], as: UTF8.self)
        let shape = header.firstMatch(of: /'shape': \((\d+), (\d+)\)/)
        guard header.contains("'<f4'"), header.contains("'fortran_order': False"), let shape, let rows = Int(shape.1),
            let columns = Int(shape.2), file.count >= start + 4 * rows * columns
        else { throw ValidationError("\(path) is not a matrix of little-endian f32 in the order of C.") }
        (self.rows, self.columns, bytes) = (rows, columns, file[start...])
    }

    /// Calls `body` with the values of a row.
    func withRow<Value>(_ row: Int, _ body: (UnsafeBufferPointer<Float>) throws -> Value) rethrows -> Value {
        try bytes.withUnsafeBytes { bytes in
            try body(
                UnsafeBufferPointer(rebasing: bytes.bindMemory(to: Float.self)[row * columns..<(row + 1) * columns]))
        }
    }
}

/// Indexes of the same vectors, with the same queries.
struct VectorIndexTable {
    let vectors: Matrix
    let queries: Matrix
    let limit: Int
    let shares: [Double]

    func tables() throws -> [Table] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("recall-bench-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("vectors.index").path
        let build = try Latency.times(1) { try write(to: path) }[0]
        let open = Latency(try Latency.times(7) { _ = VectorFile(path: path) })
        guard let file = VectorFile(path: path) else { throw ValidationError("The file could not be read back.") }
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        let indexes: [(String, any VectorIndex)] = [("exact", exactIndex()), ("quantized", QuantizedIndex(file))]
        var table = Table(
            title:
                "The \(limit) nearest of \(vectors.rows) vectors of \(vectors.columns) components, \(queries.rows) queries",
            columns: ["index", "share that passes", "recall", "median ms", "p95 ms", "min ms"])
        for share in shares {
            let among = share < 1 ? keys(share) : nil
            let expected = exact(among)
            for (name, index) in indexes {
                var (times, found) = ([Double](), 0)
                for query in 0..<queries.rows {
                    let values = queries.withRow(query) { Array($0) }
                    var nearest: [Neighbor] = []
                    times += try Latency.times(1) { nearest = index.nearest(to: values, limit: limit, among: among) }
                    found += nearest.count { expected[query].contains($0.key) }
                }
                let recall = Double(found) / Double(max(1, expected.reduce(0) { $0 + $1.count }))
                table.rows.append(
                    [.text(name), .text("\(share)"), .text(String(format: "%.4f", recall))] + Latency(times).values)
            }
        }
        var file8 = Table(
            title: "The file", columns: ["build s", "bytes a vector", "open: median ms", "p95 ms", "min ms"])
        file8.rows = [[.text(String(format: "%.1f", build)), .text("\(size / max(1, vectors.rows))")] + open.values]
        return [table, file8]
    }

    private func write(to path: String) throws {
        let stamp = VectorFile.Stamp(generation: 1, lastBlock: 1, rewrites: 0, changes: 1)
        try VectorFile.write(to: path, dimension: vectors.columns, capacity: vectors.rows, stamp: stamp) { append in
            try forEachBlock(append)
        }
    }

    private func exactIndex() -> ExactIndex {
        var index = ExactIndex(dimension: vectors.columns)
        forEachBlock { index.insert(keys: $0, rows: $1) }
        return index
    }

    private func forEachBlock(_ body: ([UInt32], Data) throws -> Void) rethrows {
        for start in stride(from: 0, to: vectors.rows, by: 4_096) {
            let range = start..<min(start + 4_096, vectors.rows)
            let size = Int8Rows.rowSize(dimension: vectors.columns)
            var rows = Data(count: range.count * size)
            rows.withUnsafeMutableBytes { rows in
                for (place, row) in range.enumerated() {
                    let target = UnsafeMutableRawBufferPointer(rebasing: rows[place * size..<(place + 1) * size])
                    vectors.withRow(row) { Int8Rows.write($0, to: target) }
                }
            }
            try body(range.map(UInt32.init), rows)
        }
    }

    private func keys(_ share: Double) -> KeySet {
        var set = KeySet(capacity: vectors.rows)
        let step = max(1, Int((1 / share).rounded()))
        for key in stride(from: step / 2, to: vectors.rows, by: step) { set.insert(UInt32(key)) }
        return set
    }

    /// The keys with the greatest products in f32.
    private func exact(_ among: KeySet?) -> [Set<UInt32>] {
        (0..<queries.rows).map { query in
            var best: [(Float, UInt32)] = []
            queries.withRow(query) { query in
                for key in 0..<vectors.rows where among?.contains(UInt32(key)) ?? true {
                    let product = vectors.withRow(key) { row in
                        var sums = SIMD16<Float>()
                        for index in stride(from: 0, to: row.count - 15, by: 16) {
                            for lane in 0..<16 { sums[lane] += row[index + lane] * query[index + lane] }
                        }
                        return (row.count / 16 * 16..<row.count).reduce(sums.sum()) { $0 + row[$1] * query[$1] }
                    }
                    if best.count < limit || product > best[best.count - 1].0 {
                        let place = best.firstIndex { $0.0 < product } ?? best.count
                        best.insert((product, UInt32(key)), at: place)
                        if best.count > limit { best.removeLast() }
                    }
                }
            }
            return Set(best.map(\.1))
        }
    }
}
