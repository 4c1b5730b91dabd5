import RecallText

/// The term of all words of a text that begin with a character: a mark and the character.
///
/// A filter on one letter, `a*`, would have FTS5 merge the positions of every word that begins with it, which are a
/// twentieth of a library. The term is in a text once, where the first such word is; longer beginnings have few words.
enum InitialTerm {
    /// Begins no word, so that no other query comes upon the term.
    private static let mark: UInt8 = 1

    /// True if these bytes of a query are such a term.
    static func isOne(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { bytes.first == mark }

    /// True if the term is given for a word of a document. An ideograph is a word of its own, which FTS5 finds as it is.
    static func isGiven(
        _ word: WordScanner.Word, folded: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        !folded.isEmpty && !(word.unit == .ideograph && folded.elementsEqual(bytes[word.range]))
    }

    /// The term of a folded word.
    static func term(of word: some Collection<UInt8>) -> [UInt8] { [mark] + initial(of: word) }

    /// The term that finds what begins with `beginning`, folded, in a query; `nil` if it is no single character of a word.
    static func term(forBeginning beginning: String) -> String? {
        let bytes = Array(beginning.utf8)
        guard !bytes.isEmpty, initial(of: bytes).count == bytes.count else { return nil }
        let unit = bytes.withUnsafeBufferPointer { bytes in
            var scanner = WordScanner(bytes)
            return scanner.next()?.unit
        }
        return unit == .ideograph ? nil : String(decoding: term(of: bytes), as: UTF8.self)
    }

    /// The bytes of the first character of valid UTF-8.
    static func initial<Bytes: Collection<UInt8>>(of word: Bytes) -> Bytes.SubSequence {
        let lead = word.first ?? 0
        return word.prefix(lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4)
    }
}

/// The first characters of a text's words so far.
struct InitialSet {
    private var ascii: (UInt64, UInt64) = (0, 0)
    private var others: Set<UInt32> = []

    /// Adds the first character of a folded word; false if it was there.
    mutating func insert(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
        let bytes = InitialTerm.initial(of: word).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard bytes < 128 else { return others.insert(bytes).inserted }
        let bit: UInt64 = 1 << UInt64(bytes % 64)
        let isNew = (bytes < 64 ? ascii.0 : ascii.1) & bit == 0
        if bytes < 64 { ascii.0 |= bit } else { ascii.1 |= bit }
        return isNew
    }
}
