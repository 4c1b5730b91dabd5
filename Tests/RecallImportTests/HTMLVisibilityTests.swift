import RecallCore
import RecallImport
import Testing

/// What is quoted of a page is only what is known to be seen, by declarations and selectors that are understood.
@Suite("Text that a page may hide")
struct HTMLVisibilityTests {
    private func hidden(_ html: String) -> [String] {
        let result = HTMLText.extract(Array(html.utf8), charset: nil)
        let bytes = Array(result.text.utf8)
        return result.hiddenRanges.map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    private func hidden(style: String) -> [String] {
        hidden("<p>seen<div style=\"\(style)\">not seen</div>seen")
    }

    private func hidden(sheet: String) -> [String] {
        hidden("<style>\(sheet)</style><p>seen</p><div class=x id=y>not seen</div>")
    }

    @Test(
        "computes lengths, and believes none that it cannot compute",
        arguments: [
            "font-size:clamp(0px,0px,0px)", "font-size:calc(1px*0)", "font-size:min(0px,20px)", "font-size:0.1vw",
            "font-size:1", "font-size:2cqw", "font:calc(1px * 0)/1 Arial", "opacity:calc(1 - 1)",
            "-webkit-opacity:0", "top:calc(-100vh - 999px)", "inset:-9999px auto auto -9999px", "right:200vw",
            "margin-inline-start:-9999px", "left:attr(x)", "text-indent:calc(-9999px)",
            "text-indent:100%;white-space:nowrap;overflow:hidden", "block-size:0;overflow:hidden",
            "height:min(0px,1px);overflow:hidden", "overflow:hidden;line-height:0", "contain:strict",
            "width:calc-size(auto,0px);overflow:hidden", "letter-spacing:-9999px", "word-spacing:-9999px",
            "font-size-adjust:0", "-webkit-text-security:disc", "zoom:0", "font-size:.4em;zoom:.3",
        ])
    func lengths(style: String) {
        #expect(hidden(style: style) == ["not seen"])
    }

    @Test(
        "computes colours of all notations, and believes none that it cannot compute",
        arguments: [
            "color:color-mix(in srgb,white,white)", "color:color-mix(in oklab,white 99%,black)",
            "color:color-mix(in lch,red,blue)", "color:color-mix(in srgb,black,transparent 99%)", "color:oklch(1 0 0)",
            "color:oklab(100% 0 0)", "color:lab(100 0 0)", "color:lch(100 0 0)", "color:hwb(0 100% 0%)",
            "color:color(srgb 1 1 1)", "color:color(display-p3 1 1 1)", "color:color(xyz .9505 1 1.089)",
            "color:light-dark(white,black)", "color:rgb(from white r g b)", "color:rgb(calc(255) 255 255)",
            "color:canvas", "color:contrast-color(black)", "color:#f5f5f5", "opacity:.2;color:#ccc",
            "background:#000", "background:linear-gradient(#fff,#fff);color:#fff",
            "background:linear-gradient(#000,#000) 0 0/0 0;color:#fff", "color:#fff;text-shadow:0 0 #fff,0 0 #fefefe",
            "background:linear-gradient(#fff,#fefefe);-webkit-background-clip:text;color:transparent",
            "color:#fff;text-shadow:9999px 0 red", "-webkit-text-stroke:5px white", "mix-blend-mode:screen",
            "filter:brightness(0)", "filter:blur(100px)", "filter:url(#x)", "filter:invert(1)",
        ])
    func colors(style: String) {
        #expect(hidden(style: style) == ["not seen"])
    }

    @Test(
        "computes transforms and clips, and believes none that it cannot compute",
        arguments: [
            "transform:rotateY(90deg)", "transform:rotateX(45deg) rotateX(45deg)", "transform:rotate3d(0,1,0,90deg)",
            "transform:scale(.2) scale(.2)", "transform:matrix(0,0,0,0,0,0)", "transform:skewX(89.99deg)",
            "transform:matrix3d(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1)", "transform:translate3d(-9999px,0,0)",
            "transform:perspective(1px) translateZ(-9px)", "rotate:y 90deg", "scale:calc(0)",
            "translate:calc(-100px * 99)", "transform:scale(0);transform:scale(1) none",
            "transform:rotateY(180deg);backface-visibility:hidden", "clip-path:polygon(0 0,1px 0,0 1px)",
            "clip-path:inset(49% 49%)", "clip-path:xywh(0 0 0 0)", "clip-path:circle(50% at -500% 0)",
            "clip-path:url(#c)", "mask:linear-gradient(transparent,transparent)", "-webkit-mask-image:url(x)",
            "offset-path:ray(0deg)", "content:url(x.png)", "display:if(else:none)",
        ])
    func shapes(style: String) {
        #expect(hidden(style: style) == ["not seen"])
    }

    @Test(
        "adds up what elements within each other do",
        arguments: [
            "font-size:.5em", "transform:scale(.4)", "position:relative;left:-200px", "opacity:.4", "zoom:.4",
            "margin-left:-200px", "translate:0 -200px",
        ])
    func nested(style: String) {
        let start = String(repeating: "<div style='\(style)'>", count: 3)
        #expect(hidden("<p>seen</p>\(start)not seen") == ["not seen"])
    }

    @Test(
        "matches selectors, and applies what may match if it hides",
        arguments: [
            "body .x", "html > body > .x", ":root .x", "*|div", ":is(.x)", ":where(#y,.q)", "div:not(.q)",
            ".x:not(:hover)", ".x:read-only", "div:last-child", ".x:nth-child(n+2)", ".x:nth-of-type(1)",
            ".x:only-of-type", "p + .x", "p ~ div", "style + p + *", "[class]", "[class~=x]", "[id^=\"y\"]",
            "[CLASS*=X]", ".x::first-line", ":is(:is(.x), b)", "body:has(p) .x", ".x:lang(en)", ".x:new-thing",
        ])
    func selectors(selector: String) {
        #expect(hidden(sheet: "\(selector){display:none}") == ["not seen"])
        #expect(hidden(sheet: "\(selector){color:#fff}") == ["not seen"])
    }

    @Test(
        "follows rules within others and under conditions",
        arguments: [
            "@media not print{.x{display:none}}", "@media (min-width:1px){.x{display:none}}",
            "@media only screen and (min-width:0){.x{display:none}}", "@media (width>1px){.x{display:none}}",
            "@media (prefers-color-scheme:light){.x{display:none}}", "@media (hover){.x{display:none}}",
            "@media (new-thing:1){.x{display:none}}", "@supports (display:none){.x{display:none}}",
            "@supports not (foo:bar){.x{display:none}}", "@layer a{.x{display:none}}",
            "@container (width>0){.x{display:none}}", "body{& .x{display:none}}", "body{.x{display:none}}",
            "div{&.x{display:none}}", ".x{@media screen{display:none}}", ".x{color:red;& {display:none}}",
            "body *{display:none}body p{display:block}", "html{font-size:1px}p{font-size:16px}.x{font-size:1rem}",
            ":root{--a:none}.x{display:var(--a)}", ".x{--a:var(--b);--b:0;opacity:var(--a)}",
            ".x{display:var(--a,none)}", "@keyframes k{to{opacity:0}}.x{animation:k 1ms forwards}",
            "@keyframes k{from,to{opacity:0}}.x{animation:k 9999s}", ".x{display:none}.x,:::bad{display:block}",
            ".x{display:none}.x:new-thing{display:block}", ".x{display:none}@media (new-thing:1){.x{display:block}}",
        ])
    func conditions(sheet: String) {
        #expect(hidden(sheet: sheet) == ["not seen"])
    }

    @Test("knows elements that browsers do not show, and links in the colour of the page")
    func elements() {
        #expect(hidden("<p>seen<dialog>not seen</dialog>") == ["not seen"])
        #expect(hidden("<p>seen<noscript>not seen</noscript>") == ["not seen"])
        #expect(hidden("<p>seen<div popover>not seen</div>") == ["not seen"])
        #expect(hidden("<p>seen<svg><defs><text>not seen</text></defs></svg>") == ["not seen"])
        #expect(hidden("<p>seen<svg><text fill=white>not seen</text></svg>") == ["not seen"])
        #expect(hidden("<p>seen<svg width=0 height=0><text>not seen</text></svg>") == ["not seen"])
        #expect(hidden("<body link=white><p>seen <a href=x>not seen</a>") == ["not seen"])
        #expect(hidden("<style>tr:nth-child(even){display:none}</style><table><tr><td>a<tr><td>b</table>") == ["b"])
        #expect(hidden("<style>table > tbody > tr > .x{display:none}</style><table><tr><td class=x>a</table>") == ["a"])
    }

    @Test("calls text hidden that is behind the background of an element around, not of the page")
    func behind() {
        let text = "<p style='position:relative;z-index:-1'>not seen</p>"
        #expect(hidden("<div style='background:#fff'>seen\(text)</div>") == ["not seen"])
        #expect(hidden("<body bgcolor=#ffffff><div>\(text)</div>").isEmpty)
    }

    @Test("calls text hidden that another element covers, unless it comes before that")
    func covers() {
        let cover = "<b style='position:absolute;inset:0;background:#123'></b>"
        let box = { (content: String) in "<p>seen</p><div style='position:relative'>\(content)</div>seen" }
        #expect(hidden(box("a\(cover)")) == ["a"])
        #expect(hidden(box("\(cover)a")) == ["a"])
        #expect(hidden(box("\(cover)<p style='position:relative;color:#fff;background:#000'>a</p>")).isEmpty)
        #expect(
            hidden(box("a<b style='position:absolute;top:0;left:0;width:4px;height:99%;background:red'></b>")).isEmpty)
    }

