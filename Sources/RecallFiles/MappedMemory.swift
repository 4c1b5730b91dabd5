#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Whole pages of memory, released with the object: either a file mapped for reading, or zeros to fill in.
///
/// Unchecked sendable: fill the memory before you share it.
package final class MappedMemory: @unchecked Sendable {
    package let base: UnsafeMutableRawPointer
    package let count: Int

    /// Maps a file, which must not be empty. O(1): nothing is read yet.
    package init(file path: String) throws(FileError) {
        let file = try OpenFile(path)
        count = file.byteCount
        guard count > 0 else { throw FileError(path: path, .empty) }
        base = try Self.pages(count, PROT_READ, MAP_PRIVATE, of: file.descriptor, path)
        withExtendedLifetime(file) {}
    }

    /// `count` zero bytes.
    ///
    /// - Parameter purpose: the use of the memory, which the error names if there is not enough.
    package init(zeros count: Int, for purpose: String) throws(FileError) {
        self.count = count
        base = try Self.pages(count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, of: -1, purpose)
    }

    private static func pages(
        _ count: Int, _ protection: Int32, _ flags: Int32, of descriptor: Int32, _ path: String
    ) throws(FileError) -> UnsafeMutableRawPointer {
        guard let pages = mmap(nil, count, protection, flags, descriptor, 0), pages != MAP_FAILED else {
            throw .last(path)
        }
        return pages
    }

    deinit {
        munmap(base, count)
    }

    @inlinable
    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }
}
