/// Writes OLE compound files ([MS-CFB], version 3), up to some megabytes.
public enum CompoundFile {
    /// A stream with its bytes, or a storage with what is in it.
    public indirect enum Entry: Sendable {
        case stream(String, [UInt8])
        case storage(String, [Entry])

        fileprivate var name: String {
            switch self {
            case .stream(let name, _), .storage(let name, _): name
            }
        }
    }

    /// The file with these in its root.
    public static func bytes(_ entries: [Entry]) -> [UInt8] {
        var writer = Writer()
        return writer.file(entries)
    }

    private static let sector = 512, smallSector = 64, smallLimit = 4_096
    private static let free: UInt32 = 0xFFFF_FFFF, endOfChain: UInt32 = 0xFFFF_FFFE, tableSector: UInt32 = 0xFFFF_FFFD

    private struct Node {
        var name: String
        var type: UInt8
        var left = free, right = free, child = free
        var start = endOfChain
        var size = 0
    }

    private struct Writer {
        private var nodes: [Node] = []
        private var sectors: [UInt8] = []
        private var chains: [UInt32] = []
        private var small: [UInt8] = []
        private var smallChains: [UInt32] = []

        mutating func file(_ entries: [Entry]) -> [UInt8] {
            nodes = [Node(name: "Root Entry", type: 5)]
            let child = add(entries)
            nodes[0].child = child
            nodes[0].size = small.count
            nodes[0].start = store(small)
            let smallTable = store(smallChains.flatMap(little))
            let directory = store(padded(nodes.flatMap(bytes), to: CompoundFile.sector))
            let smallTableCount = (4 * smallChains.count + CompoundFile.sector - 1) / CompoundFile.sector
            // The table lists its own sectors too.
            var count = 1
            while count * 128 < chains.count + count { count += 1 }
            precondition(count <= 109, "a larger file needs a table of tables")
            let first = UInt32(chains.count)
            chains += Array(repeating: tableSector, count: count)
            chains += Array(repeating: free, count: count * 128 - chains.count)
            return header(directory, smallTable, smallTableCount, first, count) + sectors + chains.flatMap(little)
        }

        private func header(
            _ directory: UInt32, _ smallTable: UInt32, _ smallTableCount: Int, _ table: UInt32, _ tableCount: Int
        ) -> [UInt8] {
            var bytes: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1] + Array(repeating: 0, count: 16)
            for number: UInt16 in [0x3E, 3, 0xFFFE, 9, 6, 0, 0, 0] { bytes += little(number) }
            let numbers: [UInt32] = [
                0, UInt32(tableCount), directory, 0, UInt32(smallLimit), smallTable, UInt32(smallTableCount),
                endOfChain, 0,
            ]
            bytes += numbers.flatMap(little)
            for index in 0..<109 { bytes += little(index < tableCount ? table + UInt32(index) : free) }
            return bytes
        }

        /// Adds entries of one storage as a balanced tree; the number of its root.
        private mutating func add(_ entries: [Entry]) -> UInt32 {
            let sorted = entries.sorted {
                ($0.name.utf16.count, $0.name.uppercased()) < ($1.name.utf16.count, $1.name.uppercased())
            }
            return add(sorted[...])
        }

        private mutating func add(_ entries: ArraySlice<Entry>) -> UInt32 {
            guard !entries.isEmpty else { return free }
            let middle = entries.startIndex + entries.count / 2
            let index = nodes.count
            switch entries[middle] {
            case .stream(let name, let bytes):
                let start = bytes.count < smallLimit ? storeSmall(bytes) : store(bytes)
                nodes.append(Node(name: name, type: 2, start: start, size: bytes.count))
            case .storage(let name, let inner):
                nodes.append(Node(name: name, type: 1, start: 0))
                let child = add(inner)
                nodes[index].child = child
            }
            let left = add(entries[..<middle])
            let right = add(entries[(middle + 1)...])
            (nodes[index].left, nodes[index].right) = (left, right)
            return UInt32(index)
        }

        private mutating func store(_ bytes: [UInt8]) -> UInt32 {
            guard !bytes.isEmpty else { return endOfChain }
            let start = chains.count
            sectors += padded(bytes, to: CompoundFile.sector)
            let end = sectors.count / CompoundFile.sector
            chains += (start + 1..<end).map { UInt32($0) } + [endOfChain]
            return UInt32(start)
        }

        private mutating func storeSmall(_ bytes: [UInt8]) -> UInt32 {
            guard !bytes.isEmpty else { return endOfChain }
            let start = smallChains.count
            small += padded(bytes, to: smallSector)
            let end = small.count / smallSector
            smallChains += (start + 1..<end).map { UInt32($0) } + [endOfChain]
            return UInt32(start)
        }

        private func padded(_ bytes: [UInt8], to size: Int) -> [UInt8] {
            bytes + Array(repeating: 0, count: (size - bytes.count % size) % size)
        }

        private func bytes(_ node: Node) -> [UInt8] {
            let name = Array(node.name.utf16)
            var bytes = name.flatMap(little) + Array(repeating: 0, count: 64 - 2 * name.count)
            bytes += little(UInt16(2 * name.count + 2)) + [node.type, 1]
            bytes += [node.left, node.right, node.child].flatMap(little) + Array(repeating: 0, count: 36)
            return bytes + little(node.start) + little(UInt64(node.size))
        }
    }
}

/// The bytes of a number, the lowest first.
public func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
}
