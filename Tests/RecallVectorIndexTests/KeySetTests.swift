import RecallVectorIndex
import Testing

struct KeySetTests {
    @Test func `the last key up to another is the one that looking at each finds`() {
        let keys: [UInt32] = [3, 4, 63, 64, 130, 511]
        let set = keys.reduce(into: KeySet(capacity: 40)) { $0.insert($1) }
        for key in (0..<700 as Range<UInt32>).map(\.self) + [.max] {
            #expect(set.last(upTo: key) == keys.last { $0 <= key }, "\(key)")
        }
        #expect(KeySet().last(upTo: 5) == nil && KeySet(capacity: 200).last(upTo: 5) == nil)
    }
}
