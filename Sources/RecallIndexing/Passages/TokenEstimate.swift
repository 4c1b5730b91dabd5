import RecallText

/// Estimates the number of WordPiece tokens without a model, so that passages do not depend on the installed model.
enum TokenEstimate {
    /// The estimated tokens of a run of letters and digits with `byteCount` UTF-8 bytes.
    ///
    /// Common words are one token; longer words have about one more for every four letters after the sixth.
    @inline(__always)
    static func word(byteCount: Int) -> Int {
        byteCount <= 7 ? 1 : 1 + (byteCount - 4) / 4
    }

    /// The estimated tokens of UTF-8 text: its words, its punctuation marks, and each character of scripts with
    /// three-byte characters.
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
