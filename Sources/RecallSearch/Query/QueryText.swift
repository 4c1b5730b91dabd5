import Foundation
import RecallCore

extension SearchFilter {
    /// The filter in the query language, so that a person sees it and may search with it again. Empty if all items pass.
    func queryText(in clock: QueryClock) -> String {
        QueryText(clock: clock).text(self)
    }
}

/// Writes filters in the query language.
private struct QueryText {
    let clock: QueryClock

    func text(_ filter: SearchFilter) -> String {
        switch filter {
        case .hasPicture: "has:picture"
        case .all(let parts): parts.map(operand).filter { !$0.isEmpty }.joined(separator: " ")
        case .any(let parts): any(parts)
        case .not(let part): not(part)
        case .words(let words): quoted(words)
        case .near(let a, let b, let distance): "\(quoted(a)) NEAR/\(distance) \(quoted(b))"
        case .subject(let words): "subject:" + quoted(words)
        case .place(let words): "in:" + quoted(words)
        case .fileName(let words): "filename:" + quoted(words)
        case .tag(let words): "label:" + quoted(words)
        case .kind(let kind): "kind:" + kind.rawValue
        case .format(let format): "format:" + format
        case .language(let language): "lang:" + (language?.code ?? "none")
        case .participant(let words, let roles): participant(words, roles)
        case .address(let address, let roles): participant(WordSequence(address), roles)
        case .hasAttachment: "has:attachment"
        case .date(let from, let to): date(from, to)
        case .byteCount(let range): byteCount(range)
        case .id(let prefix): "id:" + prefix
        case .thread(let prefix): "thread:" + prefix
        case .conversation(let key): "conversation:\"\(ConversationKey(key).written)\""
        }
    }

    /// An operand, in parentheses if it has operands of its own.
    private func operand(_ filter: SearchFilter) -> String {
        switch filter {
        case .all(let parts) where parts.count > 1: "(\(text(filter)))"
        case .byteCount(let range) where range.lowerBound > 0 && range.upperBound < .max: "(\(text(filter)))"
        default: text(filter)
        }
    }

    private func any(_ parts: [SearchFilter]) -> String {
        let texts = parts.map(operand)
        return texts.count > 1 ? "(\(texts.joined(separator: " OR ")))" : texts.first ?? ""
    }

    private func not(_ part: SearchFilter) -> String {
        switch part {
        case .near, .not: "-(\(text(part)))"
        default: "-" + operand(part)
        }
    }

    private func quoted(_ words: WordSequence) -> String {
        "\"" + words.text.withoutQuotationMarks + "\"" + (words.isPrefix ? "*" : "")
    }

    private func participant(_ words: WordSequence, _ roles: Set<ParticipantRole>) -> String {
        let value = quoted(words)
        if roles.count == ParticipantRole.allCases.count { return "with:" + value }
        let parts = ParticipantRole.allCases.filter(roles.contains).map { "\($0.rawValue):\(value)" }
        return parts.count == 1 ? parts[0] : "(\(parts.joined(separator: " OR ")))"
    }

    private func date(_ from: Date?, _ to: Date?) -> String {
        let range = DayRange(from: from, to: to)
        return "date:" + DayRange.text(range, in: clock)
    }

    private func byteCount(_ range: ClosedRange<Int>) -> String {
        let least = range.lowerBound > 0 ? "larger:\(range.lowerBound)" : nil
        let most = range.upperBound < .max ? "smaller:\(range.upperBound + 1)" : nil
        return [least, most].compactMap(\.self).joined(separator: " ")
    }
}
