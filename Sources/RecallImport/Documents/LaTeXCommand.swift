/// The commands and environments of LaTeX whose meaning is known.
enum LaTeXCommand {
    /// Combining marks of commands that set an accent on a letter.
    static let accents = [
        "\"": "\u{308}", "'": "\u{301}", "`": "\u{300}", "^": "\u{302}", "~": "\u{303}", "=": "\u{304}",
        ".": "\u{307}", "u": "\u{306}", "v": "\u{30C}", "H": "\u{30B}", "c": "\u{327}", "k": "\u{328}",
        "r": "\u{30A}", "d": "\u{323}", "b": "\u{331}",
    ]

    /// Commands that stand for characters.
    static let characters = [
        "%": "%", "&": "&", "$": "$", "#": "#", "_": "_", "{": "{", "}": "}", "-": "", "/": "", "@": "", "ss": "ß",
        "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł",
        "i": "ı", "j": "ȷ", "ldots": "…", "dots": "…", "textellipsis": "…", "S": "§", "P": "¶", "copyright": "©",
        "pounds": "£", "euro": "€", "texteuro": "€", "textdegree": "°", "textbackslash": "\\", "textasciitilde": "~",
        "textasciicircum": "^", "textunderscore": "_", "textendash": "–", "textemdash": "—", "textbullet": "•",
        "textquotedblleft": "“", "textquotedblright": "”", "textquoteleft": "‘", "textquoteright": "’",
        "LaTeX": "LaTeX", "TeX": "TeX", "glqq": "„", "grqq": "“", "flqq": "«", "frqq": "»", "guillemotleft": "«",
        "guillemotright": "»",
    ]

    /// Commands that define another one, which may stand without braces.
    static let definitions: Set = [
        "newcommand", "renewcommand", "providecommand", "DeclareMathOperator", "DeclareRobustCommand",
        "newenvironment", "renewenvironment", "newtheorem", "def", "edef", "gdef", "let", "newlength", "setlength",
        "addtolength",
    ]

    /// Commands that say nothing, with the number of their arguments.
    static let dropped = [
        "newcommand": 2, "renewcommand": 2, "providecommand": 2, "DeclareMathOperator": 2, "DeclareRobustCommand": 2,
        "newenvironment": 3, "renewenvironment": 3, "newtheorem": 2, "def": 2, "edef": 2, "gdef": 2, "let": 2,
        "newlength": 1, "setlength": 2, "addtolength": 2, "setcounter": 2, "addtocounter": 2, "newcounter": 1,
        "documentclass": 1, "documentstyle": 1, "usepackage": 1, "RequirePackage": 1, "input": 1, "include": 1,
        "includeonly": 1, "includegraphics": 1, "graphicspath": 1, "bibliography": 1, "bibliographystyle": 1,
        "addbibresource": 1, "label": 1, "ref": 1, "eqref": 1, "pageref": 1, "autoref": 1, "cref": 1, "Cref": 1,
        "nameref": 1, "vref": 1, "index": 1, "nocite": 1, "glossary": 1, "vspace": 1, "hspace": 1, "rule": 2,
        "pagestyle": 1, "thispagestyle": 1, "pagenumbering": 1, "hypersetup": 1, "addcontentsline": 3,
        "markboth": 2, "markright": 1, "fontsize": 2, "selectlanguage": 1, "color": 1, "textcolor": 1, "colorbox": 1,
        "fcolorbox": 2, "definecolor": 3, "parbox": 1, "raisebox": 1, "scalebox": 1, "resizebox": 2, "rotatebox": 1,
        "multicolumn": 2, "multirow": 2, "cline": 1, "cmidrule": 1, "hyphenation": 1, "usetheme": 1,
        "usetikzlibrary": 1, "theoremstyle": 1, "phantomsection": 0, "hline": 0, "toprule": 0,
        "midrule": 0, "bottomrule": 0, "noindent": 0, "centering": 0, "tableofcontents": 0,
    ]

    /// Environments that are formulas.
    static let formulas: Set = [
        "equation", "align", "alignat", "flalign", "gather", "multline", "eqnarray", "displaymath", "math",
    ]

    /// Environments whose text stays as it is.
    static let verbatim: Set = ["verbatim", "Verbatim", "lstlisting", "minted", "alltt"]

    /// Environments that are left out: drawings and comments.
    static let pictures: Set = ["tikzpicture", "pspicture", "picture", "comment", "filecontents", "axis"]

    /// Environments that begin no paragraph.
    static let inline: Set = [
        "itemize", "enumerate", "description", "tabular", "tabularx", "array", "small", "minipage",
    ]

    /// The number of arguments of environments that say nothing.
    static let environmentArguments = [
        "tabular": 1, "tabularx": 2, "longtable": 1, "array": 1, "minipage": 1, "multicols": 1, "thebibliography": 1,
        "wrapfigure": 2, "adjustbox": 1, "otherlanguage": 1, "column": 1,
    ]
}
