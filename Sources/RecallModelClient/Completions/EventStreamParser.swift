/// A parser of server-sent events (the HTML standard, section 9.2.6), fed with bytes as they come: the data of each event.
/// Names, ids and comments are passed over. An event that the stream's end cuts off counts.
struct EventStreamParser {
    private let limit: Int
    private var line: [UInt8] = []
    private var data: [[UInt8]] = []
    private var dataBytes = 0
    private var endsInReturn = false

    /// More bytes in a line or an event than any has.
    struct TooLong: Error {}

    /// A parser of lines and events of at most `limit` bytes.
    init(limit: Int) {
        self.limit = limit
    }

    /// The data of the events that `bytes` complete: the lines of each.
    mutating func take(_ bytes: [UInt8]) throws(TooLong) -> [[[UInt8]]] {
        var events: [[[UInt8]]] = []
        for byte in bytes {
            defer { endsInReturn = byte == 0x0D }
            switch byte {
            case 0x0A where endsInReturn: continue
            case 0x0A, 0x0D: if let event = try endLine() { events.append(event) }
            default:
                line.append(byte)
                if line.count > limit { throw TooLong() }
            }
        }
        return events
    }

    /// The data of the event that the end of the stream completes.
    mutating func finish() throws(TooLong) -> [[UInt8]]? {
        if !line.isEmpty { _ = try endLine() }
        return endEvent()
    }

    private mutating func endLine() throws(TooLong) -> [[UInt8]]? {
        defer { line.removeAll(keepingCapacity: true) }
        guard !line.isEmpty else { return endEvent() }
        let text = line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line[...]
        guard text.starts(with: "data:".utf8) else { return nil }
        let value = text.dropFirst("data:".utf8.count)
        data.append(Array(value.first == 0x20 ? value.dropFirst() : value))
        dataBytes += value.count
        if dataBytes > limit { throw TooLong() }
        return nil
    }

    private mutating func endEvent() -> [[UInt8]]? {
        defer { (data, dataBytes) = ([], 0) }
        return data.isEmpty ? nil : data
    }
}
