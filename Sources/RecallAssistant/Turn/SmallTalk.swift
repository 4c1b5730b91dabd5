import RecallKit

/// Words that are said to be polite, or to see what comes: nothing of the library answers them.
enum SmallTalk {
    /// True if a line has nothing else: "Hello!", "thanks, bye", "how are you?".
    static func isAll(of line: String) -> Bool {
        let words = RecallLibrary.words(of: line)
        guard !words.isEmpty else { return false }
        return questions.contains(words.joined(separator: " ")) || words.allSatisfy(politeWords.contains)
    }

    /// Folded, of English, German, French and Spanish.
    private static let politeWords = Set(
        """
        hello hi hey hiya there good morning afternoon evening night thanks thank you bye goodbye ok okay please cheers
        hallo moin servus guten tag morgen abend danke schon bitte tschuss
        bonjour bonsoir salut merci
        hola buenos dias buenas tardes gracias adios
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    private static let questions: Set<String> = [
        "how are you", "how are you doing", "who are you", "what are you", "what can you do", "what can i ask you",
        "tell me a joke", "wie geht es dir", "wer bist du", "was kannst du", "qui es tu", "comment ca va", "ca va",
        "que tal", "como estas", "quien eres",
    ]

    static let note = "Recall answers from your library: ask for what a mail, a chat, a note or a document may say."
}