    @Test(
        "does not call text hidden that is seen, nor believe a value that a browser drops",
        arguments: [
            "font-size:calc(10px + .5vw)", "font-size:clamp(14px,2vw,20px)", "font-size:12pix", "font:700 1em a",
            "letter-spacing:-.31em", "color:oklch(0.3 0.1 200)", "color:color-mix(in oklab,#000 50%,transparent)",
            "color:rgb(51,51,51", "color:rgb(#333)", "color:rgbb(1,2,3)", "color:var(--x,#333)", "color:var(--x)",
            "background-color:initial", "filter:alpha(opacity=50)", "filter:grayscale(100%)",
            "width:calc(100% - 20px);overflow:hidden", "max-width:min(600px,100%);overflow:hidden",
            "width:fit-content;overflow:hidden", "line-height:0", "margin:0 calc(50% - 50vw)",
            "position:absolute;top:50%;left:50%;transform:translate(-50%,-50%)", "margin-left:36pt;text-indent:-18pt",
            "transform:translate3d(0,0,0) rotate(90deg)", "transform:perspective(800px) rotateY(20deg)",
            "clip-path:polygon(0 0,100% 0,100% 90%,0 100%)", "clip-path:circle(50% at center)", "contain:content",
            "color:#fff;background:linear-gradient(90deg,#111,#555)", "color:#fff;background:rgba(0,0,0,.7)",
            "-webkit-text-size-adjust:none", "display:-webkit-box", "text-shadow:0 1px 0 #fff", "zoom:normal",
        ])
    func seenStyles(style: String) {
        #expect(hidden(style: style).isEmpty)
    }

