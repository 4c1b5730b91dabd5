import Foundation
import RecallTestSupport
import Testing

/// Notes as their marks mean them, the pictures beside them, and the files of documents.
@Suite(.waiting, .scratch) struct NoteRouteTests {
    private static let files = [
        "vault/Mill.md": """
        # The mill

        See [[Ferns]], [[Deep/Moss|moss]], [[moss]], [[Nowhere]] and [f](Ferns.md). ![](img/a.png) ![[b.png]]
        """,
        "vault/Ferns.md": "Ferns", "vault/Plants/Deep/Moss.md": "Moss", "vault/img/a.png": "", "outside.txt": "Outside",
        "plain.eml": ServerFixture.mail("plain", "Weir", "Only words of the weir."),
    ]
    /// Exports of notes that name each other by id or title.
    private static let exports = [
        "joplin/\(joplinID(1)).md": "Weirs\n\nSee [locks](:/\(joplinID(2))#gates) and [none](:/\(joplinID(3))).\n\n"
            + "id: \(joplinID(1))\ntype_: 1",
        "joplin/\(joplinID(2)).md": "Locks\n\nGates.\n\nid: \(joplinID(2))\ntype_: 1",
        "Trip.enex": """
        <en-export><note><title>Packing</title><content><![CDATA[<en-note>See
        <a href="evernote:///view/1/s1/a/a/">Ferries &amp; trains</a>, <a href="evernote:///view/1/s1/b/b/">Twice</a>,
        <a href="evernote:///view/1/s1/c/c/">another</a> and <a href="https://a.example">Twice</a>.</en-note>]]></content>
        </note><note><title>Ferries &amp; trains</title><content>x</content></note>
        <note><title>Twice</title><content>x</content></note><note><title>Twice</title><content>y</content></note></en-export>
        """,
        "graph.json": #"""
        [{"title": "Roofs", "create-time": 1, "children": [{"string": "See [[Gutters]]"}]},
         {"title": "Gutters", "create-time": 1, "children": [{"string": "x"}]}]
        """#,
    ]

    private static func joplinID(_ number: Int) -> String { String(repeating: "0", count: 31) + "\(number)" }

    private static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1])

    private let server: ServerFixture

    init() throws {
        let imported = Self.files.merging(Self.exports) { $1 }
        server = try ServerFixture(importing: imported.filter { $0.key != "vault/img/a.png" })
        let folder = server.scratch.path + "/in"
        try server.scratch.write("in/vault/img/a.png", Self.png)
        try server.scratch.write("in/attachments/b.png", Self.png)
        try server.scratch.write("secret.png", Self.png)
        try server.scratch.write("in/vault/text.png", "<svg onload=alert(1)>")
        let files = FileManager.default
        let outside = server.scratch.path
        for (link, target) in [
            ("link.png", outside + "/secret.png"), ("up", outside), ("inside.png", folder + "/vault/img/a.png"),
        ] { try files.createSymbolicLink(atPath: folder + "/vault/" + link, withDestinationPath: target) }
        try server.scratch.write("in/vault/large.png", Self.png + Data(count: (16 << 20) + 1))
    }

    private func id(_ query: String) throws -> String {
        let items = try #require(try server.get("/items?query=\(query)").json["items"] as? [[String: Any]])
        return try #require(items.first?["id"] as? String)
    }

    @Test func aPageHasBlocksAndTheItemsThatLinksLeadTo() throws {
        let page = try server.get("/items/\(id("filename:mill"))/page").json
        let blocks = try #require(page["blocks"] as? [[String: Any]])
        #expect(blocks.map { $0["type"] as? String } == ["heading", "paragraph"])
        let links = try #require(page["links"] as? [[String: String]])
        let (ferns, moss) = try (id("filename:ferns"), id("filename:moss"))
        #expect(
            Dictionary(uniqueKeysWithValues: links.map { ($0["target"]!, $0["item"]!) })
                == ["Ferns": ferns, "Ferns.md": ferns, "Deep/Moss": moss, "moss": moss])
        #expect(page["pictures"] as? [String] == ["b.png", "img/a.png"])
        #expect(try server.get("/items/\(id("weir"))/page").errorCode == "no-page")
    }

    @Test(arguments: [
        ("weirs", [":/\(NoteRouteTests.joplinID(2))#gates": "locks"]), ("packing", ["Ferries & trains": "ferries"]),
        ("roofs", ["Gutters": "gutters"]),
    ])
    func `links between the notes of an export lead to them`(note: String, links: [String: String]) throws {
        let page = try server.get("/items/\(id("subject:\(note)"))/page").json
        let found = try #require(page["links"] as? [[String: String]])
        #expect(
            try Dictionary(uniqueKeysWithValues: found.map { ($0["target"] ?? "", $0["item"]) })
                == links.mapValues { try id("subject:\($0)") })
    }

    @Test func aPictureIsServedAsThatAlone() throws {
        let mill = try id("filename:mill")
        for source in ["img/a.png", "b.png", "./img/../img/a.png", "inside.png", "/vault/img/a.png"] {
            let answer = try server.get("/items/\(mill)/picture?source=\(source.replacing("/", with: "%2F"))")
            #expect(answer.status == 200 && answer.body == Self.png, "\(source)")
            #expect(answer["content-type"] == "image/png" && answer["x-content-type-options"] == "nosniff")
            #expect(answer["content-security-policy"]?.hasPrefix("default-src 'none'; sandbox;") == true)
        }
    }

    @Test(arguments: [
        "link.png", "../../secret.png", "up/secret.png", "../secret.png", "text.png", "large.png", "img", "Mill.md",
        "nothing.png", "", "/etc/passwd", "file:///etc/passwd", "%2E%2E%2F%2E%2E%2Fsecret.png", "a\u{0}.png",
        "img/a.png\u{0}",
        "..%2f..%2fsecret.png",
        "//secret.png", "~/secret.png",
    ])
    func nothingElseIsServed(source: String) throws {
        let encoded = source.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let answer = try server.get("/items/\(id("filename:mill"))/picture?source=\(encoded)")
        #expect(answer.status == 404 && answer.errorCode == "no-picture")
    }

    @Test func aLineThatCallsItselfANoteHasNoPictures() throws {
        let folder = server.scratch.path + "/in/vault"
        let line = #"{"kind":"note","id":"1","text":"impostor ![](img/a.png)","details":{"path":"\#(folder)/Z.md"}}"#
        let file = try server.scratch.write("lines.jsonl", line + "\n")
        let job = try #require(try server.post("/imports", ["paths": [file]]).json["id"] as? String)
        // It ends with the import.
        _ = try server.get("/imports/\(job)/events")
        let impostor = try id("impostor")
        #expect(try server.get("/items/\(impostor)/picture?source=img%2Fa.png").errorCode == "no-picture")
        #expect(try server.get("/items/\(impostor)/page").json["pictures"] as? [String] == [])
    }

    @Test func onlyNotesHavePictures() throws {
        #expect(try server.get("/items/\(id("weir"))/picture?source=a.png").errorCode == "no-picture")
        #expect(try server.get("/items/\(id("filename:mill"))/picture").errorCode == "bad-request")
        let nobody = String(repeating: "0", count: 32)
        #expect(try server.get("/items/\(nobody)/picture?source=a.png").errorCode == "not-found")
    }

    @Test func theFileOfADocumentIsSavedUnderItsName() throws {
        let outside = try id("filename:outside")
        let answer = try server.get("/items/\(outside)/file")
        #expect(answer.status == 200 && answer.text == "Outside")
        #expect(answer["content-type"] == "application/octet-stream")
        #expect(answer["content-disposition"]?.hasPrefix("attachment; filename=\"outside.txt\"") == true)
        #expect(try server.get("/items/\(outside)/pages/1").errorCode == "no-page")
        #expect(try server.get("/items/\(outside)/pages/0").errorCode == "bad-request")
        #expect(try server.get("/items/\(id("weir"))/file").errorCode == "no-original")
        try FileManager.default.removeItem(atPath: server.scratch.path + "/in/outside.txt")
        #expect(try server.get("/items/\(outside)/file").errorCode == "source-missing")
    }
}
