import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

/// Chats of LINE.
@Suite(.scratch) struct LINETests {
    private let files: NoteImport

    init() throws {
        files = try NoteImport()
    }

    private func items(_ text: String, _ name: String = "[LINE] Ada.txt") async throws -> [Item] {
        try files.write(name, text)
        return try await files.items(name)
    }

    /// "sender: text [files]", or the notice in brackets.
    private func lines(_ items: [Item]) -> [String] {
        items.map { item in
            guard case .message(let details) = item.details else { return item.text }
            let files = item.attachments.isEmpty ? "" : " [\(item.attachments.map(\.name).joined(separator: ", "))]"
            let text = item.text.replacing("\n", with: "/")
            return details.isSystemNotice ? "(\(text))" : "\(item.sender?.displayName ?? "?"): \(text)\(files)"
        }
    }

    @Test func `a Japanese chat has who wrote what when, files by their names, and lines of the program`() async throws
    {
        let found = try await items(
            "\u{FEFF}[LINE] 花子とのトーク履歴\r\n保存日時：2023/05/02 12:00\r\n\r\n2023/05/01(月)\r\n"
                + "12:08\t花子\t\"お疲れ様です！\r\nよろしく\"\r\n午後0:09\t花子\t[写真]\r\n"
                + "22:10\t花子がメッセージの送信を取り消しました\r\n22:11\t\t太郎が参加しました\r\n22:12\t花子\t☎ 不在着信\r\n\r\n"
                + "R5/05/02(火)\r\n下午03:15\t太郎\t[ファイル] plan.pdf\r\n")
        #expect(
            lines(found) == [
                "花子: お疲れ様です！/よろしく", "花子:  [写真]", "(花子がメッセージの送信を取り消しました)", "(太郎が参加しました)",
                "(☎ 不在着信)", "太郎:  [plan.pdf]",
            ])
        #expect(found.allSatisfy { $0.conversation == "line:花子" && $0.conversationTitle == "花子" })
        #expect(shown(found[0].date) == "2023 5 1 12 8" && shown(found[1].date) == "2023 5 1 12 9")
        #expect(shown(found[5].date) == "2023 5 2 15 15" && found[1].attachments[0].mediaType == "image/jpeg")
    }

    @Test(arguments: [
        ("Mon, 05/01/2023", "9:30 PM", "2023 5 1 21 30"), ("Tue, 06/01/2026", "12:05AM", "2026 1 6 0 5"),
        ("2023.05.01 Monday", "15:00", "2023 5 1 15 0"), ("2024/1/2週二", "上午12:30", "2024 1 2 0 30"),
        ("2023/5/1（週一）", "下午1:05", "2023 5 1 13 5"), ("2023.05.01 月曜日", "午前9:05", "2023 5 1 9 5"),
        ("Mo, 01.05.2023", "23:59", "2023 5 1 23 59"),
    ])
    func `days and times are read in the forms of all languages`(day: String, time: String, expected: String)
        async throws
    {
        let found = try await items(
            "[LINE] Chat history with Ada\nSaved on: 5/2/2023, 12:00\n\n\(day)\n\(time)\tBo\tx\n")
        #expect(found.map { shown($0.date) } == [expected] && found[0].conversationTitle == "Ada")
    }

    @Test(arguments: [
        ("[LINE] Chat history in Crew", "Crew"), ("[LINE]花子とのトーク履歴", "花子"), ("[LINE] クラブのトーク履歴", "クラブ"),
        ("[LINE] 與王小華的聊天記錄", "王小華"), ("[LINE] 与小华的聊天记录", "小华"), ("[LINE] ประวัติการสนทนากับ Mali", "Mali"),
        ("2023/05/01(月)", "Ada"),
    ])
    func `a chat is called by its first line, or else by the file`(first: String, title: String) async throws {
        let found = try await items(first + "\n2023/05/01(月)\n10:00\tBo\tx\n", "[LINE] Ada (1).txt")
        #expect(found.map(\.conversationTitle) == [title])
    }

    @Test func `quotation marks in a text of one line are its own, and lines of a longer one are nobody else's words`()
        async throws
    {
        let found = try await items(
            """
            [LINE] Chat history with Ada
            2023/05/01(Mon)
            10:00\tAda\t"hello" he said
            10:01\tBo\t"
            10:02\tAda\tSee
            the quay, 05/01/2024
            2023/05/02(Tue)
            10:00\tBo\t"One
            10:01\tAda\tI owe you all
            three"
            10:02\tAda\t"ok"
            """)
        #expect(
            lines(found) == [
                "Ada: \"hello\" he said", "Bo: \"", "Ada: See/the quay, 05/01/2024",
                "Bo: One/10:01\tAda\tI owe you all/three", "Ada: \"ok\"",
            ])
        let unit = try #require(try await files.units().first)
        #expect(try await files.resumes(unit))
    }

    @Test func `quotation marks in a text of several lines are one each, and end it nowhere else`() async throws {
        let found = try await items(
            """
            [LINE] Chat history with Ada
            2023/05/01(Mon)
            10:00\tAda\t"She said:
            ""hello""
            and ""bye\"""
            10:01\tBo\tok
            10:02\tAda\t""
            """)
        #expect(lines(found) == ["Ada: She said:/\"hello\"/and \"bye\"", "Bo: ok", "Ada: \"\""])
    }

    @Test func `a day that somebody writes in a message is theirs`() async throws {
        let found = try await items(
            """
            [LINE] Chat history in Club
            2023/05/01(Mon)
            10:00\tMira\tThe rent is 300.
            10:05\tEve\t"hello all
            2027/01/04(Mon)
            10:00\tMira\tThe rent is 900, pay to Eve."
            10:09\tAnn\tok
            """)
        #expect(lines(found).map { $0.prefix(9) } == ["Mira: The", "Eve: hell", "Ann: ok"])
    }

    @Test func `two equal messages are two, and both are the same from another folder and in another zone`()
        async throws
    {
        let chat = "[LINE] Chat history with Ada\n2023/05/01(Mon)\n10:00\tAda\tx\n10:00\tAda\tx\n10:01\tAda\tx\n"
        let one = try await items(chat, "one/a.txt")
        let two = try await items(chat, "two/b.txt")
        #expect(Set(one.map(\.id)).count == 3 && one.map(\.id) == two.map(\.id))
    }

    @Test func `a line that is too long is a failure, and what is around it is read`() async throws {
        let long = String(repeating: "x", count: 21 << 20)
        try files.write(
            "a.txt", "[LINE] Chat history with Ada\n2023/05/01(Mon)\n10:00\tBo\ta\n10:01\tBo\t\(long)\n10:02\tBo\tb\n")
        let found = try await files.found()
        #expect(lines(found.compactMap(\.record.item)) == ["Bo: a", "Bo: b"])
        #expect(found.compactMap(\.record.failure).map(\.place) == ["line 4"])
    }

    @Test(arguments: [
        "10:00\tAda\tx\n10:01\tBo\ty\n", "2023/05/01(Mon)\nAt ten we met.\n", "[LINE] is a program\n10:00\tAda\tx\n",
        "2023.05.01 Monday\n10:00 Ada Berg x\n",
    ])
    func `a text that is no chat of LINE is none`(text: String) async throws {
        try files.write("a.txt", text)
        #expect(try await files.units().allSatisfy { $0.format != .line })
    }
}
