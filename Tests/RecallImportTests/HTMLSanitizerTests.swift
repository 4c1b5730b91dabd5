import Foundation
import RecallImport
import RecallTestSupport
import Testing

@Suite("The sanitizer of e-mails")
struct HTMLSanitizerTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]

    /// HTML that tries to run, load or lead somewhere; `Tests/Browser/test_original.py` shows the same to a browser.
    static let payloads: [String] = {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let data = (try? Data(contentsOf: tests.appending(path: "Browser/mail_payloads.json"))) ?? Data()
        let payloads = (try? JSONDecoder().decode([String].self, from: data)) ?? []
        return payloads.map { $0.replacing("{c}", with: "top.canary=1").replacing("{h}", with: "evil.example") }
    }()

    private func sanitized(_ html: String, _ pictures: [String: [UInt8]] = [:]) -> String {
        var inline = InlinePictures()
        for (id, bytes) in pictures { inline.add(bytes, id: id) }
        var sanitizer = HTMLSanitizer(pictures: inline)
        sanitizer.append(html: Array(html.utf8))
        return sanitizer.result
    }

    private func expectHarmless(_ markup: String, _ source: String) {
        let found = SanitizedMarkup(markup)
        #expect(found.problems.isEmpty, "\(source.prefix(200)) gave \(markup.prefix(300))")
    }

    @Test("drops an element with all that is in it, elements of its own kind included")
    func nestedDropped() {
        #expect(sanitized("<p>a<svg>b<svg>c</svg>d</svg>e</p>") == "<p>ae</p>")
    }

    @Test("has a set of payloads to stand, of which 200 would not pass as they are")
    func payloadCount() {
        #expect(Set(Self.payloads).count == Self.payloads.count)
        #expect(Self.payloads.count { !SanitizedMarkup($0).problems.isEmpty } >= 200)
    }

    @Test("writes nothing but listed elements and attributes, balanced and escaped", arguments: payloads)
    func harmless(payload: String) {
        expectHarmless(sanitized(payload, ["one": Self.png, "svg": Array("<svg onload=x>".utf8)]), payload)
        expectHarmless(sanitized("<table><tr><td><p>a\(payload)b</td></tr></table>"), payload)
        expectHarmless(sanitized("<b title=\"\(payload)\" style='\(payload)' alt=\(payload)>x"), payload)
    }

    @Test("stands any two payloads after each other")
    func pairs() {
        for (number, first) in Self.payloads.enumerated() {
            let second = Self.payloads[(number * 7 + 3) % Self.payloads.count]
            expectHarmless(sanitized(first + second), first + second)
        }
    }

    @Test("stands payloads that are cut, joined and damaged at random", arguments: 0..<8)
    func damaged(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<400 {
            var html: [UInt8] = []
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                let bytes = Array((Self.payloads.randomElement(using: &generator) ?? "").utf8)
                html += bytes.prefix(Int.random(in: 0...bytes.count, using: &generator))
                if Bool.random(using: &generator) { html.append(.random(in: 0...127, using: &generator)) }
            }
            let text = String(decoding: html, as: UTF8.self)
            expectHarmless(sanitized(text), text)
        }
    }

    @Test("keeps what gives a mail its looks")
    func looks() {
        #expect(
            sanitized(
                "<html><body bgcolor=#EEE><table width=600 cellpadding=0><tr><td style='color:Red; font-size:14px'>Hi &amp; "
                    + "<b>bye</b><br><li>one<li>two</table>")
                == "<div bgcolor=\"#EEE\"><table width=\"600\" cellpadding=\"0\"><tr>"
                + "<td style=\"color:red;font-size:14px\">Hi &amp; <b>bye</b><br><li>one</li><li>two</li></td></tr></table></div>"
        )
        #expect(sanitized("<p>one<p>two<div>three") == "<p>one</p><p>two</p><div>three</div>")
        #expect(sanitized("a</div>b</p>c</body>d") == "abcd")
    }

    @Test(
        "keeps the style declarations of its list alone",
        arguments: [
            ("color:#FF0000;position:fixed;margin:0 auto !important", "color:#ff0000;margin:0 auto !important"),
            ("background: rgb(1, 2, 3) ; width : 50%", "background:rgb(1, 2, 3);width:50%"),
            ("font:12px/1.5 'Arial', \"Noto Sans\"", "font:12px/1.5 &#39;arial&#39;, &quot;noto sans&quot;"),
            ("background:url(x)", nil), ("background:rgb(1) url(x)", nil), ("color:red)", nil), ("color:rgb(1", nil),
            ("color:\\72 ed", nil), ("color:/**/red", nil), ("colour:red;;:;color", nil), ("width:calc(1px)", nil),
            ("background:rgb(rgb(1))", nil), ("font-family:'a", nil), ("color:expression(1)", nil), ("-rgb(1):x", nil),
        ] as [(String, String?)])
    func styles(style: String, kept: String?) {
        let attribute = kept.map { " style=\"\($0)\"" } ?? ""
        #expect(sanitized("<i style=\"\(style.replacing("\"", with: "&quot;"))\">x</i>") == "<i\(attribute)>x</i>")
    }

    @Test(
        "makes text of links, with their address as title",
        arguments: [
            ("https://people.example/a?b=1&copy=2", "https://people.example/a?b=1&amp;copy=2"),
            ("https://people.example/a?b=1&amp;c=2", "https://people.example/a?b=1&amp;c=2"),
            (" mailto:ada@people.example\n", "mailto:ada@people.example"),
            ("http://people.example/\u{202E}gpj\u{200B}", "http://people.example/%E2%80%AEgpj%E2%80%8B"),
            ("HTTP://people.example", "HTTP://people.example"),
            ("http://people.example/a\u{7F}b", "http://people.example/ab"),
            ("javascript:top.canary=1", nil), ("java&#9;script:top.canary=1", nil), ("data:text/html,x", nil),
            ("/api/v1/items", nil),
            ("//evil.example", nil), ("", nil),
        ] as [(String, String?)])
    func links(address: String, title: String?) {
        let attributes = title.map { " class=\"link\" title=\"\($0)\"" } ?? ""
        #expect(sanitized("<a href=\"\(address)\" title=lie>x</a>") == "<span\(attributes)>x</span>")
    }

    @Test("puts pictures of the mail in their place, and the text for others")
    func pictures() {
        let data = "data:image/png;base64," + Data(Self.png).base64EncodedString()
        #expect(
            sanitized("<img src='CID:a%40b' alt='&lt;A&gt;' width=9 onload=x>", ["a@b": Self.png])
                == "<img src=\"\(data)\" alt=\"&lt;A&gt;\" width=\"9\">")
        #expect(sanitized("<img src=http://evil.example/x alt=Logo>") == "<span class=\"picture\">Logo</span>")
        #expect(sanitized("<img src=http://evil.example/x>") == "")
        #expect(
            sanitized("<img src=cid:x alt=A>", ["x": Array("<svg onload=x>".utf8)])
                == "<span class=\"picture\">A</span>")
        #expect(sanitized("<img src='\(data)'>") == "")
    }

    @Test("writes pictures up to a limit, however often they are named")
    func pictureLimit() {
        var inline = InlinePictures(limit: 30)
        inline.add(Self.png, id: "a")
        var sanitizer = HTMLSanitizer(pictures: inline)
        sanitizer.append(html: Array(String(repeating: "<img src=cid:a alt=x>", count: 5).utf8))
        #expect(SanitizedMarkup(sanitizer.result).tags.count { $0.hasPrefix("img") } == 2)
    }

    @Test("stands a hundred thousand elements within each other, attributes and end tags")
    func depth() {
        let count = 100_000
        let deep = SanitizedMarkup(sanitized(String(repeating: "<div>", count: count) + "x"))
        #expect(deep.problems.isEmpty && deep.tags.count == 512 && deep.text == "x")
        expectHarmless(sanitized("<b " + String(repeating: "a=b ", count: count) + "onclick=x>x"), "attributes")
        #expect(sanitized("<b>" + String(repeating: "</i>", count: count) + "x") == "<b>x</b>")
        #expect(sanitized(String(repeating: "<svg>", count: count) + "x") == "")
    }

    @Test("stands megabytes of style, of data addresses and of comments, and shows what follows")
    func megabytes() {
        let long = String(repeating: "a{b:c}", count: 1 << 20)
        for html in [
            "<style>\(long)</style>", "<img src='data:image/png;base64,\(long)'>", "<!--\(long)-->",
            "<i style='\(long)'>",
        ] {
            let markup = sanitized(html + "<b>after</b>")
            expectHarmless(markup, String(html.prefix(40)))
            #expect(markup.contains("<b>after</b>"))
            #expect(markup.utf8.count < 10 << 10)
        }
    }

    @Test("says when a mail is too long to be shown, and stays well-formed")
    func cut() {
        let markup = sanitized("<i>" + String(repeating: "é>", count: 20 << 20))
        #expect(markup.hasSuffix("</i><p class=\"cut\">The rest is too long to be shown.</p>"))
        #expect(markup.utf8.count < 64 << 20)
    }
}
