"""The first inputs of the fuzzer's targets: what Sample/ has, and small files of each format."""

import json
import pathlib
import re
import sqlite3
import struct
import tempfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
SAMPLE = ROOT / "Sample"
PIECE = 32 << 10

QUERIES = [
    'from:ann "solar panel" -draft', "(a OR b) NEAR/3 c*", "date:2024-03..2w", "before:2020 after:last year", "has:attachment",
    "kind:mail,note in:work filename:plan size:>10k", "lang:de thread:0a1b", "3 november 2024", "christmas 2023",
]
JSON = [
    '{"query":"boiler","limit":10,"ranking":"hybrid","order":"date","cursor":"eyJkYXRlIjoxLCJpdGVtIjoyfQ"}',
    '{"paths":["/a/b"],"again":true}', '{"title":"t","scope":"kind:mail","saved":["a"],"recent":["b"]}',
    '{"name":["a","b.txt"],"bytes":10,"uploads":["x"]}', '{"question":"When?","settings":{}}',
]
EVENTS = [
    'data: {"choices":[{"delta":{"content":"Hi [1]"}}]}\n\ndata: [DONE]\n\n',
    'data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"search","arguments":"{\\"query\\":"}}]}}]}\r\n\r\n',
    '{"choices":[{"message":{"content":"<think>x</think>Yes.","tool_calls":[]},"finish_reason":"stop"}],"usage":{}}',
    'data: {"choices":[{"delta":{"content":"<tool_call>{\\"name\\":\\"search\\",\\"arguments\\":{}}</tool_call>"}}]}\n\n',
]
MARKUP = [
    '<style>@media (max-width: 5px) { p.a > b { color: rgb(1,2,3) } }</style><p style="display:none" class=a>x</p><img src=cid:a>',
    "<table><tr><td>a<svg><script>x</script></svg><!-- c --><a href='https://e.org/?a=&quot;'>l</a>&#x110000;&amp",
]
NOTES = ["---\ntitle: x\ntags: [a, b]\ndate: 2024-01-02\n---\n# A\n[[link|x]] ![[p.png]]\n\n- [ ] do\n\n```\ncode\n```\n| a | b |\n|---|---|\n"]
# With dates of which one is later than any, and one earlier.
REPLY = b"T" + b"".join(struct.pack("<Q", len(field)) + field for field in (
    b"", b"", struct.pack("<q", -1), b"", struct.pack("<qq", 1 << 62, 44 - (1 << 63)), b""))
WORD = ['<w:document xmlns:w="x"><w:body><w:p><w:r><w:t>a</w:t><w:tab/></w:r></w:p><w:tbl><w:tr><w:tc/></w:tr></w:tbl></w:body></w:document>']
TOKENIZER = ['{"model":{"type":"WordPiece","vocab":{"[UNK]":0,"a":1,"##b":2},"unk_token":"[UNK]"},"added_tokens":[{"id":3,"content":"[X]"}],'
             '"normalizer":{"type":"BertNormalizer","lowercase":true},"hidden_size":8,"num_attention_heads":2}',
             '{"model":{"type":"Unigram","unk_id":0,"vocab":[["<unk>",0],["a",-1],["ab",-2.5]]},"added_tokens":[{"id":3,"content":"<m>",'
             '"lstrip":true}],"normalizer":{"type":"Precompiled","precompiled_charsmap":"BAAAAAAAAABhAA=="},"pre_tokenizer":{"type":'
             '"Metaspace","replacement":"_"},"post_processor":{"type":"BertProcessing","cls":["a",1],"sep":["a",1]}}']
TENSORS = [b'\x50\x00\x00\x00\x00\x00\x00\x00' + b'{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}'.ljust(80) + bytes(8)]

ATTRIBUTED = (b"\x04\x0bstreamtyped\x81\xe8\x03\x84\x01@\x84\x84\x84\x12NSAttributedString\0\x84\x84\x08NSObject\0\x85\x92\x84\x84\x84"
              b"\x08NSString\x01\x94\x84\x01+\x04text\x86")


