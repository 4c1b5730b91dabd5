import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

/// LaTeX documents, read as what they mean.
@Suite(.scratch) struct LaTeXTests {
    private func document(_ source: String, name: String = "a.tex") async throws -> Item {
        let scratch = try SourceScratch()
        try scratch.write(name, source)
        let reader = try ImportFormats.all.reader(
            of: scratch.unit(name, .latex), extractor: DocumentTextExtractor())
        return try #require(try await records(reader, scratch.unit(name, .latex)).first?.record.item)
    }

    private func text(_ source: String) async throws -> String { try await document(source).text }

    @Test func `a document is its words, without preamble, comments, labels and files that it names`() async throws {
        let item = try await document(
            #"""
            \documentclass[a4paper]{article} % a class
            \usepackage{amsmath}
            \newcommand{\boat}[1]{A boat called #1}
            \title[Short]{Mooring at \emph{the quay}\thanks{Paid by Bo}}
            \author{Ada Lind \and Bo Berg}
            \date{March 2024}
            \begin{document}
            \maketitle
            \begin{abstract}
            We moor. % quietly
            \end{abstract}
            \section*{Ropes}\label{sec:ropes}
            Tar the \textbf{ropes} twice,
            as \citet[p.~3]{lind2020} says.\footnote{Or \textit{thrice}.}

            \subsection[Short]{Knots}
            \begin{itemize}
              \item bowline
              \item sheet bend~--- for two ropes
            \end{itemize}
            \input{secret} \include{chapter}
            \begin{figure}[ht]
              \centering
              \includegraphics[width=\textwidth]{boat.png}
              \caption{A boat\label{fig:boat}}
            \end{figure}
            See \href{https://a.example/x}{the tides} and \url{https://b.example}.
            \end{document}
            Nothing after the end.
            """#)
        #expect(item.title == "Mooring at the quay (Paid by Bo)")
        #expect(
            item.text == """
                Ada Lind, Bo Berg

                March 2024

                We moor.

                Ropes

                Tar the ropes twice, as [lind2020] says. (Or thrice.)

                Knots

                - bowline
                - sheet bend — for two ropes

                A boat

                See https://a.example/x the tides and https://b.example.
                """)
        guard case .document(let details) = item.details else { throw CocoaError(.coderInvalidValue) }
        #expect(details.format == "latex")
    }

    @Test(arguments: [
        (
            #"na\"{\i}ve caf\'e \c{c}a \v{S}koda Stra\ss e \o re M\"uller \AA"#,
            "naïve café ça Škoda Straße øre Müller Å"
        ),
        (##"50\% of \$3 \& \#1 a\_b \{x\} a\,b soft\-ware"##, "50% of $3 & #1 a_b {x} a b software"),
        ("``so'' he said -- 1--2 --- it's `x'", "“so” he said – 1–2 — it's ‘x'"),
        (#"{\bfseries big} \textcolor{red}{red} \vspace{1cm}\unknown[opt]{kept}{too}"#, "big red kept too"),
        (#"one\\[2pt] two\par three"#, "one\ntwo\n\nthree"),
        ("one\ntwo\n\n\n three %gone\nfour%\nfive", "one two\n\nthree fourfive"),
        (
            #"Then $E = mc^2$ and \(a_1\) hold: \[ x \leq \frac{1}{2}\label{a} \] so."#,
            "Then E = mc^2 and a_1 hold:\nx \\leq \\frac{1}{2}\nso."
        ),
        ("\\begin{align*}\na &= b \\\\\n  &= c\n\\end{align*}", "a = b\n= c"),
        (#"\begin{tabular}{l|r} a & b \\ \hline c & d \end{tabular}"#, "a | b\nc | d"),
        (
            "\\begin{verbatim}\n  a % b\n  \\x{1}\n\\end{verbatim}\nafter \\verb|a\\b%|",
            "  a % b\n  \\x{1}\n\nafter a\\b%"
        ),
        (#"a \begin{tikzpicture} \draw (0,0); \end{tikzpicture} b \begin{comment} no \end{comment} c"#, "a\n\nb\n\nc"),
        (#"\def\x#1#2{no} \let\y=\z \newcommand{\a} [2] {no #1} \setlength\parindent{0pt} yes"#, "yes"),
        (#"\begin{thebibliography}{9} \bibitem[L]{lind} A. Lind. \end{thebibliography}"#, "[lind] A. Lind."),
    ])
    func `commands are read as what they print`(source: String, expected: String) async throws {
        #expect(try await text(source) == expected)
    }

    @Test(arguments: [
        #"\label{never closed"#, #"\title{never closed"#, "$ never closed", #"\begin{align} x"#, #"\begin{verbatim} x"#,
        #"\begin{tikzpicture} x"#, #"\newcommand{\x"#, "[{]}", "}}}}", #"\section[x"#, #"\footnote{x"#, #"\verb|x"#,
        #"\'{"#,
        #"\"#, #"\end{document"#, #"\href{"#, #"\begin{"#, #"\cite[[[["#,
    ])
    func `what is not closed ends with its paragraph`(source: String) async throws {
        #expect(try await text("Before.\n\n\(source)\n\nAfter.").hasSuffix("After."))
        #expect(try await text("Before. \(source)").hasPrefix("Before."))
    }

    @Test func `nothing is expanded, and no file is read`() async throws {
        let bomb =
            (1..<40).map { #"\def\a\#($0 - 1)x{\a\#($0)x\a\#($0)x}"# }.joined(separator: "\n")
            + "\nx \\a0x\\input{/etc/passwd}"
        let text = try await text(bomb)
        #expect(text.utf8.count < 2_000 && !text.contains("passwd") && !text.contains("root:"))
    }

    @Test(arguments: [
        "{", "}", "\\", "$", "%", "[", "\\[", "\\label{", "\\begin{", "\\begin{verbatim}", "\\title{", "\\cite[",
        "\\'{",
        "\\footnote{", "\\section[", "-", "&", "\\newcommand", "\\def#", "\\url{{", "\\verb|", "\n\n", "\\item{$",
    ])
    func `a long document of anything is read`(piece: String) async throws {
        let item = try await document(
            "start " + String(repeating: piece, count: 300_000 / piece.utf8.count) + "\n\nend")
        #expect(item.text.utf8.count < 1_000_000)
    }

    @Test func `a file of definitions alone is read as it is, and one that is no text is a failure`() async throws {
        let definitions = #"\newcommand{\boat}{A boat}"#
        #expect(try await text(definitions) == definitions)
        let scratch = try SourceScratch()
        try scratch.write("a.tex", [0, 1, 2, 0])
        let reader = try ImportFormats.all.reader(of: scratch.unit("a.tex", .latex), extractor: DocumentTextExtractor())
        let record = try await records(reader, scratch.unit("a.tex", .latex)).first?.record
        #expect(record?.failure?.code == .wrongFormat)
    }
}
