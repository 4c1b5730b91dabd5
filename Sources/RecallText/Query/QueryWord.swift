/// A word of a query, in all forms in which items may contain it.
package struct QueryWord: Hashable, Sendable {
    /// The word as typed.
    package var text: String
    /// The word folded: lower case, no accents.
    package var folded: String
    /// Its terms in the languages of the library.
    package var terms: Set<String>
    /// True for a function word ("the", "did"), which ranking ignores.
    package var isFunctionWord: Bool

    /// True for one or more characters of a script written without spaces.
    package var isUnspaced: Bool { folded.isUnspaced }
}
