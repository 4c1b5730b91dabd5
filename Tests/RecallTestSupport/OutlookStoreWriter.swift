/// Writes stores of Outlook ([MS-PST], the 32-bit form without encryption): enough of one for a reader to find folders and
/// messages.
public struct OutlookStoreWriter {
    /// A property of a message or folder: its id, and its value.
    public enum Property: Sendable {
        case text(Int, String)
        case number(Int, Int32)
        /// 100 nanoseconds since 1601.
        case time(Int, Int64)
        case bytes(Int, [UInt8])
    }

    private struct Node {
        var id: UInt32
        var parent: UInt32
        var block: UInt32
    }

    private var nodes: [Node] = []
    private var blocks: [(id: UInt32, bytes: [UInt8])] = []
    private var lastFolder: UInt32 = 0x8022
    private var lastMessage: UInt32 = 0x20_0004

    /// The folder that all others are in.
    public static let top: UInt32 = 0x8022

    /// A store with no more than the folder at its top.
    public init() {
        // The entry of the store that leads to the top folder: flags, an identifier, the folder's number.
        let entry = [UInt8](repeating: 0, count: 20) + Self.little(Int(Self.top), 4)
        add(0x21, parent: 0, [.text(0x3001, "Store"), .bytes(0x35E0, entry)])
        add(0x122, parent: 0x122, [.text(0x3001, "Root"), .number(0x3602, 0)])
        add(Self.top, parent: 0x122, [.text(0x3001, "Top"), .number(0x3602, 0)])
    }

    /// Adds a folder, and returns its number.
    ///
    /// - Parameters:
    ///   - count: the items that it says it has.
    ///   - hasFolders: true if it says it has folders.
    public mutating func addFolder(
        _ name: String, in parent: UInt32 = top, holding count: Int32 = 0, hasFolders: Bool = false
    ) -> UInt32 {
        lastFolder += 0x20
        let properties: [Property] = [.text(0x3001, name), .number(0x3602, count), .text(0x3613, "IPF.Note")]
        add(lastFolder, parent: parent, properties + (hasFolders ? [.number(0x360A, 1)] : []))
        return lastFolder
    }

    /// Adds a message, a contact or an appointment.
    public mutating func addMessage(_ properties: [Property], in folder: UInt32) {
        lastMessage += 0x20
        add(lastMessage, parent: folder, properties)
    }

    private mutating func add(_ id: UInt32, parent: UInt32, _ properties: [Property]) {
        let block = UInt32(blocks.count + 1) * 4
        blocks.append((block, Self.heap(properties)))
        nodes.append(Node(id: id, parent: parent, block: block))
    }

    /// A heap with a table of properties ([MS-PST] 2.3.1, 2.3.3).
    private static func heap(_ properties: [Property]) -> [UInt8] {
        var allocations: [[UInt8]] = [[], []]
        var records: [UInt8] = []
        func place(_ bytes: [UInt8]) -> Int {
            allocations.append(bytes)
            return allocations.count << 5
        }
        for property in properties {
            switch property {
            case .text(let id, let text):
                records += little(id, 2) + little(0x1E, 2) + little(place(Array(text.utf8)), 4)
            case .number(let id, let number): records += little(id, 2) + little(3, 2) + little(Int(number), 4)
            case .time(let id, let time):
                records += little(id, 2) + little(0x40, 2) + little(place(little(Int(time), 8)), 4)
            case .bytes(let id, let bytes): records += little(id, 2) + little(0x102, 2) + little(place(bytes), 4)
            }
        }
        allocations[0] = [0xB5, 2, 6, 0] + little(2 << 5, 4)
        allocations[1] = records
        var content: [UInt8] = []
        var starts: [Int] = []
        for allocation in allocations {
            starts.append(12 + content.count)
            content += allocation
        }
        starts.append(12 + content.count)
        let map = little(allocations.count, 2) + little(0, 2) + starts.flatMap { little($0, 2) }
        let header = little(12 + content.count, 2) + [0xEC, 0xBC] + little(1 << 5, 4) + [0, 0, 0, 0]
        return header + content + map
    }

    /// The file.
    public func finished() -> [UInt8] {
        var file = [UInt8](repeating: 0, count: 0x400)
        var places: [(block: (id: UInt32, bytes: [UInt8]), offset: Int)] = []
        for block in blocks {
            places.append((block, file.count))
            file += block.bytes + [UInt8](repeating: 0, count: 64 - block.bytes.count % 64)
            file += [UInt8](repeating: 0, count: (512 - file.count % 512) % 512)
        }
        let blockPage = Self.write(
            places.map {
                (
                    $0.block.id,
                    Self.little(Int($0.block.id), 4) + Self.little($0.offset, 4)
                        + Self.little($0.block.bytes.count, 2) + [2, 0]
                )
            }, type: 0x80, to: &file)
        let nodePage = Self.write(
            nodes.sorted { $0.id < $1.id }.map {
                (
                    $0.id,
                    Self.little(Int($0.id), 4) + Self.little(Int($0.block), 4) + Self.little(0, 4)
                        + Self.little(Int($0.parent), 4)
                )
            }, type: 0x81, to: &file)
        func put(_ bytes: [UInt8], at offset: Int) { file.replaceSubrange(offset..<offset + bytes.count, with: bytes) }
        put(Array("!BDN".utf8), at: 0)
        put(Array("SM".utf8) + [0x0E, 0, 0x13, 0, 1, 1], at: 8)
        put(Self.little(file.count, 4), at: 0xA8)
        put(Self.little(nodePage.id, 4) + Self.little(nodePage.offset, 4), at: 0xB8)
        put(Self.little(blockPage.id, 4) + Self.little(blockPage.offset, 4), at: 0xC0)
        return file
    }

    /// Writes one of the two trees, its leaves first ([MS-PST] 2.2.2.7.7).
    ///
    /// - Returns: the page at its root.
    private static func write(
        _ leaves: [(key: UInt32, bytes: [UInt8])], type: UInt8, to file: inout [UInt8]
    ) -> (id: Int, offset: Int) {
        var (entries, level, page) = (leaves, 0, (id: 0, offset: 0))
        repeat {
            var above: [(key: UInt32, bytes: [UInt8])] = []
            let most = 496 / (entries.first?.bytes.count ?? 16)
            for start in stride(from: 0, to: entries.count, by: most) {
                let part = entries[start..<min(start + most, entries.count)]
                page = (file.count / 512 << 8 | Int(type), file.count)
                file += Self.page(part.map(\.bytes), level: level, type: type, id: page.id)
                above.append(
                    (part[start].key, little(Int(part[start].key), 4) + little(page.id, 4) + little(page.offset, 4)))
            }
            (entries, level) = (above, level + 1)
        } while entries.count > 1
        return page
    }

    private static func page(_ entries: [[UInt8]], level: Int, type: UInt8, id: Int) -> [UInt8] {
        let width = entries.first?.count ?? 16
        var page = entries.flatMap { $0 }
        page += [UInt8](repeating: 0, count: 496 - page.count)
        page += [UInt8(entries.count), UInt8(496 / width), UInt8(width), UInt8(level)]
        return page + [type, type] + little(0, 2) + little(id, 4) + little(0, 4)
    }

    private static func little(_ number: Int, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