EXPORTS = {
    "calendar": ["BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART;TZID=Europe/Berlin:20240304T100000\nRRULE:FREQ=WEEKLY;INTERVAL=2\n"
                 "SUMMARY:a\\, b\n  c\nATTENDEE;CN=\"B, A\":mailto:a@e.org\nBEGIN:VALARM\nEND:VALARM\nEND:VEVENT\nEND:VCALENDAR\n"],
    "contacts": ["BEGIN:VCARD\nN;ENCODING=QUOTED-PRINTABLE:M=C3=BC;J;;;\nitem1.EMAIL;TYPE=work:a@e.org\nTEL:+49 30 1=\nEND:VCARD\n"],
    "evernote": ["<en-export><note><title>a</title><content><![CDATA[<en-note>x<br/>y</en-note>]]></content><created>20240102T030405Z"
                 "</created><tag>t</tag></note></en-export>"],
    "messages": ["<smses count='1'><sms address='+1' date='1' type='1' body='a &amp; b'/><mms date='1'><parts><part ct='text/plain' "
                 "text='x'/></parts></mms></smses>"],
    "chats": ['{"messages":[{"id":1,"from":"a","date_unixtime":"1","text":["x",{"type":"link","text":"y"}]}]}',
              '{"envelope":{"source":"+1","timestamp":1,"dataMessage":{"message":"x","groupInfo":{"groupId":"g"}}}}\n',
              'window.YTD.direct_messages.part0 = [{"dmConversation":{"conversationId":"1-2","messages":[{"messageCreate":{"id":"1","senderId":'
              '"1","text":"https://t.co/a","urls":[{"url":"https://t.co/a","expanded":"x"}],"mediaUrls":["y"]}}]}}]',
              '{"room_name":"r","messages":[{"type":"m.room.message","content":{"body":"x"},"origin_server_ts":1}]}'],
    "rtf": ["{\\rtf1\\ansi{\\fonttbl{\\f0 A;}}\\u228\\'e4 x\\par{\\*\\x y}\\trowd\\cell\\row}"],
}


# Parts of one input, such as the files of a folder.
SPLIT = "\x1e"


def varint(value):
    return bytes([value]) if value < 0x80 else bytes([value & 0x7F | 0x80]) + varint(value >> 7)


def field(number, value):
    """A field of a message of Protocol Buffers."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    value = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(value)) + value


def apple_note():
    """The document of a note with a list, a link and attachments, and a table."""
    text = "Title\none\ntwo https://e.org\n\ufffc \ufffc\ufffc\ufffc"
    runs = [field(1, 6), field(1, 4) + field(2, field(1, 103) + field(5, field(2, 1))), field(1, 4) + field(2, field(1, 102) + field(4, 1)),
            field(1, 14) + field(9, "https://e.org/a")]
    runs += [field(1, 1) + field(12, field(1, name)) for name in "thul"] + [field(1, 2)]
    document = field(2, field(3, field(2, text) + b"".join(field(5, run) for run in runs)))
    return struct.pack(">H", len(document)) + document + apple_table()


def apple_table():
    """A table of one row and two columns, in the objects of which it consists."""
    def reference(index):
        return field(6, index)

    def identity(index):
        return field(13, field(3, field(2, field(2, index))))

    def ordered(ids):
        array = field(1, b"".join(field(2, field(2, name)) for name in ids))
        pairs = b"".join(field(1, field(1, reference(index)) + field(2, reference(index))) for index in range(5, 5 + len(ids)))
        return field(16, field(1, array + field(2, pairs)))

    def entry(key, index):
        return field(3, field(1, key) + field(2, reference(index)))

    rows = field(6, field(1, field(1, reference(5)) + field(2, reference(8))))
    objects = [
        field(13, field(1, 0) + entry(0, 1) + entry(1, 2) + entry(2, 3)), ordered([b"r"]), ordered([b"c", b"d"]),
        field(6, field(1, field(1, reference(6)) + field(2, reference(4)))), rows, identity(0), identity(1), identity(2),
        field(10, field(2, "cell")),
    ]
    data = b"".join(field(3, each) for each in objects)
    data += b"".join(field(4, name) for name in ("crRows", "crColumns", "cellColumns")) + field(5, "com.apple.notes.ICTable")
    return field(2, field(3, data + b"".join(field(6, name) for name in (b"r", b"c", b"d"))))


NOTES_SCHEMA = """CREATE TABLE ZICNOTEDATA (Z_PK INTEGER PRIMARY KEY, ZNOTE INTEGER, ZDATA BLOB);
CREATE TABLE ZICCLOUDSYNCINGOBJECT (Z_PK INTEGER PRIMARY KEY, ZIDENTIFIER VARCHAR, ZTITLE1 VARCHAR, ZTITLE2 VARCHAR, ZFOLDER INTEGER,
ZPARENT INTEGER, ZNOTE INTEGER, ZMARKEDFORDELETION INTEGER, ZCREATIONDATE1 TIMESTAMP);"""
MESSAGES_SCHEMA = """CREATE TABLE message (ROWID INTEGER PRIMARY KEY, guid TEXT, text TEXT, attributedBody BLOB, handle_id INTEGER,
date INTEGER, is_from_me INTEGER, item_type INTEGER, cache_has_attachments INTEGER, message_summary_info BLOB);
CREATE TABLE chat (ROWID INTEGER PRIMARY KEY, guid TEXT, chat_identifier TEXT, display_name TEXT);
CREATE TABLE handle (ROWID INTEGER PRIMARY KEY, id TEXT); CREATE TABLE chat_message_join (chat_id INTEGER, message_id INTEGER);
CREATE TABLE chat_handle_join (chat_id INTEGER, handle_id INTEGER);
CREATE TABLE attachment (ROWID INTEGER PRIMARY KEY, filename TEXT, mime_type TEXT, transfer_name TEXT, total_bytes INTEGER);
CREATE TABLE message_attachment_join (message_id INTEGER, attachment_id INTEGER);"""

SLACK_SCHEMA = """CREATE TABLE MESSAGE (ID INTEGER, CHUNK_ID INTEGER, CHANNEL_ID TEXT, DATA BLOB, PRIMARY KEY (ID, CHUNK_ID));
CREATE TABLE CHANNEL (ID TEXT, CHUNK_ID INTEGER, DATA BLOB); CREATE TABLE S_USER (ID TEXT, CHUNK_ID INTEGER, DATA BLOB);
CREATE TABLE CHANNEL_USER (CHANNEL_ID TEXT, USER_ID TEXT);"""


def database(schema, rows):
    """The bytes of a database with small pages."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "a"
        connection = sqlite3.connect(path)
        connection.executescript("PRAGMA page_size = 512;" + schema)
        for statement, values in rows:
            connection.execute(statement, values)
        connection.commit()
        connection.close()
        return path.read_bytes()


