extension Collection<UInt8> where Index == Int {
    /// The unsigned number of `width` bytes, the lowest first, at `offset` from the start; `nil` beyond the end.
    func number(at offset: Int, width: Int) -> Int? {
        guard offset >= 0, width <= 7, offset <= count - width else { return nil }
        let start = startIndex + offset
        return self[start..<start + width].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// The 64 bits of eight bytes, the lowest first, at `offset` from the start; `nil` beyond the end.
    func bits(at offset: Int) -> UInt64? {
        guard let low = number(at: offset, width: 4), let high = number(at: offset + 4, width: 4) else { return nil }
        return UInt64(high) << 32 | UInt64(low)
    }

    /// The text in UTF-16, the lower byte first, up to a NUL.
    var utf16Text: String {
        var units: [UInt16] = []
        units.reserveCapacity(count / 2)
        var at = startIndex
        while at + 1 < endIndex {
            let unit = UInt16(self[at]) | UInt16(self[at + 1]) << 8
            guard unit != 0 else { break }
            units.append(unit)
            at += 2
        }
        return String(decoding: units, as: UTF16.self)
    }
}
