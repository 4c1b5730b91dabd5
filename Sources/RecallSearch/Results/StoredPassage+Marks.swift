import RecallCore
import RecallStore
import RecallText

extension StoredPassage {
    /// The UTF-8 byte ranges of the text that are marks of Markdown.
    ///
    /// - Complexity: O(*n*) in the text.
    var marks: [Range<Int>] {
        guard item.isMarkdown else { return [] }
        return MarkdownMarks.ranges(in: text, title: item.title, isPart: passage.range.lowerBound > 0)
    }
}