def databases():
    note = apple_note()
    document = note[2:2 + struct.unpack(">H", note[:2])[0]]
    packed = zlib.compressobj(wbits=31)
    data = packed.compress(document) + packed.flush()
    notes = []
    for row in (1, 2, 5):
        notes.append(("INSERT INTO ZICNOTEDATA VALUES (?, ?, ?)", (row, row + 100, data)))
        notes.append(("INSERT INTO ZICCLOUDSYNCINGOBJECT (Z_PK, ZIDENTIFIER, ZTITLE1, ZFOLDER) VALUES (?, ?, ?, 9)",
                      (row + 100, f"n{row}", "Title")))
    notes.append(("INSERT INTO ZICCLOUDSYNCINGOBJECT (Z_PK, ZIDENTIFIER, ZTITLE2, ZPARENT) VALUES (9, 'F', 'Folder', 9)", ()))
    messages = [
        ("INSERT INTO message VALUES (?, ?, ?, ?, 1, 1000000000, 0, 0, 1, NULL)", (row, f"g{row}", text, body))
        for row, text, body in ((1, "hi", None), (2, None, ATTRIBUTED), (3, "there", None))]
    messages += [("INSERT INTO chat VALUES (1, 'a;-;b', 'b', 'c')", ()), ("INSERT INTO handle VALUES (1, '+1')", ()),
                 ("INSERT INTO chat_message_join VALUES (1, 1)", ()), ("INSERT INTO chat_handle_join VALUES (1, 1)", ()),
                 ("INSERT INTO attachment VALUES (1, 'a', 'b/c', 'd', 5)", ()), ("INSERT INTO message_attachment_join VALUES (1, 1)", ())]
    slack = [("INSERT INTO MESSAGE VALUES (?, ?, 'C1', ?)", (row, 1, b'{"type":"message","ts":"1.%d","user":"U1","text":"<@U2> x"}' % row))
             for row in (1, 2, 3)]
    slack += [("INSERT INTO CHANNEL VALUES ('C1', 1, ?)", (b'{"id":"C1","name":"general"}',)),
              ("INSERT INTO S_USER VALUES ('U1', 1, ?)", (b'{"id":"U1","name":"ada"}',))]
    return [database(NOTES_SCHEMA, notes), database(MESSAGES_SCHEMA, messages), database(SLACK_SCHEMA, slack)]


def property_value(kind, id, value):
    """A property of a TNEF stream."""
    if kind == 0x03:
        return struct.pack("<HHI", kind, id, value)
    return struct.pack("<HHII", kind, id, 1, len(value)) + value + bytes(-len(value) % 4)


