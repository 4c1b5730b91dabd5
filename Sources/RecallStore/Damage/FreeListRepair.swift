import CPageChecksums
import GRDB
import RecallCore
import RecallFiles

extension PageRepair {
    /// Forgets the list of free pages if a page of it is lost: nothing could be written with it. Rewriting the file finds
    /// the free pages again.
    ///
    /// The header's checksum is written before what it is of. A process that is killed between leaves a header that is
    /// known by its checksum, and completed by the next repair.
    ///
    /// - Returns: the number of pages that were changed.
    /// - Complexity: reads all free pages.
    func forgetLostFreeList() throws -> Int {
        guard try carriesChecksums(OpenFile(location.database)) else { return 0 }
        var header = try header()
        if isReadable(header, 1) {
            guard try isFreeListLost(header), emptiesLog() else { return 0 }
            // The log may have brought another list.
            header = try self.header()
            guard isReadable(header, 1), try isFreeListLost(header) else { return 0 }
        }
        let lacksChecksum = recall_page_lacks_checksum(header, CInt(pageSize), 1) == 1
        let checksum = pageSize - Int(RECALL_CHECKSUM_BYTES)..<pageSize
        let isBegun = !isReadable(header, 1)
        header.replaceSubrange(FreeList.place, with: [UInt8](repeating: 0, count: FreeList.place.count))
        if isBegun {
            guard isReadable(header, 1) else { return 0 }
        } else if lacksChecksum {
            header.replaceSubrange(checksum, with: [UInt8](repeating: 0, count: checksum.count))
        } else {
            recall_write_checksum(&header, CInt(pageSize), 1)
        }
        let file = try NewFile(updating: location.database)
        for part in [checksum, FreeList.place] {
            try header[part].withUnsafeBytes { try file.overwrite($0, at: part.lowerBound) }
            try file.synchronize()
        }
        return 1
    }

    private func header() throws -> [UInt8] { try OpenFile(location.database).bytes(limit: pageSize) }

    /// True if a page is whole, or merely without a checksum.
    private func isReadable(_ page: [UInt8], _ number: Int) -> Bool {
        recall_page_is_whole(page, CInt(pageSize), Int64(number)) == 1
            || recall_page_lacks_checksum(page, CInt(pageSize), Int64(number)) == 1
    }

    /// True if a page of the list cannot be read, nor one that it names, or if it has another length than the header says.
    /// Rewriting the file reads the free pages too.
    private func isFreeListLost(_ header: [UInt8]) throws -> Bool {
        let file = try OpenFile(location.database)
        let said = FreeList.numbers(in: header[FreeList.place])
        guard said[1] <= file.byteCount / pageSize else { return true }
        var (next, count) = (said[0], 0)
        while next != 0, count < said[1] {
            guard let page = try readablePage(next, of: file) else { return true }
            let numbers = FreeList.numbers(in: page)
            for number in FreeList.named(by: page, count: numbers[1]) where try readablePage(number, of: file) == nil {
                return true
            }
            (next, count) = (numbers[0], count + 1 + numbers[1])
        }
        return next != 0 || count != said[1]
    }

    /// The page, if it is there, and whole or merely without a checksum.
    private func readablePage(_ number: Int, of file: OpenFile) throws -> [UInt8]? {
        guard number > 0 else { return nil }
        let page = try file.bytes(from: offset(of: Int64(number)), limit: pageSize)
        return page.count == pageSize && isReadable(page, number) ? page : nil
    }

    /// Copies the pages of the log into the database; false if others read older ones, or if it cannot be read.
    private func emptiesLog() -> Bool {
        let queue = try? DatabaseQueue(
            path: location.checkedDatabase(acceptsMissing: true), configuration: LibraryStore.configuration(for: .write)
        )
        defer { try? queue?.close() }
        let frames = try? queue?.writeWithoutTransaction { try $0.checkpoint(.truncate).walFrameCount }
        return frames.map { $0 <= 0 } ?? false
    }
}

/// The list of free pages, as SQLite keeps it (https://www.sqlite.org/fileformat2.html#the_freelist): the header has the
/// number of its first page and the count of all; each page that of the next one, the count of those it names, and these.
private enum FreeList {
    /// The place in the header.
    static let place = 32..<40

    private static let width = 4

    /// Two numbers of four bytes.
    static func numbers(in bytes: some Collection<UInt8>) -> [Int] {
        [number(bytes), number(bytes.dropFirst(width))]
    }

    /// The free pages that a page of the list names; none if it cannot name as many.
    static func named(by page: [UInt8], count: Int) -> [Int] {
        guard count <= page.count / width - 2 else { return [] }
        return (0..<count).map { number(page[((2 + $0) * width)...]) }
    }

    private static func number(_ bytes: some Collection<UInt8>) -> Int {
        bytes.prefix(width).reduce(0) { $0 << 8 | Int($1) }
    }
}
