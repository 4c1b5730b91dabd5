#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The frame of a safetensors file: eight bytes of header length, a JSON header, then the tensors' bytes.
enum SafetensorsFile {
    /// Refuses a file that is shorter or longer than its header says.
    static func checkLength(_ path: String) throws(ModelError) {
        let header = try header(path)
        let ends = (header.json.members ?? []).filter { $0.name != "__metadata__" }.map { tensor in
            tensor.value["data_offsets"]?.elements?.last?.int
        }
        guard !ends.isEmpty, !ends.contains(nil) else { throw .damagedFile(path: path, reason: "no tensors") }
        let expected = header.end + (ends.compactMap { $0 }.max() ?? 0)
        guard header.fileSize == expected else {
            throw .damagedFile(path: path, reason: "\(header.fileSize) bytes instead of \(expected)")
        }
    }

    private static func header(_ path: String) throws(ModelError) -> (json: JSONValue, end: Int, fileSize: Int) {
        do {
            let file = try OpenFile(reading: path)
            let size = try file.size()
            let prefix = try file.read(upTo: 8)
            let length = prefix.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            guard prefix.count == 8, length <= 64 << 20, Int(length) + 8 <= size else {
                throw ModelError.damagedFile(path: path, reason: "no safetensors header")
            }
            let json = try JSONValue(parsing: try file.read(upTo: Int(length)))
            return (json, 8 + Int(length), size)
        } catch let error as FileError {
            throw ModelError(error)
        } catch let error as ModelError {
            throw error
        } catch {
            throw .damagedFile(path: path, reason: "no safetensors header")
        }
    }
}