def tnef():
    """A winmail.dat with a text, a recipient and two attachments, one of them a message."""
    def attribute(level, id, data):
        return struct.pack("<BII", level, id, len(data)) + data + struct.pack("<H", sum(data) & 0xFFFF)

    def stream(*attributes):
        return struct.pack("<IH", 0x223E9F78, 1) + b"".join(attributes)

    body = property_value(0x1E, 0x1000, b"text\0") + property_value(0x1F, 0x37, "S".encode("utf-16le") + b"\0\0")
    properties = struct.pack("<I", 3) + body + property_value(0x03, 0x3FFD, 1252)
    inner = stream(attribute(1, 0x69003, struct.pack("<I", 1) + property_value(0x1E, 0x1000, b"in\0")))
    recipient = struct.pack("<II", 1, 1) + property_value(0x1E, 0x3003, b"a@e.org\0")
    attached = struct.pack("<I", 1) + property_value(0x0D, 0x3701, bytes(16) + inner)
    return stream(
        attribute(1, 0x69007, struct.pack("<II", 1252, 0)), attribute(1, 0x69003, properties), attribute(1, 0x69004, recipient),
        attribute(2, 0x69002, bytes(14)), attribute(2, 0x18010, b"a.txt\0"), attribute(2, 0x6800F, b"x"),
        attribute(2, 0x69002, bytes(14)), attribute(2, 0x69005, attached))


def images():
    png = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + struct.pack(">II", 5, 6) + bytes(9)
    jpeg = b"\xff\xd8\xff\xe0\0\4ab\xff\xc0\0\x0b\x08\0\5\0\6\1"
    tiff = b"II*\0\x08\0\0\0\2\0" + struct.pack("<HHIIHHIII", 256, 3, 1, 5, 257, 4, 1, 6, 0)
    webp = b"RIFF\0\0\0\0WEBPVP8X" + bytes(8) + b"\5\0\0\6\0\0"
    bitmap = b"BM" + bytes(12) + struct.pack("<III", 40, 5, 6) + bytes(20)
    return [png, jpeg, tiff, webp, bitmap, webp.replace(b"VP8X", b"VP8L"), b"MM\0*\0\0\0\x08\0\1" + bytes(16)]


SHEET = ["\0" + SPLIT.join([
    '<workbook xmlns:r="r"><workbookPr date1904="1"/><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
    '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    "<sst><si><t>a</t><rPh><t>x</t></rPh></si><si><t>b</t></si></sst>",
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[h]:mm;@"/></numFmts><cellXfs><xf numFmtId="14"/><xf numFmtId="164"/>'
    "</cellXfs></styleSheet>",
    '<worksheet><sheetData><row><c t="s"><v>1</v></c><c s="0"><v>43831.5</v></c><c s="1"><v>0.5</v></c><c t="b"><v>1</v></c></row>'
    "</sheetData></worksheet>"])]
SLIDES = ["\1" + SPLIT.join([
    '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst></p:presentation>',
    '<Relationships><Relationship Id="r1" Type="x/slide" Target="slides/slide1.xml"/></Relationships>',
    '<p:sld xmlns:p="p" xmlns:a="a"><p:sp><p:ph type="title"/><a:p><a:r><a:t>T</a:t></a:r><a:br/></a:p></p:sp><a:tr><a:tc/></a:tr></p:sld>',
    '<Relationships><Relationship Id="r1" Type="x/notesSlide" Target="../notesSlides/notesSlide1.xml"/></Relationships>',
    '<p:notes xmlns:p="p" xmlns:a="a"><p:sp><a:p><a:t>n</a:t></a:p></p:sp></p:notes>', "<p><title>t</title><created>2024-01-02</created></p>"])]
ODF = ["\2" + SPLIT.join([
    '<o:document xmlns:t="t" xmlns:o="o"><o:body><o:text><t:h>H</t:h><t:p>a<t:s t:c="3"/><t:tab/><t:note><t:note-body><t:p>n</t:p>'
    "</t:note-body></t:note></t:p><t:list><t:list-item><t:p>i</t:p></t:list-item></t:list></o:text></o:body></o:document>",
    "<meta><title>t</title><creation-date>2024-01-02T03:04:05</creation-date></meta>", "<manifest/>"])]
WORD_PARTS = ["\3" + SPLIT.join(WORD + ["<Relationships/>", '<w:footnotes xmlns:w="x"><w:p><w:t>f</w:t></w:p></w:footnotes>', "<p/>"])]
BOOK = ["\4" + SPLIT.join([
    '<container><rootfiles><rootfile full-path="content.opf"/></rootfiles></container>',
    '<package><metadata><dc:title xmlns:dc="d">T</dc:title></metadata><manifest><item id="a" href="a.xhtml" media-type='
    '"application/xhtml+xml"/><item id="b" href="b.xhtml" media-type="application/xhtml+xml"/><item id="n" href="toc.ncx"/></manifest>'
    '<spine toc="n"><itemref idref="a"/><itemref idref="b"/></spine></package>',
    "<ncx><navMap><navPoint><navLabel><text>A</text></navLabel><content src='a.xhtml'/></navPoint></navMap></ncx>",
    "<html><body><h1>A</h1><p>x</p></body></html>", "<html><body><p>y</p></body></html>"])]

