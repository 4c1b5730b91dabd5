import RecallCore
import Testing

struct UTF8SliceTests {
    @Test func `bytes and text are cut at the same places, within characters and beyond the end too`() {
        for text in ["", "a", "Grüße, 日本 🪴!", "é"] {
            let count = text.utf8.count
            for lower in 0...count + 2 {
                for upper in lower...count + 2 {
                    let expected = text.utf8Slice(lower..<upper)
                    let cut = Array(text.utf8).withUnsafeBufferPointer { $0.utf8Slice(lower..<upper) }
                    #expect(cut == expected, "\(text) \(lower..<upper)")
                }
            }
        }
    }
}
