import RecallImport
import RecallTestSupport
import Testing

@Suite("Style sheets of e-mails")
struct StyleSheetTests {
    private func sanitized(_ htmls: String...) -> String {
        var sanitizer = HTMLSanitizer()
        for html in htmls { sanitizer.append(html: Array(html.utf8)) }
        return sanitizer.result
    }

    /// The written style sheet, without its element.
    private func sheet(_ css: String) -> String {
        let markup = sanitized("<style>\(css)</style>x")
        #expect(SanitizedMarkup(markup).problems.isEmpty)
        return markup.firstMatch(of: /<style>([^<]*)<\/style>/).map { String($0.1) } ?? ""
    }

    @Test("keep rules by element, class and id, for the classes that are written")
    func rules() {
        #expect(
            sanitized(
                "<html><head><style type='text/css'>body { color: #333 } .Price, td#Total.big { font-weight: bold }\n"
                    + "a:link { color: red }</style></head><body class=x><table><tr><td class='price  big' id=total>9</td></tr></table>"
                    + "<a href='https://people.example' class=price>go</a></body></html>")
                == "<div class=\"part1\"><style>.part1 div:where(.body){color:#333}\n"
                + ".part1 .m-price,.part1 td.i-total.m-big{font-weight:bold}\n"
                + ".part1 span:where(.link):where(.link){color:red}\n</style>"
                + "<div class=\"body m-x\"><table><tr><td class=\"m-price m-big i-total\">9</td></tr></table>"
                + "<span class=\"link m-price\" title=\"https://people.example\">go</span></div></div>")
    }

    @Test(
        "keep selectors of their list alone",
        arguments: [
            ("td > p.a + b ~ i", "td>p.m-a+b~i"), ("ul  li:FIRST-child", "ul li:first-child"), ("IMG", "img"),
            ("h1,h2", "h1,.part1 h2"), ("*", nil), ("td *", nil), ("html", nil), ("a:hover", nil), ("a:visited", nil),
            ("[class=x]", nil), ("u + #body .x", "u+.i-body .m-x"), ("script", nil), ("input.a", nil), (".a\\62", nil),
            ("p::before", nil), ("p:not(.x)", nil), (".", nil), ("p >> b", nil), ("p >", nil), ("> p", nil),
            (":link", ":where(.link)"), ("b :link", "b :where(.link)"), ("", nil), (">", nil),
            ("a:hover, b", "b"), (".link", ".m-link"), (".a:where(.b)", nil), ("äp", nil), ("part1", nil),
        ] as [(String, String?)])
    func selectors(selector: String, kept: String?) {
        let rule = kept.map { ".part1 \($0){color:red}\n" }
        #expect(sheet("\(selector){color:red}") == rule ?? "")
    }

    @Test("keep declarations that a style attribute may have too")
    func declarations() {
        #expect(
            sheet("p{position:fixed;color:RED;background:url(x);margin:0 auto!important;content:'x'}")
                == ".part1 p{color:red;margin:0 auto!important}\n")
        #expect(sheet("p{position:fixed}b{color:red}") == ".part1 b{color:red}\n")
        #expect(sheet("p{color:red;b{color:blue}}i{color:green}") == ".part1 i{color:green}\n")
    }

    @Test("keep media queries by width, and no others")
    func media() {
        #expect(
            sheet(
                "@media only screen and (max-width: 600px) { .a { width: 100% !important } @media all { b { color: red } } }"
            )
                == "@media only screen and (max-width: 600px){.part1 .m-a{width:100% !important}\n}\n")
        for query in [
            "print", "(prefers-color-scheme: dark)", "(max-width:calc(1px))", "all and (width>1px)", ")all(", "",
        ] {
            #expect(
                sheet("@media \(query) { b { color: red } } i { color: red }") == ".part1 i{color:red}\n", "\(query)")
        }
    }

    @Test("lose what loads, names or moves")
    func atRules() {
        #expect(
            sheet(
                "@charset 'x'; @import url(//evil.example); @font-face { font-family: x; src: url(x) } @keyframes k { from { color: red } }"
                    + " @supports (color: red) { b { color: red } } @import '//evil.example' i { color: red } p { color: red }"
            )
                == ".part1 p{color:red}\n")
    }

    @Test("are read past comments, strings and mistakes")
    func mistakes() {
        #expect(sheet("<!-- p /* { */ { color: /* ; */ red } -->") == ".part1 p{color:red}\n")
        #expect(sheet("p{font-family:'}'}b{color:red}") == ".part1 b{color:red}\n")
        #expect(sheet("p{font-family:'x\n}b{color:red}") == ".part1 b{color:red}\n")
        #expect(sheet("p{font-family:\"'\"'}b{color:red}'}i{color:red}") == ".part1 i{color:red}\n")
        #expect(sheet("}p{color:red}b{color:red}") == ".part1 b{color:red}\n")
        #expect(sheet("p;b{color:red}i{color:red}") == ".part1 i{color:red}\n")
        #expect(
            sheet("p{color:red") == ".part1 p{color:red}\n" && sheet("/* p{color:red}") == ""
                && sheet("/*/p{color:red}") == "")
    }

    @Test("hold for their own document, not for the next one")
    func scopes() {
        let markup = sanitized(
            "<p>one", "<p class=a>two<style>p{color:red}</style>", "<style>p{color:blue}</style><p>three")
        #expect(
            markup
                == "<p>one</p><div class=\"part2\"><p class=\"m-a\">two<style>.part2 p{color:red}\n</style></p></div>"
                + "<div class=\"part3\"><style>.part3 p{color:blue}\n</style><p>three</p></div>")
    }

    @Test("stand rules, selectors and nesting without end")
    func long() {
        let many = String(repeating: "p{color:red}", count: 200_000)
        #expect(sanitized("<style>\(many)</style>").utf8.count < 2 << 20)
        #expect(sheet(String(repeating: "p,", count: 200_000) + "b{color:red}") == "")
        #expect(sheet(String(repeating: "@media all{", count: 50_000) + "b{color:red}") == "")
        #expect(sheet(String(repeating: "/*", count: 200_000)) == "")
        #expect(sheet(String(repeating: "'", count: 100_001) + "\nb{color:red}") == "")
        #expect(
            sanitized("<b class='" + String(repeating: "a ", count: 100_000) + "'><style></style>").utf8.count < 200)
    }
}