ORG = ["#+TITLE: A\n#+FILETAGS: :a:b:\n:PROPERTIES:\n:ID: 1\n:ROAM_ALIASES: \"x y\"\n:END:\n* TODO h :t:\n[[id:1][l]] <2024-01-02 Tue>\n",
    "Content-Type: text/x-zim-wiki\nCreation-Date: 2024-01-02T03:04:05Z\n\n== A ==\n**b** [[C|d]] @t\n[*] e {{f.png?width=1}}\n'''\ng\n'''\n",
    '<opml><head><title>T</title><dateCreated>Tue, 2 Jan 2024 03:04:05 GMT</dateCreated></head><body><outline text="a" _note="b">'
    '<outline text="c" type="rss" xmlUrl="https://a.org"/></outline></body></opml>',
    "created: 20240102030405678\ntags: a [[b c]]\ntitle: T\n\n! H\n''b'' [[c|D]] [img[e.png]]\n",
    '<script class="tiddlywiki-tiddler-store" type="application/json">[{"title":"T","text":"x","tags":"a","created":"20240102030405678"}]</script>'
    '<div id="storeArea"><div title="U" modified="202401020304"><pre>y &lt;</pre></div></div>'
    '<pre id="encryptedStoreArea">']
JSON_NOTES = [
    '[{"title":"January 2nd, 2024","uid":"p","create-time":1,"children":[{"string":"a [[b]] ((u)) #c","uid":"u","edit-time":2,'
    '"children":[{"string":"{{[[TODO]]}} d"}]}]}]',
    '{"activeNotes":[{"id":"1","content":"a\\nb","creationDate":"2024-01-02T03:04:05.6Z","tags":["t"]}],"trashedNotes":[]}',
    '{"items":[{"content_type":"Tag","uuid":"t","content":{"title":"T","references":[{"uuid":"n","content_type":"Note"}]}},'
    '{"content_type":"Note","uuid":"n","content":{"title":"a","text":"b","noteType":"super"},"created_at":"2024-01-02T03:04:05Z"}],'
    '"version":"004"}',
    '{"title":"a","textContent":"b","listContent":[{"text":"x","isChecked":true}],"userEditedTimestampUsec":1,"isTrashed":false}',
    '{"metadata":{"version":"1.0"},"entries":[{"uuid":"a","creationDate":"2024-01-02T03:04:05Z","text":"b\\\\. ![](dayone-moment://1)",'
    '"tags":["t"],"photos":[{"md5":"1","type":"jpeg"}],"location":{"placeName":"p"}}]}',
    '{"text":"<p>a</p>","date_journal":1,"date_modified":2,"id":"1","preview_text":"a","tags":["t"],"photos":["1.jpg"],"address":"b"}',
]
ID = "0a" * 16
JOPLIN = [SPLIT.join([
    f"Title\n\ntext [f](:/{ID})\n\nid: 0{ID[1:]}\nparent_id: 1{ID[1:]}\ncreated_time: 2024-01-02T03:04:05.6Z\ntype_: 1",
    f"Book\n\nid: 1{ID[1:]}\nparent_id: \ntype_: 2", f"tag\n\nid: 2{ID[1:]}\ntype_: 5",
    f"id: 3{ID[1:]}\nnote_id: 0{ID[1:]}\ntag_id: 2{ID[1:]}\ntype_: 6", f"f.txt\n\nid: {ID}\nmime: text/plain\ntype_: 4", "", "file"])]
BUNDLES = [SPLIT.join([
    "# A\n#two words# ![](assets/a.txt)", '{"net.shinyfrog.bear":{"uniqueIdentifier":"1","creationDate":"2024-01-02T03:04:05Z","trashed":0}}',
    "x"])]