    @Test(
        "does not call text hidden by rules of other programs, states and windows",
        arguments: [
            ".x:empty{display:none}", "p > .x{display:none}", "span + .x{display:none}", ".x:first-child{display:none}",
            ".x:not(div){display:none}", "[data-ogsc] .x{display:none}", "u + .body .x{display:none}",
            "@media only screen and (max-width:480px),(max-device-width:480px){.x{display:none!important}}",
            "@media (prefers-color-scheme:dark){.x{color:#fff;background:#000}}", ":root{--c:#333}.x{color:var(--c)}",
            "@media (prefers-color-scheme:dark){:root{--c:#fff}}.x{color:var(--c,#333)}",
            "@supports not (display:grid){.x{display:none}}", "@keyframes f{from{opacity:0}}.x{animation:f 1s}",
            "@keyframes f{to{opacity:1}}.x{opacity:0;animation:f 1s forwards}",
            "html{font-size:62.5%}.x{font-size:1.4rem}",
            "body:has(.q) .x{color:#222}", "body:has(.q) .x{color:#fff;background:#222}", ".x::before{display:none}",
            "a[x-apple-data-detectors]{color:inherit!important}.x{font-size:12px}",
        ])
    func seenRules(sheet: String) {
        #expect(hidden(sheet: sheet).isEmpty)
    }

