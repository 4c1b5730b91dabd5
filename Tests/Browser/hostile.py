"""Items whose every field tries to be more than text. The persons are made up; nothing here does harm if it runs."""

import json

CANARY = "window.canary=1"

_markup = [
    "<script>{c}</script>", "<SCRIPT SRC=//evil.example/x.js></SCRIPT>", "</title><script>{c}</script>", "</textarea><script>{c}</script>",
    "--><script>{c}</script>", "<img src=x onerror={c}>", "\"><img src=x onerror={c}>", "'><img src=x onerror={c}>",
    "<svg onload={c}>", "<svg><script>{c}</script></svg>", "<svg><animate onbegin={c} attributeName=x dur=1s>",
    "<math><mtext></mtext><script>{c}</script></math>", "<iframe src=javascript:{c}></iframe>", "<iframe srcdoc='<script>parent.{c}</script>'></iframe>",
    "<object data=javascript:{c}></object>", "<embed src=javascript:{c}>", "<body onload={c}>", "<details open ontoggle={c}>",
    "<input autofocus onfocus={c}>", "<select autofocus onfocus={c}>", "<video><source onerror={c}></video>", "<audio src=x onerror={c}>",
    "<marquee onstart={c}>", "<a href=javascript:{c}>here</a>", "<a href='data:text/html,<script>{c}</script>'>here</a>",
    "<form action=javascript:{c}><button>go</button></form>", "<base href=//evil.example/>", "<meta http-equiv=refresh content=0;url=//evil.example>",
    "<link rel=stylesheet href=//evil.example/x.css>", "<style>*{{display:none}}</style>", "<style>@import'//evil.example/x.css';</style>",
    "<div style=position:fixed;inset:0;background:red>", "<template><script>{c}</script></template>", "<noscript><p title='</noscript><img src=x onerror={c}>'>",
    "<img src=//evil.example/pixel.gif>", "<img srcset=//evil.example/pixel.gif>", "<picture><source srcset=//evil.example/p.gif></picture>",
    "<table background=//evil.example/t.gif>", "<portal src=//evil.example>", "<xss onpointerenter={c} style=display:block>x</xss>",
    "&lt;script&gt;{c}&lt;/script&gt;", "&#60;script&#62;{c}&#60;/script&#62;", "\\u003cscript\\u003e{c}", "%3Cscript%3E{c}%3C/script%3E",
]
_addresses = [
    "javascript:{c}", "JaVaScRiPt:{c}", "java\tscript:{c}", " javascript:{c}", "vbscript:{c}", "data:text/html,<script>{c}</script>",
    "file:///etc/passwd", "//evil.example/x", "\\\\evil.example\\x", "https://evil.example/?q=", "ftp://evil.example/", "blob:https://evil.example/x",
]
_templates = [
    "{{{{constructor.constructor('{c}')()}}}}", "${{{c}}}", "#{{{c}}}", "<%= {c} %>", "{{% {c} %}}", "[[{c}]]", "{{{{7*7}}}}", "`${{{c}}}`",
    "');{c};//", "\");{c};//", "\\\");{c};//", "*/{c}/*", "]]>{c}", "__proto__", "constructor", "toString", "hasOwnProperty",
    "undefined", "null", "NaN", "[object Object]", "%s%n%d", "../../../../etc/passwd", "' OR 1=1 --", "\"; DROP TABLE item; --",
]
_invisible = [
    "\u202egpj.exe photo", "\u2066\u2067\u2068 isolates", "\u202a\u202b\u202c\u202d embeddings", "\u200f\u200eאבג abc \u200f123",
    "مرحبا <b>{c}</b> بالعالم", "\u001b[31mred\u001b[0m", "\u001b]8;;http://evil.example\u0007link\u001b]8;;\u0007", "\u009b2J cleared",
    "bell\u0007 backspace\u0008 delete\u007f", "zero\u200bwidth\u200djoiner\ufeff", "line\u2028separator\u2029paragraph", "carriage\rreturn",
    "Z\u0351\u036b\u0343\u036a\u0302" * 40, "\U000e0041\U000e0042 tags", "\ufffe\uffff noncharacters", "👩‍👩‍👧‍👦" * 60, "\u00ad" * 200 + "soft",
]
_long = ["word" * 2_500, "W" * 10_000, "a b " * 2_500, "\u202e" * 10_000, "ﷺ" * 500, "中" * 10_000, "-" * 10_000]

STRINGS = [text.format(c=CANARY) for text in _markup + _addresses + _templates] + \
    [text.replace("{c}", CANARY) for text in _invisible] + _long


def items():
    """One item for each string, which stands in each of its fields."""
    kinds = ("email", "message", "document", "note")
    for number, text in enumerate(STRINGS):
        kind = kinds[number % 4]
        person = {"name": text, "address": f"{text[:200]}@hostile.example"}
        yield {
            "kind": kind, "id": f"hostile-{number}-{text[:100]}", "title": text, "from": person, "to": [person, person], "cc": [person],
            "date": f"20{10 + number % 15}-0{1 + number % 9}-11T10:00:00Z", "text": f"hostile {number}\n\n{text}\n\n> {text}",
            **({"thread": text[:300]} if kind == "message" else {"url": text[:2000]}),
        }


def write(path):
    with open(path, "w", encoding="utf-8") as file:
        for item in items():
            file.write(json.dumps(item) + "\n")