LOGS = [
    "2024-01-02 03:04:05\tann\thi\n2024-01-02 03:04:06\t-->\tbo (b@h) has joined #c\n", "[03:04:05] <ann> hi\n[03:04] * ann waves\n",
    "--- Log opened Tue Jan 02 03:04:05 2024\n03:04 < ann> hi\n--- Day changed Wed Jan 03 2024\n",
    "[LINE] Chat history with Ada\nSaved on: 5/2/2023, 12:00\n\nMon, 05/01/2023\n9:30 PM\tAda\t\"hi\nBo\"\n10:00\t\tBo joined\nR5/05/02(火)\n"
    "下午03:15\tBo\t[File] a.pdf\n",
    "A 님과 카카오톡 대화\n저장한 날짜 : 2023\n\n2023년 5월 1일 월요일\n2023. 5. 1. 오후 3:14, A : x\n2023. 5. 1. 오후 3:15: B\n",
    "A 님과 카카오톡 대화\n저장한 날짜 : 2023\n\n--------------- Monday, May 1, 2023 ---------------\n[A] [3:14 PM] x\nB님이 나갔습니다.\n",
    "Date,User,Message\n2023-05-01 15:14:00,\"A\",\"x\ny\"\n",
    '{"type":"user","sessionId":"s","timestamp":"2024-01-02T03:04:05Z","message":{"role":"user","content":"hi"},"uuid":"u"}\n'
    '{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"x"}]}}\n',
]
CHATS = [
    '{"conversations":[{"conversation":{"conversation":{"participant_data":[{"id":{"gaia_id":"1"},"fallback_name":"A"}]}},"events":'
    '[{"sender_id":{"gaia_id":"1"},"timestamp":"1","event_id":"e","chat_message":{"message_content":{"segment":[{"type":"TEXT",'
    '"text":"x"}]}}}]}]}',
    '{"userId":"8:a","conversations":[{"id":"c","displayName":"C","MessageList":[{"id":"1","originalarrivaltime":'
    '"2024-01-02T03:04:05.6Z","messagetype":"RichText","from":"8:b","displayName":"B","content":"x <b>y</b>"}]}]}',
    '{"date":"2024-01-02T03:04:05Z","sender":"A","body":"x","quote":"","sticker":"","reactions":[],"attachments":[]}\n' + SPLIT + "x",
    '[{"id":"U1","profile":{"real_name":"A"}}]' + SPLIT + '[{"id":"C1","name":"general"}]' + SPLIT
    + '[{"type":"message","user":"U1","text":"a <@U1> &amp; <https://e.org|l>","ts":"1704164645.0001"}]',
]
CHAT_PAGES = [
    '<div class="hChatLog hfeed"><div class="participants"><cite class="sender vcard"><a class="tel" href="tel:+1"><span class="fn">A</span>'
    '</a></cite></div><div class="message"><abbr class="dt" title="2020-01-02T03:04:05.000-08:00">x</abbr>:<cite class="sender vcard"><a '
    'class="tel" href="tel:+2"><abbr class="fn" title="">Me</abbr></a></cite>:<q>x</q><div><img src="a-1-1"></div></div></div></html>',
    '<div class="haudio"><div class="contributor vcard"><a class="tel" href="tel:+1"></a></div><span class="full-text">x</span></div></html>',
    '<div class="page_header"><div class="text bold">C</div></div><div class="page_body chat_page"><div class="history"><div class='
    '"message service" id="message-1"><div class="body details">6 January 2020</div></div><div class="message default" id="message1">'
    '<div class="body"><div class="date details" title="06.01.2020 10:13:26 UTC+03:00"></div><div class="from_name">A</div>'
    '<div class="text">x</div></div></div>',
    '<div class=preamble__entry>G</div><div class=preamble__entry>T / c</div><div id=chatlog__message-container-700000000000000001>'
    '<span class=chatlog__author>A</span><div class=chatlog__content>x<img class=chatlog__emoji alt=y></div></div>',
    '<pre class="threadtitle">C</pre><div class="msg msg-incoming"><span class="msg-name msg-name-1">A</span><div><pre>x</pre></div>'
    '<div class="footer"><div class="edited"><div class="edited-info"><div class="msg msg-incoming"><pre>y</pre><span class="msg-data">'
    'Jan 05, 2024 10:13:26</span></div></div></div><span class="msg-data">Jan 05, 2024 10:14:26</span></div></div>',
    '{"version":"1"}\n{"recipient":{"id":"1","self":{}}}\n{"chat":{"id":"2","recipientId":"1"}}\n'
    '{"chatItem":{"chatId":"2","authorId":"1","dateSent":"1","standardMessage":{"text":{"body":"x\ny"}}}}\n',
    '{"channel_id":"C0000001","name":"c","messages":[{"type":"message","ts":"1.1","user":"U1","text":"x","slackdump_thread_replies":'
    '[{"type":"message","ts":"2.1","text":"y","thread_ts":"1.1"}]}]}',
]
PDF = ["<html><head><title>T</title><meta name=\"CreationDate\" content=\"Tue Jan  2 03:04:05 2024\"/></head><body><pre>\n"
       "A line of a para-\ngraph\n\n- item\n\x0cSecond page\n\x0c</pre></body></html>",
       "<pre>\n" + " ".join(f"w{n}" for n in range(60)) + "\n\x0c</pre>" + SPLIT + "\n".join(f"w{n} w{n + 1}" for n in range(60)) + "\x0c"]
OCR = ["level\tpage_num\n5\t1\t1\t1\t1\t1\t0\t0\t9\t9\t96.5\tboiler-\n5\t1\t1\t1\t2\t1\t0\t0\t9\t9\t96\tplate words\n"
       "5\t1\t1\t2\t1\t1\t0\t0\t9\t9\t20\tnoise\n", "eng+deu 3", "2 ocr 40"]
