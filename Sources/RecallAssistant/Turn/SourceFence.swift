import Foundation
import RecallCore

/// The form in which excerpts are put before a model: data, between marks that no text can contain.
struct SourceFence: Sendable {
    /// Random for each turn, so that no e-mail can close the fence that it stands in.
    let boundary: String

    private let dates: DateFormatter

    /// Marks with that boundary, and dates in the time zone of `clock`.
    init(boundary: String, clock: QueryClock) {
        self.boundary = boundary
        dates = clock.formatter("EEEE, d MMMM yyyy, HH:mm")
    }

    /// The longest sender or title, in characters.
    private static let longestLine = 120

    /// An excerpt with its number, sender, date and title.
    func text(of excerpt: Excerpt, number: Int) -> String {
        let item = excerpt.item
        var lines = ["<source-\(boundary) number=\(number) kind=\(item.kind.rawValue)>"]
        if let date = item.date { lines.append("Date: " + dates.string(from: date)) }
        if let sender = item.sender { lines.append("From: " + line(sender.displayName)) }
        let title = item.title.isEmpty ? item.conversationTitle : item.title
        if !title.isEmpty { lines.append("Title: " + line(title)) }
        lines.append(inert(excerpt.text))
        lines.append("</source-\(boundary)>")
        return lines.joined(separator: "\n")
    }

    private func line(_ text: String) -> String {
        String(inert(DisplayText.safe(text)).prefix(Self.longestLine))
    }

    /// The text without the boundary, should it ever be guessed.
    private func inert(_ text: String) -> String {
        text.replacingOccurrences(of: boundary, with: "")
    }
}
