import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

/// Chats of KakaoTalk.
@Suite(.scratch) struct KakaoTalkTests {
    private let files: NoteImport

    init() throws {
        files = try NoteImport()
    }

    private func items(_ text: String, _ name: String = "KakaoTalk.txt") async throws -> [Item] {
        try files.write(name, text)
        return try await files.items(name)
    }

    /// "sender: text [files]", or the notice in parentheses.
    private func lines(_ items: [Item]) -> [String] {
        items.map { item in
            let names = item.attachments.map(\.name).joined(separator: ", ")
            let text = item.text.replacing("\n", with: "/") + (names.isEmpty ? "" : "[\(names)]")
            return item.sender.map { "\($0.displayName): \(text)" } ?? "(\(text))"
        }
    }

    private static let head = "Crew 님과 카카오톡 대화\n저장한 날짜 : 2023년 5월 2일 오후 3:15\n\n"

    @Test(arguments: [
        "2023년 5월 1일 오후 3:14\n2023년 5월 1일 오후 3:14, Ada : Hello\nthere\n2023년 5월 1일 오후 3:15, Bo님이 나갔습니다.\n"
            + "2023년 5월 1일 오후 3:16, 회원님 : 사진\n",
        "2023년 5월 1일 월요일\n2023. 5. 1. 오후 3:14, Ada : Hello\nthere\n2023. 5. 1. 오후 3:15: Bo님이 나갔습니다.\n"
            + "2023. 5. 1. 15:16, 회원님 : 사진\n",
        "2023년 5월 1일 월요일\n오후 3:14, Ada : Hello\nthere\n오후 3:15, Bo님이 나갔습니다.\n오후 3:16, 회원님 : 사진\n",
        "--------------- 2023년 5월 1일 월요일 ---------------\n[Ada] [오후 3:14] Hello\nthere\nBo님이 나갔습니다.\n"
            + "[회원님] [오후 3:16] 사진\n",
        "--------------- Monday, May 1, 2023 ---------------\n[Ada] [3:14 PM] Hello\nthere\nBo님이 나갔습니다.\n"
            + "[회원님] [3:16 PM] 사진\n",
        "May 1, 2023 at 3:14\u{202F}PM, Ada : Hello\nthere\nMay 1, 2023 at 3:15 PM: Bo님이 나갔습니다.\n"
            + "May 1, 2023, 3:16 PM, 회원님 : 사진\n",
        "Monday, May 1, 2023\n1 May 2023 at 15:14, Ada : Hello\nthere\n1 May 2023 at 15:15: Bo님이 나갔습니다.\n"
            + "1 May 2023 at 15:16, 회원님 : 사진\n",
    ])
    func `messages of telephones and computers, in Korean and English, have who wrote what when`(text: String)
        async throws
    {
        let found = try await items("\u{FEFF}" + (Self.head + text).replacing("\n", with: "\r\n"))
        // On a computer, where the owner has a name too, somebody may call themselves "member".
        let last = text.contains("[회원님]") ? "회원님: [사진]" : "Me: [사진]"
        #expect(lines(found) == ["Ada: Hello/there", "(Bo님이 나갔습니다.)", last])
        #expect(shown(found.first?.date) == "2023 5 1 15 14" && shown(found.last?.date) == "2023 5 1 15 16")
        #expect(found.allSatisfy { $0.conversation == "kakaotalk:Crew" && $0.conversationTitle == "Crew" })
        let unit = try #require(try await files.units().first)
        #expect(try await files.resumes(unit))
    }

    @Test func `a table of a Mac has texts of several lines, and is called by its file`() async throws {
        let found = try await items(
            "\u{FEFF}Date,User,Message\r\n2023-05-01 15:14:00,\"Ada\",\"Hello, \"\"you\"\"\nthere\"\r\n"
                + "2023-05-01 15:15:10,\"Bo\",\"파일: plan.pdf\"\r\n",
            "KakaoTalk_Chat_Crew_2023-05-01-15-20-00.csv")
        #expect(lines(found) == ["Ada: Hello, \"you\"/there", "Bo: [plan.pdf]"])
        #expect(found.map(\.conversationTitle) == ["Crew", "Crew"] && shown(found.first?.date) == "2023 5 1 15 14")
    }

    @Test func `a chat or a day that somebody pastes is theirs`() async throws {
        let found = try await items(
            Self.head
                + "2023. 5. 1. 오후 3:14, Eve : look\n[Ada] [오후 3:00] I owe Eve all\n2022년 1월 1일 오후 1:00\n"
                + "2023. 5. 1. 오후 3:15, Ada : no\n")
        #expect(lines(found) == ["Eve: look/[Ada] [오후 3:00] I owe Eve all/2022년 1월 1일 오후 1:00", "Ada: no"])
    }

    @Test func `a day after that of the file is somebody's words, and a wrong one ends with the next`() async throws {
        let found = try await items(
            Self.head
                + "Monday, May 1, 2023\n3:14 PM, Eve : look\n\nThursday, January 1, 2099\n3:15 PM, Ada : a\n"
                + "\nSunday, January 1, 2023\n3:16 PM, Ada : b\n\nTuesday, May 2, 2023\n3:17 PM, Ada : c\n")
        #expect(
            found.map { shown($0.date) } == ["2023 5 1 15 14", "2023 5 1 15 15", "2023 1 1 15 16", "2023 5 2 15 17"])
        #expect(lines(found).first == "Eve: look//Thursday, January 1, 2099")
    }

    @Test(arguments: [
        ("a.txt", "2023. 5. 1. 오후 3:14, Ada : x\n"), ("a.txt", "저장한 날짜 : 2023\n2023. 5. 1. 오후 3:14, Ada : x\n"),
        ("a.txt", "A 님과 카카오톡 대화\n저장한 날짜 : 2023\nnothing\n"), ("a.csv", "Date,User,Message\nx,y,z\n"),
        ("a.csv", "Date,User,Message,More\n2023-05-01 15:14:00,a,b,c\n"),
    ])
    func `other texts and tables are no such export`(name: String, text: String) async throws {
        try files.write(name, text)
        #expect(try await files.units().map(\.format).contains(.kakaoTalk) == false)
    }

    @Test(arguments: [
        "99999999999999999999년 1월 1일 오후 3:14, A : x", "2023년 13월 41일 오후 3:14, A : x", "2023. 5. 1. 오후 93:14, A : x",
        "2023. 5. 1. 오후 3:99, A : x", "[[[[] [3:14] x", "[] [] [오후 :] x", "오후 3:14,", ", : y",
    ])
    func `numbers that are no times are text`(line: String) async throws {
        let found = try await items(Self.head + "2023. 5. 1. 오후 3:14, Ada : x\n\(line)\n")
        #expect(found.map(\.text) == ["x\n\(line)"])
    }
}