PLAIN = [
    "WEBVTT\n\nNOTE x\n\n1\n00:01.000 --> 00:02.000 align:start\n<v A>x &amp; <i>y</i></v>\n\n", "1\n00:00:01,000 --> 00:00:02,000\n{\\an8}B: x\n",
    "a,b\n\"c \"\"d\"\"\",e\n", "a\tb\nc;d|e\n", "<html><meta name=date content=2024-01-02><title>t</title><body>x"]
TREE = ["fa/b.txt\nxdata\nta/c.eml\nFrom: a\ns../x.png\nf../out\nf/abs\nxa/b.txt\ne"]
MCP = [
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","clientInfo":{"name":"c"}}}\n',
    '{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"search","arguments":{"query":"x","from":"a","kind":"mail",'
    '"after":"2024-01-02","cursor":"abc.1."},"_meta":{"progressToken":1}}}\n', '{"query":"x","item":"recall://item/0a","direction":"around"}\n',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n',
]
TEXTS = [
    "Dr. Weber wrote on 3 Nov. 2024, i.e. last Friday: \"It's 5 mg.\" Don't!\n\n- one\n- two\n# H\n**b** [l](https://e.org) `c` | x |",
    "Ich wohne in Köln. Übrigens: mein Zahnarzt heißt Müller, nicht wahr? 東京は 3月4日。ﬁ e\u0301 \u202e",
    "Remember that I am allergic to nuts, so which cake did we order next week? Could you note it?",
    "Who paid the plumber, and when did he come three days ago?",
]
MEMORIES = [
    "---\nid: " + "0a" * 16 + "\ntype: fact\nsensitivity: normal\nfrom: hand\ncreated: 2024-01-02T03:04:05Z\n---\n\nI live in Leeds.\n",
    "---\ntype: preference\nfrom: program c\n---\n\nNo nuts.\n\n---\nfrom: conversation deleted 3\n---\n\nx\n",
]
NAMES = ["a/b/.hidden", "con.txt", 'b\\..\\c', '{"format":1,"created":"2024-01-02T03:04:05Z","folder":"a","items":1,"files":[{"path":"a","bytes":1,"sha256":"00"}]}']
SIGNED = [bytes.fromhex("3080 0609 2a864886f70d010702 a080 3080 020101 3100 3080 0609 2a864886f70d010701 a080 2480 0404 61626364 0000 0000 0000")]
ADDRESSES = ["~/a/../b", "recall://item/" + "0a" * 16, "127.0.0.1:80", "1y2p0ij32e8e7.5."]
EMLX = ["30\nFrom: a@e.org\nSubject: x\n\nhi\n<?xml version='1.0'?><plist><dict><key>flags</key><integer>1</integer></dict></plist>"]


def archives():
    """Small archives of the kinds that are unpacked."""
    import io
    import tarfile
    import zipfile
    tar, plain = io.BytesIO(), io.BytesIO()
    for file, mode in ((tar, "w:gz"), (plain, "w")):
        with tarfile.open(fileobj=file, mode=mode) as archive:
            member = tarfile.TarInfo("./a/b.txt")
            member.size = 2
            archive.addfile(member, io.BytesIO(b"hi"))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a/b.txt", "hi")
        archive.writestr("../c", "x")
    return [tar.getvalue(), plain.getvalue(), packed.getvalue()]


def iwork():
    """An archive with a text and the cells of a table, packed without copies, and the XML of before 2013."""
    def archive(kind, data):
        info = field(1, 1) + field(2, field(1, kind) + field(3, len(data)))
        return varint(len(info)) + info + data

    cell = field(1, 1) + field(3, "cell")
    data = archive(2001, field(1, 0) + field(3, "text")) + archive(6005, field(1, 1) + field(3, cell))
    packed = varint(len(data)) + bytes([(len(data) - 1) << 2]) + data
    xml = b'<a xmlns:sf="b" xmlns:sfa="c"><sf:p>x<sf:br/>y</sf:p><sf:ct sfa:s="z"/></a>'
    return [b"\0" + struct.pack("<I", len(packed))[:3] + packed, data, xml]


def packed_model_header():
    """The header of a packed model with the shape of all-MiniLM-L6-v2; the target writes version, size and digests."""
    shape = struct.pack("<8If", 4, 0, 30_522, 384, 6, 12, 1_536, 512, 1e-12)
    return (b"RCLMODEL" + shape).ljust(4_096, b"\0") + bytes(64)


