import RecallCore
import RecallImport
import Testing

@Suite("The text of HTML")
struct HTMLTextTests {
    private func text(_ html: String) -> String {
        HTMLText.extract(Array(html.utf8), charset: nil).text
    }

    private func hidden(_ html: String) -> [String] {
        let result = HTMLText.extract(Array(html.utf8), charset: nil)
        let bytes = Array(result.text.utf8)
        return result.hiddenRanges.map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    private func hidden(style: String) -> [String] {
        hidden("<p>seen<p style=\"\(style)\">not <b>seen</b><p>seen")
    }

    @Test("has blocks as lines, paragraphs apart by an empty line, and collapsed white space")
    func blocks() {
        #expect(text("<div>one\n  two</div><div>three<br>four</div><p>five</p>") == "one two\nthree\nfour\n\nfive")
        #expect(text("<div>a</div><div><br></div><div>b</div>") == "a\n\nb")
        #expect(text("a <b>b</b> <i>c</i>d&nbsp;e") == "a b cd e")
    }

    @Test("has list items marked, with those of inner lists indented")
    func lists() {
        #expect(text("<ul><li>a<ul><li>b</ul><li><p>c</ul>d") == "- a\n  - b\n- c\n\nd")
        #expect(text("<ul><li>a<li></ul>b") == "- a\n\nb")
    }

    @Test("has the cells of a table's row in one line, also when they hold paragraphs")
    func tables() {
        #expect(text("<table><tr><th>a<th>b<tr><td><p>c</p><td><p>d</p></table>e") == "a | b\nc | d\n\ne")
        #expect(text("<table><tr><td>a<br>b<td>c</table>") == "a\nb\n\nc")
    }

    @Test("marks each line of a quote by its depth")
    func quotes() {
        let html = "a<blockquote type=cite>b<p>c</p><blockquote class=gmail_quote>d</blockquote></blockquote>e"
        #expect(text(html) == "a\n\n> b\n>\n> c\n>\n>> d\n\ne")
        #expect(text("<blockquote style='margin:0 0 0 40px;border:none'>a</blockquote>") == "a")
    }

    @Test("keeps the lines of preformatted text")
    func preformatted() {
        #expect(text("<pre>\na\n  b</pre>c") == "a\n  b\n\nc")
        #expect(text("<div style='white-space: pre-wrap'>a\nb</div>") == "a\nb")
    }

    @Test("leaves out scripts, styles, comments and declarations, and takes the title from the head")
    func notText() {
        let html =
            "<!doctype html><head><title>T &amp;\n U</title><style>p{}</style></head>a<script>'<p>b'</script><!-- c > -->d"
        let result = HTMLText.extract(Array(html.utf8), charset: nil)
        #expect(result.text == "ad")
        #expect(result.title == "T & U")
    }

    @Test("decodes character references, those without a semicolon and those out of range")
    func references() {
        #expect(text("&lt;&eacute&#8364;&#x41;&#150;&hellip;") == "<é€A–…")
        #expect(
            text("&#x110000;|&#xD800;|&#0;|&unknown;|&subject=1|&")
                == "\u{FFFD}|\u{FFFD}|\u{FFFD}|&unknown;|&subject=1|&")
    }

    @Test(
        "keeps hidden text and tells where it is",
        arguments: [
            "display:none", "DISPLAY : none !important", "visibility:hidden", "visibility:collapse", "font-size:0px",
            "opacity:0", "max-height:0;overflow:hidden", "color:#fff", "color:white;background:#FFFFFF",
            "opacity:0.01", "opacity:1%", "opacity:1e-3", "font-size:1px", "font-size:0.1pt", "font:1px/1 Arial",
            "font-size:.01em", "content-visibility:hidden", "filter:opacity(0)", "mso-hide:all",
        ])
    func hiddenStyles(style: String) {
        #expect(hidden(style: style) == ["not seen"])
    }

    @Test(
        "calls text hidden that has the colour of its background",
        arguments: [
            "color:#fefefe", "color:rgb(100%,100%,100%)", "color:rgb(250 250 250)", "color:hsl(0deg 0% 99%)",
            "color:snow", "color:transparent", "color:rgba(0,0,0,0)", "color:#0001", "background:#000;color:#000",
            "background-color:navy;color:#000082", "color:red;background:currentColor",
            "color:#fff;background:rgba(0,0,0,.01)", "color:#fff;text-shadow:1px 1px #fff",
            "-webkit-text-fill-color:transparent",
        ])
    func hiddenColors(style: String) {
        #expect(hidden(style: style) == ["not seen"])
    }

    @Test(
        "calls text hidden that is off the page or has no room",
        arguments: [
            "position:absolute;left:-9999px", "top:-600px", "text-indent:-100em", "margin:0 0 0 -1000px",
            "transform:translateX(-9999px)", "transform:rotate(3deg) scale(0)", "scale:0", "clip:rect(0,0,0,0)",
            "clip:rect(1px 1px 1px 1px)", "clip-path:inset(100%)", "clip-path:circle(0 at 50% 50%)",
            "clip-path:polygon(0 0,0 0,0 0)", "height:0;overflow:hidden", "width:1px;height:1px;overflow:hidden",
        ])
    func hiddenPlaces(style: String) {
        #expect(hidden(style: style) == ["not seen"])
    }

