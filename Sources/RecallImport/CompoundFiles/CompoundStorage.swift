import CGSF
import RecallCore

/// A storage of an OLE compound file ([MS-CFB]): named streams and storages, as in Office's files before 2007 and in Outlook's
/// messages.
///
/// Only for parsing processes: libgsf, which is written in C, reads it.
final class CompoundStorage {
    private let pointer: OpaquePointer
    private let content: Content

    /// The file's bytes, which libgsf reads as long as one of its storages is there.
    private final class Content {
        let bytes: UnsafeMutableBufferPointer<UInt8>

        init(_ content: [UInt8]) {
            bytes = .allocate(capacity: content.count)
            _ = bytes.initialize(from: content)
        }

        deinit { bytes.deallocate() }
    }

    /// True for bytes that begin as compound files do.
    static func begins(_ head: some Sequence<UInt8>) -> Bool {
        head.starts(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1])
    }

    /// The root storage of a compound file; `nil` if `file` is none.
    init?(file: [UInt8]) {
        guard Self.begins(file) else { return nil }
        content = Content(file)
        guard let root = recall_compound_file(content.bytes.baseAddress, gsf_off_t(file.count)) else { return nil }
        pointer = root
    }

    private init(_ pointer: OpaquePointer, _ content: Content) {
        self.pointer = pointer
        self.content = content
    }

    deinit { recall_release_storage(pointer) }

    /// The names of the streams and storages in it, in the file's order.
    var names: [String] {
        (0..<max(0, gsf_infile_num_children(pointer))).compactMap { index in
            gsf_infile_name_by_index(pointer, index).map { String(cString: $0) }
        }
    }

    /// The bytes of the stream with the name, at most `limit` and up to the first damage; `nil` if there is none.
    func stream(_ name: String, atMost limit: Int = ImportLimits.archiveEntryBytes) -> [UInt8]? {
        guard let child = gsf_infile_child_by_name(pointer, name) else { return nil }
        defer { recall_release_stream(child) }
        guard recall_as_storage(child) == nil else { return nil }
        let count = min(max(0, Int(gsf_input_size(child))), limit)
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let part = min(count - filled, 1 << 16)
                guard gsf_input_read(child, part, buffer.baseAddress?.advanced(by: filled)) != nil else { return }
                filled += part
            }
        }
    }

    /// The storage with the name in this one; `nil` if there is none.
    func storage(_ name: String) -> CompoundStorage? {
        guard let child = gsf_infile_child_by_name(pointer, name) else { return nil }
        guard let inner = recall_as_storage(child) else {
            recall_release_stream(child)
            return nil
        }
        return CompoundStorage(inner, content)
    }
}