    @Test("does not call text hidden of pages of before style sheets")
    func seenPages() {
        #expect(hidden("<body bgcolor=#0000ee link=#ffff00><a href=x>a</a>").isEmpty)
        #expect(hidden("<body bgcolor=black><p><font color=white>a<p>b").isEmpty)
        #expect(hidden("<body bgcolor=black><p><select><option>a<option>b</select>").isEmpty)
        #expect(hidden(String(repeating: "<blockquote style='font-size:.9em'>", count: 12) + "a").isEmpty)
        #expect(hidden("<style>:root{color-scheme:dark}</style><html><p style='color:#eee'>a").isEmpty)
    }

    @Test("is not misled by lists that are longer than what is read of them")
    func long() {
        let numbers = 0..<1_100
        let names = numbers.prefix(70).map { "q\($0)" }
        #expect(hidden(sheet: names.map { ".\($0)," }.joined() + ".x{display:none}") == ["not seen"])
        #expect(hidden(sheet: names.map { ".x .\($0){color:red}" }.joined() + "body .x{opacity:0}") == ["not seen"])
        let variables = numbers.map { "--q\($0):1;" }.joined()
        #expect(hidden(sheet: ".x{\(variables)--a:none;display:var(--a)}") == ["not seen"])
        #expect(hidden(style: "filter:\(String(repeating: "sepia(0) ", count: 300))opacity(0)") == ["not seen"])
        #expect(hidden(style: "x:\(String(repeating: "y", count: 70_000));display:none") == ["not seen"])
        let attributes = names.joined(separator: " ")
        #expect(hidden("<style>[z]{display:none}</style><p \(attributes) z>not seen") == ["not seen"])
        #expect(hidden("<style>.z{display:none}</style><p class='\(attributes) z'>not seen") == ["not seen"])
    }

    @Test("bounds the work that variables, selectors and nested rules ask for")
    func bounded() {
        let variables = (1..<60).map { "--a\($0):var(--a\($0 - 1)) var(--a\($0 - 1));" }.joined()
        #expect(hidden(sheet: ".x{--a0:9px;\(variables)font-size:var(--a59)}") == ["not seen"])
        let siblings = "<style>p ~ p ~ p ~ p ~ p ~ b{color:red}</style>" + String(repeating: "<p>", count: 20_000)
        #expect(hidden("\(siblings)<b>seen").isEmpty)
        let deep = String(repeating: ".a{", count: 5_000)
        #expect(hidden(sheet: "\(deep)\(String(repeating: "}", count: 5_000)).x{display:none}") == ["not seen"])
        for count in [30, 60] {
            let lists = (0..<count).map { "a\($0),b\($0){" }.joined()
            #expect(hidden(sheet: "\(lists)\(String(repeating: "}", count: count)).x{display:none}") == ["not seen"])
        }
        let parentheses = String(repeating: "calc(", count: 10_000)
        #expect(hidden(style: "font-size:\(parentheses)1px") == ["not seen"])
    }
}