    @Test(
        "reads a style as a browser does, whatever disguises it",
        arguments: [
            #"d\69splay:none"#, #"d\000069 splay:n\6fne"#, "display/**/:none", "display:none;display:bogus",
            "display&#58;none", "display:none;background:url(x;display:block)", "background:url(/*);display:none",
            "font-family:'a;display:block;';display:none",
        ])
    func disguisedStyles(style: String) {
        #expect(hidden(style: style) == ["not seen"])
    }

    @Test(
        "follows the simple rules of style sheets, before the text or after it",
        arguments: [
            (".x{display:none}", "class='y x'"), ("#i{display:none}", "id=i"), ("u{color:#fff}", ""),
            ("u.x{font-size:1px}", "class=x"), ("div > u.x{opacity:0}", "class=x"), ("*{color:#fff}", ""),
            ("@media screen{.x{display:none}}", "class=x"), ("@media all, print{.x{display:none}}", "class=x"),
            (".b{content:'/*'}.x{display:none}", "class=x"), ("@import 'a';.x{display:none}", "class=x"),
            (#"/*{*/.\78/**/{d\69splay:none}"#, "class=x"), (".x{display:none;b{color:red}}", "class=&#120;"),
            (".x{display:none!important}", "class=x style='display:block'"),
            (".x{display:none}u{display:block}", "class=x"),
        ])
    func sheets(css: String, attributes: String) {
        let (sheet, text) = ("<style>\(css)</style>", "<u \(attributes)>not seen</u>")
        #expect(hidden("\(sheet)<div style='color:#000'>\(text)</div>") == ["not seen"])
        #expect(hidden("<div style='color:#000'>\(text)</div>\(sheet)") == ["not seen"])
    }

    @Test(
        "shows text in doubt about a rule",
        arguments: [
            ".x{display:none}p.x{display:block}", ".x{display:none}.x{display:inline}", ".a .x{display:none}",
            "@media print{.x{display:none}}", "@media (max-width:600px){.x{display:none}}", "b+.x{display:none}",
            ".x:hover{display:none}", ".x::before{display:none}", ".d{background:#000}.x{color:#fff}",
        ])
    func doubtfulRules(css: String) {
        #expect(hidden("<style>\(css)</style><div class=d><p class=x>seen</p></div>").isEmpty)
        #expect(hidden("<style media=print>.y{display:none}</style><p class=y>seen").isEmpty)
        #expect(hidden("<!--[if mso]><style>.y{display:none}</style><![endif]--><p class=y>seen").isEmpty)
    }

    @Test(
        "does not call text hidden that is seen",
        arguments: [
            "<td bgcolor=#000000><font color=white>a</font><p style='color:#fff;font-size:0.5em;opacity:.9'>b",
            "<div style='background:#222'><p><span style='color:#fff'>a", "<p style='color:#eee'>a",
            "<div style='background:#fff url(x.png) no-repeat;color:#fff'>a",
            "<td background=x.png><font color=white>a", "<div style='color:#fff'><a href=x>a</a></div>",
            "<div style='font-size:0'><p style='font-size:14px'>a</p><font size=2>b</font></div>",
            "<link rel=stylesheet href=x><div class=hero><p style='color:#fff'>a",
            "<a href=x style='background:#1a82e2;color:#fff;mso-hide:all'>a</a>",
            "<div style='visibility:hidden'><p style='visibility:visible'>a", "<div style='height:0'>a",
            "<span style='height:0;overflow:hidden'>a", "<div style='height:0;padding:30% 0;overflow:hidden'>a",
            "<td style='max-width:0;overflow:hidden'>a", "<div style='margin:0 -9999px;padding:0 9999px'>a",
            "<p style='background:linear-gradient(red,blue);-webkit-background-clip:text;color:transparent'>a",
            "<p style='color:#fff;text-shadow:0 0 4px #000'>a", "<p style='color:var(--x)'>a",
            "<p style='clip:auto;clip-path:inset(10%);transform:scale(.9) translate(-50%,-50%);filter:none'>a",
        ])
    func notHidden(html: String) {
        #expect(hidden(html).isEmpty)
    }

    @Test("knows the attributes that hide text")
    func hiddenAttributes() {
        #expect(hidden("<div hidden>a</div>b") == ["a"])
        #expect(hidden("<body bgcolor=#eee text=#eeeeee>a") == ["a"])
        #expect(hidden("<table bgcolor=112233><tr><td><font color='#112234'>a") == ["a"])
    }

    @Test("reads no more than 10,000 rules of a sheet, and marks text by those")
    func manyRules() {
        let rules = (0..<9_999).map { ".a.b\($0) .c{color:red}" }.joined()
        let page = String(repeating: "<p class='a b0 b1 b2 b3 b4 b5 b6 b7 c'>seen</p>", count: 2_000)
        let sheet = "<style>\(rules).x{display:none}.y{display:none}</style>"
        #expect(hidden("\(sheet)\(page)<p class=x>x<p class=y>y") == ["x"])
    }

    @Test("shows a link's target or an image's text only where there is nothing else")
    func links() {
        #expect(text("<a href=https://a.example/>b</a>") == "b")
        #expect(text("<a href=https://a.example/></a>") == "https://a.example/")
        #expect(text("<img alt='a &amp; b'><img alt=c>") == "[a & b]\n[c]")
        #expect(text("d<img alt=c>") == "d")
    }

    @Test("keeps all text when tags are broken or never closed")
    func broken() {
        #expect(text("a < b <3 </ x>c<b") == "a < b <3 c")
        #expect(text("<p style='display:none'>a<p>b</div></td>c") == "a\n\nbc")
        #expect(text("<title>a<p>b") == "a\n\nb")
        #expect(text("<o:p/>a<svg><path/><path/></svg>b") == "ab")
    }

    @Test("is whole under 12,000 elements within each other")
    func deep() {
        let html = String(repeating: "<div>", count: 12_000) + "deep" + String(repeating: "</div>", count: 12_000)
        let result = HTMLText.extract(Array(html.utf8), charset: nil)
        #expect(result.text == "deep")
        #expect(result.defects == [.overLimit])
    }

    @Test("is whole beside 5 MB of style, a picture in a data URI and 100,000 attributes")
    func long() {
        let style = "<style>" + String(repeating: "p{color:red}", count: 400_000) + "</style>"
        let picture = "<img src=\"data:image/png;base64," + String(repeating: "QUJD", count: 1_000_000) + "\">"
        let attributes = "<p " + (0..<100_000).map { "a\($0)=1" }.joined(separator: " ") + ">"
        #expect(text("a" + style + "b" + picture + attributes + "c") == "ab\n\nc")
    }

    @Test("is cut and marked at the limit of an item's text")
    func limit() {
        let result = HTMLText.extract(Array(String(repeating: "é ", count: 8 << 20).utf8), charset: nil)
        #expect(
            result.text.utf8.count <= ImportLimits.textBytes && result.text.utf8.count > ImportLimits.textBytes - 64)
        #expect(result.defects == [.truncatedText])
    }

