/// The control words of RTF that its reader knows (Rich Text Format Specification 1.9.1).
enum RTFWords {
    /// The use of a group's text.
    enum Destination {
        case text, note, dropped, fonts, info, title, created, modified
    }

    static let destinations: [String: Destination] = [
        "fonttbl": .fonts, "info": .info, "title": .title, "creatim": .created, "revtim": .modified, "footnote": .note,
        "colortbl": .dropped, "stylesheet": .dropped, "pict": .dropped, "header": .dropped, "headerl": .dropped,
        "headerr": .dropped, "headerf": .dropped, "footer": .dropped, "footerl": .dropped, "footerr": .dropped,
        "footerf": .dropped, "objdata": .dropped, "fldinst": .dropped, "themedata": .dropped, "listtable": .dropped,
        "listoverridetable": .dropped, "annotation": .dropped, "atnid": .dropped, "atnauthor": .dropped,
        "nonshppict": .dropped, "bkmkstart": .dropped, "bkmkend": .dropped, "author": .dropped, "operator": .dropped,
        "company": .dropped, "subject": .dropped, "keywords": .dropped, "doccomm": .dropped, "comment": .dropped,
        "category": .dropped, "manager": .dropped, "hlinkbase": .dropped, "rsidtbl": .dropped, "xe": .dropped,
        "tc": .dropped, "revtbl": .dropped, "filetbl": .dropped, "ftnsep": .dropped, "ftnsepc": .dropped,
        "aftnsep": .dropped, "aftnsepc": .dropped, "printim": .dropped, "buptim": .dropped, "sp": .dropped,
    ]

    /// Destinations that may be passed over, but hold text.
    static let knownOptional: Set = ["shpinst", "shptxt", "shppict"]

    static let characters = [
        "emdash": "—", "endash": "–", "bullet": "•", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”",
        "emspace": " ", "enspace": " ", "qmspace": " ",
    ]

    /// Code pages of fonts' character sets.
    static let pages = [
        77: 10_000, 128: 932, 129: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256,
        186: 1257, 204: 1251, 222: 874, 238: 1250,
    ]

    static let doubleBytePages: Set = [932, 936, 949, 950]
}
