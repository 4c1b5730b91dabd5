import GRDB
import RecallText

/// The FTS5 tokenizer of the items' full text. Words are folded but not stemmed, so that phrases match exactly. In
/// scripts written without spaces each character is a token, so that a phrase query finds any substring.
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
            var scanner = WordScanner(bytes)
            while let word = scanner.next() {
                let code = Self.emit(word, bytes, context, tokenCallback)
                guard code == 0 else { return code }
            }
            return 0
        }
    }

    private static func emit(
        _ word: WordScanner.Word, _ bytes: UnsafeBufferPointer<UInt8>, _ context: UnsafeMutableRawPointer?,
        _ callback: FTS5TokenCallback
    ) -> CInt {
        let (start, end) = (CInt(word.range.lowerBound), CInt(word.range.upperBound))
        var folded = WordFolding.fold(bytes, word)
        return folded.withUTF8 { token in
            token.withMemoryRebound(to: CChar.self) { callback(context, 0, $0.baseAddress, CInt($0.count), start, end) }
        }
    }
}