    @Test("has no control characters, byte order marks, soft hyphens or NUL")
    func controls() {
        let result = HTMLText.extract([0xEF, 0xBB, 0xBF] + Array("a\u{0}b\u{AD}c\u{200B}d\u{1}".utf8), charset: nil)
        #expect(result.text == "a bcd")
        #expect(result.defects == [.controlCharacters])
    }
}

@Suite("The charset of HTML")
struct HTMLCharsetTests {
    private func text(_ bytes: [UInt8], _ charset: String? = nil) -> String {
        HTMLText.extract(bytes, charset: charset).text
    }

    @Test("is the declared one, and UTF-8 where the bytes are UTF-8")
    func declared() {
        #expect(text([0xE4, 0xF6], "ISO-8859-1") == "äö")
        #expect(text([0x80, 0x93], "iso-8859-1") == "€“")
        #expect(text([0xC3, 0xA4], "iso-8859-1") == "ä")
        #expect(text([0x93, 0xFA, 0x96, 0x7B], "Shift_JIS") == "日本")
        #expect(text([0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42], "ISO-2022-JP") == "日")
        #expect(text([0xC1, 0xE0], "windows-1251") == "Ба")
    }

    @Test("is found in a meta element, a byte order mark or the zero bytes of UTF-16")
    func found() {
        #expect(text(Array("<meta charset='koi8-r'>".utf8) + [0xC1]) == "а")
        #expect(text(Array("<META http-equiv=x content=\"text/html; charset=GBK\">".utf8) + [0xC4, 0xE3]) == "你")
        let utf16 = "<p>Grüße</p>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(text(utf16) == "Grüße")
        #expect(text([0xFF, 0xFE] + utf16) == "Grüße")
        #expect(text([0xE9]) == "é")
    }

    @Test("is never UTF-7")
    func utf7() {
        #expect(text(Array("<meta charset=utf-7>+ADw-b+AD4-".utf8)) == "+ADw-b+AD4-")
        #expect(text(Array("+ADw-b+AD4-".utf8), "UTF-7") == "+ADw-b+AD4-")
    }

    @Test("that does not fit gives replacement characters and a defect")
    func bad() {
        let result = HTMLText.extract([0x61, 0xC3, 0xA9, 0xFF], charset: "utf-8")
        #expect(result.text == "aé\u{FFFD}")
        #expect(result.defects == [.badCharset])
        #expect(HTMLText.extract([0x61, 0xFF, 0xFF, 0x62], charset: "euc-jp").defects == [.badCharset])
    }
}
