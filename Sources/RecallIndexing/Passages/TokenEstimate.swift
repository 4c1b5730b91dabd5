import RecallText

/// About how many WordPiece tokens a text has, without a model: passages are cut the same whether one is installed or not.
enum TokenEstimate {
    /// The estimate for a run of letters and digits of that many UTF-8 bytes.
    ///
    /// Common words are one token; a longer word is about one more for every four letters behind the sixth.
    @inline(__always)
    static func word(byteCount: Int) -> Int {
        byteCount <= 7 ? 1 : 1 + (byteCount - 4) / 4
    }

    /// The estimate for UTF-8 text: words, punctuation marks, and each character of other scripts' three bytes.
    static func tokens(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        var (count, run) = (0, 0)
        for byte in bytes {
            if byte.mayBeOfWord {
                run += 1
            } else {
                if run > 0 { count += word(byteCount: run) }
                run = 0
                if byte > 0x20 { count += 1 }
            }
        }
        return run > 0 ? count + word(byteCount: run) : count
    }
}
