import RecallCore
import RecallText

/// The value of `from:` and of the other fields of people, compared with a participant's folded name and address.
struct ParticipantValue {
    /// The folded text.
    let text: String
    private let words: [String]
    private let isPrefix: Bool
    private let number: TelephoneNumber?

    init(_ sequence: WordSequence) {
        text = WordFolding.fold(sequence.text)
        number = sequence.isPrefix ? nil : TelephoneNumber(text)
        words = NameWords.words(of: sequence.text)
        isPrefix = sequence.isPrefix
    }

    /// A part of the text that every participant it names contains.
    var longestPart: String {
        // More of a number may be written otherwise.
        if let number { return String(number.digits.suffix(1)) }
        return isAddress ? text : words.max { $0.utf8.count < $1.utf8.count } ?? text
    }

    private var isAddress: Bool { text.contains("@") }

    /// True if it means the library's owner, as far as that is known.
    var isOwner: Bool { text == "me" && !isPrefix }

    private func isNumber(of folded: String) -> Bool {
        number?.isLine(of: folded) ?? false
    }

    /// True if the value is whole words of a participant: `anna` names Anna Lee and anna@people.example, not Joanna.
    ///
    /// - Parameter folded: the folded name and address, one per line.
    func names(_ folded: String) -> Bool {
        if isNumber(of: folded) { return true }
        // Anybody can write an address as a name.
        guard !isAddress else {
            return isWholePart(of: String(folded[(folded.firstIndex(of: "\n") ?? folded.startIndex)...]))
        }
        let own = NameWords.words(of: folded)
        guard let last = words.last else { return false }
        guard !words.contains(where: \.isUnspaced) else { return isRun(in: own) }
        let whole = Set(own)
        return words.dropLast(isPrefix ? 1 : 0).allSatisfy(whole.contains)
            && (!isPrefix || own.contains { $0.hasPrefix(last) })
    }

    /// True for a first name, a nickname, or a part of an address.
    var isOneWord: Bool { words.count < 2 }

    /// True if the value is a contact's nickname.
    func isNickname(_ nickname: String) -> Bool {
        !isAddress && number == nil && !isPrefix && !words.isEmpty && NameWords.words(of: nickname) == words
    }

    /// True if the value is words of the name, the number, or the whole address, and so means the person.
    func identifies(_ folded: String) -> Bool {
        if isNumber(of: folded) { return true }
        let end = folded.firstIndex(of: "\n") ?? folded.endIndex
        return isAddress ? folded[end...].dropFirst() == text : names(String(folded[..<end]))
    }

    /// True if the words are next to each other in `own`, as the parts of a name in a script without spaces.
    private func isRun(in own: [String]) -> Bool {
        guard words.count <= own.count else { return false }
        return (0...own.count - words.count).contains { start in
            words.indices.allSatisfy { index in
                isPrefix && index == words.count - 1
                    ? own[start + index].hasPrefix(words[index]) : own[start + index] == words[index]
            }
        }
    }

    /// True if the text is in `folded` and cuts no word at its ends.
    private func isWholePart(of folded: String) -> Bool {
        let (part, whole) = (Array(text.utf8), Array(folded.utf8))
        guard part.count <= whole.count else { return false }
        return (0...whole.count - part.count).contains { start in
            let end = start + part.count
            return whole[start..<end].elementsEqual(part)
                && !(start > 0 && whole[start - 1].mayBeOfWord && part[0].mayBeOfWord)
                && (isPrefix || !(end < whole.count && whole[end].mayBeOfWord && part[part.count - 1].mayBeOfWord))
        }
    }
}
