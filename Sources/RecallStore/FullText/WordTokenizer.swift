import GRDB
import GRDBSQLite
import RecallText

/// The FTS5 tokenizer of the items' full text. Words are folded but not stemmed, so that phrases match exactly. In
/// scripts written without spaces each character is a token, so that a phrase query finds any substring.
///
/// Of a text that is stored it also gives each character with which words begin, once (`InitialTerm`).
final class WordTokenizer: FTS5CustomTokenizer {
    static let name = "recall"

    init(db: Database, arguments: [String]) throws {}

    func tokenize(
        context: UnsafeMutableRawPointer?, tokenization: FTS5Tokenization, pText: UnsafePointer<CChar>?, nText: CInt,
        tokenCallback: FTS5TokenCallback
    ) -> CInt {
        guard let pText else { return 0 }
        return UnsafeRawPointer(pText).withMemoryRebound(to: UInt8.self, capacity: Int(nText)) { start in
            let bytes = UnsafeBufferPointer(start: start, count: Int(nText))
            let tokens = TokenOutput(context: context, callback: tokenCallback)
            guard !tokenization.contains(.query) || !InitialTerm.isOne(bytes) else {
                return tokens.emit(bytes, 0..<bytes.count)
            }
            return Self.tokenize(bytes, tokens, givingInitials: tokenization.contains(.document))
        }
    }

    private static func tokenize(
        _ bytes: UnsafeBufferPointer<UInt8>, _ tokens: TokenOutput, givingInitials: Bool
    ) -> CInt {
        var scanner = WordScanner(bytes)
        var initials = InitialSet()
        while let word = scanner.next() {
            var folded = WordFolding.fold(bytes, word)
            let code = folded.withUTF8 { token in
                let code = tokens.emit(token, word.range)
                guard code == 0, givingInitials, InitialTerm.isGiven(word, folded: token, in: bytes),
                    initials.insert(token)
                else { return code }
                return tokens.emitInitial(of: token, word.range)
            }
            guard code == 0 else { return code }
        }
        return 0
    }
}

/// Gives tokens to FTS5.
private struct TokenOutput {
    let context: UnsafeMutableRawPointer?
    let callback: FTS5TokenCallback

    func emit(_ token: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, flags: CInt = 0) -> CInt {
        token.withMemoryRebound(to: CChar.self) {
            callback(context, flags, $0.baseAddress, CInt($0.count), CInt(range.lowerBound), CInt(range.upperBound))
        }
    }

    /// The term stands where its word does, so that no word is farther from the next one.
    func emitInitial(of word: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> CInt {
        InitialTerm.term(of: word).withUnsafeBufferPointer { emit($0, range, flags: FTS5_TOKEN_COLOCATED) }
    }
}
