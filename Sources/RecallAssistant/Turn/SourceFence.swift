import Foundation
package import RecallCore

/// The form in which excerpts are put before a model: data, between marks that no text can contain.
package struct SourceFence: Sendable {
    /// Random for each turn, so that no e-mail can close the fence that it stands in.
    package let boundary: String

    private let dates: DateFormatter

    /// Marks with that boundary, and dates in the time zone of `clock`.
    package init(boundary: String = Self.randomBoundary, clock: QueryClock) {
        self.boundary = boundary
        dates = clock.formatter("EEEE, d MMMM yyyy, HH:mm")
    }

    /// A boundary that no text can foresee.
    package static var randomBoundary: String { String(UInt64.random(in: .min ... .max), radix: 36) }

    /// The longest sender or title, in characters.
    private static let longestLine = 120

    /// An excerpt with its number, link, sender, date and title.
    package func text(of excerpt: Excerpt, number: Int, link: String? = nil) -> String {
        let item = excerpt.item
        var lines = ["<source-\(boundary) number=\(number) kind=\(item.kind.rawValue)>"]
        if let link { lines.append("Link: " + link) }
        if let date = item.date { lines.append("Date: " + dates.string(from: date)) }
        if let sender = item.sender { lines.append("From: " + line(sender.withAddress)) }
        if let quoted = item.quotedWithAddress { lines.append("Quoting: " + line(quoted)) }
        let title = item.title.isEmpty ? item.conversationTitle : item.title
        if !title.isEmpty { lines.append("Title: " + line(title)) }
        if let page = excerpt.page { lines.append("Page: \(page)") }
        // A model reads no more than a person sees: hidden text would be an order that nobody notices.
        lines.append(inert(DisplayText.safe(excerpt.text, keepingLines: true)))
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