def request_bodies():
    """A body of each request that changes memories, people and the programs that may ask."""
    bodies = [
        {"text": "Mira has the key", "type": "fact", "sensitivity": "normal", "until": "2027-03-31T00:00:00Z", "resolve": "ask"},
        {"until": None}, {"never": "statement"}, {"kind": "same", "first": "a@e.org", "second": "Mira"},
        {"kind": "me", "first": "Mira"}, {"written": ["a@e.org", "Mira"]}, {"name": "Editor", "scope": "in:work"},
    ]
    return [json.dumps(body).encode() for body in bodies]


def more():
    """The first inputs of the targets that need no file of Sample/."""
    text = {
        "package": SHEET + SLIDES + ODF + WORD_PARTS + BOOK, "org": ORG, "json-notes": JSON_NOTES, "joplin": JOPLIN,
        "bundle": BUNDLES, "logs": LOGS, "chat-exports": CHATS, "chat-pages": CHAT_PAGES, "pdf": PDF, "ocr": OCR, "plain": PLAIN, "tree": TREE, "mcp": MCP,
        "words": TEXTS, "sentences": TEXTS, "statements": TEXTS, "memories": MEMORIES, "names": NAMES, "addresses": ADDRESSES,
        "emlx": EMLX,
    }
    inputs = {name: [each.encode() for each in all_of] for name, all_of in text.items()}
    return inputs | {
        "unpack": archives(), "iwork": iwork(), "database": databases(), "apple-note": [apple_note()], "tnef": [tnef()], "signed": SIGNED, "images": images(),
        "compressed-rtf": [b"\x01{\x00\x00abc\x00\x00def"], "postings": [bytes([2, 5, 3, 8, 0x81, 1, 4])],
        "outlook": [path.read_bytes() for path in sorted((SAMPLE / "exports" / "Outlook").glob("*.msg"))],
        "database-reply": [bytes([17]) + bytes(7) + b"B" + bytes([8]) + bytes(15)], "office": [bytes.fromhex("0908100000060500") + bytes(64)],
        "classify": [bytes([number]) + data for number, data in enumerate(archives() + images() + pieces(SAMPLE / "mail.mbox"))],
    }


def pieces(path):
    """The first bytes of a file, and some from its middle."""
    data = path.read_bytes()
    return [data[start:start + PIECE] for start in (0, len(data) // 2)] if len(data) > PIECE else [data]


def seeds():
    """The first inputs of each target."""
    mail, chat = pieces(SAMPLE / "mail.mbox"), pieces(SAMPLE / "WhatsApp Chat with Mira.txt")
    notes = [path.read_bytes() for path in sorted((SAMPLE / "notes").rglob("*.md"))] + [text.encode() for text in NOTES]
    documents = [path.read_bytes() for path in sorted((SAMPLE / "documents").iterdir()) if path.suffix in (".docx", ".epub")]
    lines = [b'{"id":"1","kind":"email","from":{"name":"A","address":"a@e.org"},"date":"2024-01-02T03:04:05.6+01:00","text":"x"}\n']
    messages = re.split(rb"(?m)^From [^\n]*\n", b"".join(mail))[1:20]
    text = {"markup": MARKUP, "query": QUERIES, "json": JSON, "events": EVENTS, "word": WORD, "tokenizer": TOKENIZER}
    text = {name: [each.encode() for each in all_of] for name, all_of in text.items()}
    return {
        "mbox": mail, "mail": messages, "original": messages, "quotes": messages, "html": text["markup"],
        "sanitizer": text["markup"], "style": [b"@media screen { p.a > b, #c { color: rgb(1,2,3); margin: 0 } }"],
        "whatsapp": [chat[0][:2_000], b"[01.02.24, 10:11:12] Ann: hi\n"], "markdown": notes, "page": notes, "jsonl": lines,
        "word": text["word"], "archives": documents, "reply": [b"T" + bytes(8), REPLY], "query": text["query"],
        "dates": [b"2024-03..2w", b"last friday of march", b"3 weeks ago", b"early 2023", b"12/31/2020"],
        "packed-model": [packed_model_header()], "packed-tokenizer": [bytes(8_192)], "tokenizer": text["tokenizer"],
        "safetensors": TENSORS, "vectors": [bytes(64)], "completion": text["events"],
        "arguments": text["json"] + [b"{'a': [1, 2,], b: True"], "answer": [b"Yes [1], and no [2, 3]. Not found."],
        "requests": text["json"] + request_bodies(), "cursor": [b"eyJkYXRlIjoxLCJpdGVtIjoyfQ"],
        "unpacking": [bytes([17]) + bytes(7) + b"F" + bytes([8]) + bytes(15)],
        "attributed-text": [ATTRIBUTED],
    } | more() | {name: [each.encode() for each in all_of] for name, all_of in EXPORTS.items()}
