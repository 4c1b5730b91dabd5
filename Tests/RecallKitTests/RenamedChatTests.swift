import Foundation
import RecallCore
import RecallKit
import RecallTestSupport
import Testing

/// A chat of WhatsApp that was exported under a number and under a name, and messages that were edited between two exports.
@Suite(.scratch) struct RenamedChatTests {
    private let scratch: ScratchFolder
    private let library: RecallLibrary

    init() throws {
        scratch = try ScratchFolder()
        library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
    }

    @discardableResult private func add(
        _ lines: [String], of chat: String, in folder: String
    ) async throws -> ImportSummary {
        let path = try scratch.write(
            "\(folder)/WhatsApp Chat with \(chat).txt", lines.joined(separator: "\n") + "\n")
        return try await library.importFiles(at: [path])
    }

    private func texts() throws -> [String] { try library.store.allItems().map(\.text).sorted() }

    private static let number = "+44 7700 900456"

    private static func talk(with name: String) -> [String] {
        [
            "04/03/2024, 10:00 - \(name): Boat at nine?", "04/03/2024, 10:01 - Mia: Yes, by the mill",
            "04/03/2024, 10:02 - \(name): Bring the oars", "04/03/2024, 10:02 - \(name): ok",
            "04/03/2024, 10:02 - \(name): ok", "04/03/2024, 10:03 - Mia: They are in the shed",
        ]
    }

    @Test(arguments: [true, false])
    func `a chat that was exported under a number and then under a name is there once`(isForward: Bool) async throws {
        let names = isForward ? [Self.number, "Ada Lind"] : ["Ada Lind", Self.number]
        #expect(try await add(Self.talk(with: names[0]), of: names[0], in: "a").new == 6)
        let more = "05/03/2024, 11:00 - \(names[1]): Thanks!"
        let again = try await add(Self.talk(with: names[1]) + [more], of: names[1], in: "b")
        #expect((again.new, again.duplicates) == (1, 6))
        let items = try library.store.allItems()
        #expect(Set(items.compactMap(\.conversation)).count == 1 && Set(items.map(\.conversationTitle)) == ["Ada Lind"])
        let ada = Participant(name: "Ada Lind", address: Self.number)
        #expect(Set(items.compactMap(\.sender)) == [ada, Participant(name: "Mia")])
        #expect(try library.page(SearchQuery("from:07700900456"), offset: 0, limit: 9).items.count == 5)
        // Each of them again, and one that has grown.
        for name in names + names {
            let third = try await add(
                Self.talk(with: name) + [more.replacing(names[1], with: name)], of: name, in: "c \(name)")
            #expect(third.new == 0)
        }
    }

    @Test(arguments: [2, 20])
    func `what was deleted from a chat stays so under its other name`(count: Int) async throws {
        func talk(with name: String) -> [String] {
            (10..<40).map { "04/03/2024, 10:\($0) - \($0.isMultiple(of: 2) ? name : "Mia"): Message \($0)" }
        }
        try await add(talk(with: Self.number), of: Self.number, in: "a")
        for item in try library.store.allItems().sorted(by: { $0.text < $1.text }).dropFirst(2).prefix(count) {
            _ = try library.deleteItem(item.id)
        }
        let again = try await add(talk(with: "Ada Lind"), of: "Ada Lind", in: "b")
        #expect((again.new, again.deletedBefore) == (0, count))
    }

    @Test func `members of a group who were numbers are the same under their names`() async throws {
        func group(_ bo: String, _ cy: String) -> [String] {
            [
                "04/03/2024, 10:00 - \(bo): Boat at nine?", "04/03/2024, 10:01 - Mia: Yes, by the mill",
                "04/03/2024, 10:02 - \(cy): Bring the oars", "04/03/2024, 10:03 - \(bo): In the shed",
                "04/03/2024, 10:04 - \(cy): Where is that", "04/03/2024, 10:05 - \(bo): Ok",
            ]
        }
        try await add(group(Self.number, "+44 7700 900999"), of: "Rowers", in: "a")
        let again = try await add(group("Bo Li", "~ Cy"), of: "Rowers", in: "b")
        #expect((again.new, again.duplicates) == (0, 6))
        let senders = Set(try library.store.allItems().compactMap(\.sender))
        #expect(
            senders == [
                Participant(name: "Mia"), Participant(name: "Bo Li", address: Self.number),
                Participant(name: "~ Cy", address: "+44 7700 900999"),
            ])
    }

    @Test func `whose number is known, or who is the owner, gets no other one from an export`() async throws {
        let card = "BEGIN:VCARD\nVERSION:3.0\nFN:Ada Lind\nTEL:+49 171 2345678\nEND:VCARD\n"
        _ = try await library.importFiles(at: [try scratch.write("contacts.vcf", card)])
        try await add(Self.talk(with: "Ada Lind"), of: "Ada Lind", in: "a")
        #expect(try await add(Self.talk(with: Self.number), of: Self.number, in: "b").new == 6)
        try library.setOwner(["Mia"])
        let theirs = Self.talk(with: "Ada Lind").map { $0.replacing("Mia", with: "+49 666 1234567") }
        _ = try await add(theirs, of: "Ada Lind", in: "c")
        #expect(try library.people(named: "Mia").flatMap(\.addresses) == [])
    }

    @Test func `two chats stay two if only some of their messages are the same`() async throws {
        try await add(Self.talk(with: Self.number), of: Self.number, in: "a")
        // The same wishes, and other answers between them.
        var other = Self.talk(with: "Ada Lind")
        other[2] = "04/03/2024, 10:02 - Ada Lind: I have no oars"
        other[4] = "04/03/2024, 10:02 - Ada Lind: Sorry"
        #expect(try await add(other, of: "Ada Lind", in: "b").new == 6)
        // Another owner's export, and one of two names.
        let theirs = Self.talk(with: Self.number).map { $0.replacing("Mia", with: "Zoe") }
        #expect(try await add(theirs, of: "+44 7700 900111", in: "c").new == 6)
        #expect(Set(try library.store.allItems().compactMap(\.conversation)).count == 3)
    }

    @Test func `another chat at the path of an earlier export stays another one`() async throws {
        try await add(Self.talk(with: Self.number), of: Self.number, in: "a")
        let path = try scratch.write("in/_chat.txt", Self.talk(with: "Ada Lind").joined(separator: "\n") + "\n")
        _ = try await library.importFiles(at: [path])
        #expect(try library.store.allItems().count == 6)
        try scratch.write("in/_chat.txt", "04/03/2024, 12:00 - Bo: Rain\n04/03/2024, 12:01 - Mia: Again?\n")
        _ = try await library.importFiles(at: [path])
        let conversations = Set(try library.store.allItems().filter { $0.text == "Rain" }.compactMap(\.conversation))
        #expect(conversations.isDisjoint(with: ["whatsapp:" + Self.number, "whatsapp:Ada Lind"]))
    }

    @Test func `what was only sent to several at once is in the chat of each`() async throws {
        let wishes = ["Happy new year!", "Merry Christmas!", "Happy Easter!"].enumerated().map {
            "0\($0 + 1)/03/2024, 10:00 - Mia: \($1)"
        }
        try await add(wishes + ["04/03/2024, 10:00 - \(Self.number): Who is this?"], of: Self.number, in: "a")
        #expect(try await add(wishes + ["09/03/2024, 10:00 - Ada: Thanks"], of: "Ada", in: "b").new == 4)
    }

    @Test func `a renamed chat of many thousand messages is known in all its parts`() async throws {
        func lines(_ name: String, _ count: Int) -> [String] {
            (0..<count).map { number in
                let clock = "\(10 + number / 60 % 10):\(number % 60 < 10 ? "0" : "")\(number % 60)"
                return "\(1 + number / 600 % 28)/\(1 + number / 16_800)/2024, \(clock) - "
                    + "\(number.isMultiple(of: 2) ? name : "Mia"): Message \(number)"
            }
        }
        try await add(lines(Self.number, 3_000), of: Self.number, in: "a")
        let again = try await add(lines("Ada Lind", 36_000), of: "Ada Lind", in: "b")
        #expect((again.new, again.duplicates) == (33_000, 3_000))
        #expect(Set(try library.store.allItems().compactMap(\.conversation)) == ["whatsapp:" + Self.number])
        #expect(Set(try library.store.allItems().compactMap(\.sender)).count == 2)
    }

    private static func long(_ name: String, _ count: Int = 24) -> [String] {
        (0..<count).map { "04/03/2024, 10:\(10 + $0) - \($0.isMultiple(of: 2) ? name : "Mia"): Message \($0)" }
    }

    @Test(arguments: [["Pri", "Pri ❤️"], ["Pri ❤️", "Pri"]])
    func `a chat whose contact was renamed is there once, and what was said stays its author's`(names: [String])
        async throws
    {
        try await add(Self.long(names[0]), of: names[0], in: "a")
        let known = Set(try library.store.allItems())
        let more = ["05/03/2024, 11:00 - \(names[1]): Thanks!", "05/03/2024, 11:01 - Mia: You are welcome"]
        let again = try await add(Self.long(names[1]) + more, of: names[1], in: "b")
        #expect((again.new, again.updated, again.duplicates) == (2, 0, 24))
        let items = try library.store.allItems()
        #expect(known.isSubset(of: items) && Set(items.map(\.conversation)) == ["whatsapp:" + names[0]])
        #expect(items.first { $0.text == "Thanks!" }?.sender == Participant(name: names[1]))
        // Each of them again, and under a third name.
        for name in names + ["Priya"] {
            let lines = Self.long(name) + more.map { $0.replacing(names[1], with: name) }
            let third = try await add(lines, of: name, in: "c \(name)")
            #expect((third.new, third.updated) == (0, 0), "\(name)")
        }
        #expect(Set(try library.store.allItems()) == Set(items))
        #expect(try library.people(named: "Pri").allSatisfy { !Set(names).isSubset(of: $0.names) })
    }

    /// Too little in common, another owner, other answers, and a chat that is called after nobody in it.
    @Test(arguments: ["Bo", "Zoe", "Kim", "Rowers"])
    func `a chat stays another one than that of a renamed contact if not all says that it is one`(
        chat: String
    ) async throws {
        try await add(Self.long("Pri"), of: "Pri", in: "a")
        let other =
            switch chat {
            case "Bo": Self.long("Bo", 6)
            case "Zoe": Self.long("Zoe").map { $0.replacing("Mia", with: "Eve") }
            case "Kim": Self.long("Kim").map { $0.contains("Kim") ? $0 + " as well" : $0 }
            default: Self.long("Pri 2")
            }
        #expect(try await add(other, of: chat, in: "b").new == other.count)
        #expect(Set(try library.store.allItems().compactMap(\.conversation)).count == 2)
    }

    @Test(arguments: [["Pri", "backup"], ["backup", "Pri"], ["Rowers", "Rowers 2024"]])
    func `a chat that was exported again is one with it, whatever its file is called`(names: [String]) async throws {
        try await add(Self.long("Pri"), of: names[0], in: "a")
        let more = ["05/03/2024, 11:00 - Pri: Thanks!", "05/03/2024, 11:01 - Mia: You are welcome"]
        let again = try await add(Self.long("Pri") + more, of: names[1], in: "b")
        #expect((again.new, again.updated, again.duplicates) == (2, 0, 24))
        let items = try library.store.allItems()
        #expect(Set(items.map(\.conversation)) == ["whatsapp:" + names[0]])
        for name in names {
            let third = try await add(Self.long("Pri") + more, of: name, in: "c \(name)")
            #expect((third.new, third.updated) == (0, 0), "\(name)")
        }
        #expect(Set(try library.store.allItems()) == Set(items))
    }

    @Test func `a chat of few messages is one with its export under another name if that begins with all of them`()
        async throws
    {
        let talk = Self.talk(with: "Pri")
        try await add(talk, of: "Pri", in: "a")
        let more = ["05/03/2024, 11:00 - Pri: Thanks!"]
        #expect(try await add(talk + more, of: "backup", in: "b").new == 1)
        // Another chat of the same two, in which one sentence was said at the same time.
        let other = ["03/03/2024, 09:00 - Mia: Who rows?"] + talk.prefix(3) + ["04/03/2024, 10:09 - Mia: Six of us"]
        #expect(try await add(other, of: "Rowers", in: "c").new == 5)
        #expect(
            Set(try library.store.allItems().compactMap(\.conversation)) == ["whatsapp:Pri", "whatsapp:Rowers"])
    }

    @Test func `a chat of many thousand messages in a file of another name is one in all its parts`() async throws {
        func lines(_ count: Int) -> [String] {
            (0..<count).map { number in
                let clock = "\(10 + number / 60 % 10):\(number % 60 < 10 ? "0" : "")\(number % 60)"
                return "\(1 + number / 600 % 28)/\(1 + number / 16_800)/2024, \(clock) - "
                    + "\(number.isMultiple(of: 2) ? "Pri" : "Mia"): Message \(number)"
            }
        }
        try await add(lines(3_000), of: "Pri", in: "a")
        #expect(try await add(lines(36_000), of: "backup", in: "b").new == 33_000)
        #expect(try await add(lines(36_000), of: "Pri", in: "c").new == 0)
        #expect(Set(try library.store.allItems().compactMap(\.conversation)) == ["whatsapp:Pri"])
    }

    @Test func `what was deleted from a chat stays so when its contact was renamed`() async throws {
        try await add(Self.long("Pri"), of: "Pri", in: "a")
        for text in ["Message 4", "Message 5"] {
            let item = try #require(try library.store.allItems().first { $0.text == text })
            _ = try library.deleteItem(item.id)
        }
        let again = try await add(Self.long("Pri ❤️"), of: "Pri ❤️", in: "b")
        #expect((again.new, again.deletedBefore) == (0, 2))
    }

    // MARK: Edits

    private static let before = [
        "04/03/2024, 10:00 - Ada: Boat?", "04/03/2024, 10:01 - Ada: The gate is 1234",
        "04/03/2024, 10:01 - Mia: Thanks",
    ]
    private static let after = [
        "04/03/2024, 10:00 - Ada: Boat?", "04/03/2024, 10:01 - Ada: The gate is 4321 <This message was edited>",
        "04/03/2024, 10:01 - Mia: Thanks", "04/03/2024, 10:05 - Ada: See you",
    ]

    @Test(arguments: [true, false])
    func `an edited message takes the place of what it said before, in whatever order`(isForward: Bool) async throws {
        let exports = isForward ? [Self.before, Self.after] : [Self.after, Self.before]
        for (number, lines) in exports.enumerated() { try await add(lines, of: "Ada", in: "\(number)") }
        #expect(try texts() == ["Boat?", "See you", "Thanks", "The gate is 4321"])
        let again = try await add(Self.after + ["04/03/2024, 10:06 - Mia: Yes"], of: "Ada", in: "more")
        #expect((again.new, again.updated) == (1, 0))
        #expect(try await add(Self.before, of: "Ada", in: "again").new == 0)
        // Anybody can write an export that says that a message was edited.
        #expect(try earlierTexts() == ["The gate is 1234"])
    }

    /// The texts of before edits of all messages.
    private func earlierTexts() throws -> [String] {
        try library.store.allItems().flatMap { item -> [String] in
            guard case .message(let message) = item.details else { return [] }
            return message.earlierTexts
        }
    }

    private static func edited(
        _ text: String, until minute: Int, mark: String = "This message was edited"
    ) -> [String] {
        [before[0], "04/03/2024, 10:01 - Ada: \(text) <\(mark)>", before[2]]
            + (5...minute).map { "04/03/2024, 10:0\($0) - Ada: See you at \($0)" }
    }

    @Test(arguments: [true, false])
    func `a message that was edited again has its last text in the same file`(isLonger: Bool) async throws {
        let texts = isLonger ? ["Milk, tea", "Milk, tea and radio"] : ["Milk, tea and radio", "Milk, tea"]
        try await add(Self.edited(texts[0], until: 5), of: "Ada", in: "a")
        let again = try await add(Self.edited(texts[1], until: 5), of: "Ada", in: "a")
        #expect((again.new, again.updated) == (0, 1))
        #expect(try self.texts() == ["Boat?", texts[1], "See you at 5", "Thanks"].sorted())
        #expect(try earlierTexts() == [texts[0]])
        #expect(try library.page(SearchQuery("radio"), offset: 0, limit: 9).items.count == (isLonger ? 1 : 0))
    }

    @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    func `of two edits the one of the export with later messages counts, in whatever order`(order: [Int]) async throws {
        let exports = [
            Self.before, Self.edited("Zinc, tea", until: 6),
            Self.edited("Apples", until: 7, mark: "Dit bericht is bewerkt"),
        ]
        for number in order + order { try await add(exports[number], of: "Ada", in: "\(number)") }
        #expect(try texts() == ["Apples", "Boat?", "See you at 5", "See you at 6", "See you at 7", "Thanks"])
        #expect(try earlierTexts() == ["The gate is 1234", "Zinc, tea"])
    }

    @Test(arguments: [true, false])
    func `of two edits in exports that end alike the one of the file that was changed later counts`(isForward: Bool)
        async throws
    {
        let texts = ["Zinc", "Apples"]
        for number in isForward ? [0, 1] : [1, 0] {
            let path = try scratch.write(
                "\(number)/WhatsApp Chat with Ada.txt",
                Self.edited(texts[number], until: 5).joined(separator: "\n") + "\n")
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000 + Double(number))], ofItemAtPath: path)
            _ = try await library.importFiles(at: [path])
        }
        #expect(try self.texts() == ["Apples", "Boat?", "See you at 5", "Thanks"])
    }

    @Test func `the last message of an export is known when it was edited`() async throws {
        try await add(Array(Self.before.prefix(2)), of: "Ada", in: "a")
        let again = try await add(Self.after, of: "Ada", in: "b")
        #expect((again.new, again.updated) == (2, 1))
    }

    @Test func `an edited message that may be another one is kept beside it`() async throws {
        try await add(Self.before, of: "Ada", in: "a")
        // Two of the minute are new, or the message is not between the same ones, or another one's.
        var two = Self.after
        two.insert("04/03/2024, 10:01 - Ada: And the code", at: 2)
        #expect(try await add(two, of: "Ada", in: "b").new == 3)
        var moved = Self.after
        moved[0] = "04/03/2024, 10:00 - Ada: Another"
        moved[1] = "04/03/2024, 10:01 - Mia: Thanks a lot <This message was edited>"
        moved[2] = "04/03/2024, 10:01 - Ada: Another one"
        #expect(try await add(moved, of: "Ada", in: "c").new == 3)
        // A message without the mark is another one.
        try await add(Self.before.map { $0.replacing("Ada", with: "Bo") }, of: "Bo", in: "d")
        let unmarked = Self.after.map {
            $0.replacing("Ada", with: "Bo").replacing(" <This message was edited>", with: "")
        }
        #expect(try await add(unmarked, of: "Bo", in: "e").new == 2)
    }

    @Test func `thousands of equal messages of a minute, edited or not, are read in linear time and all there`()
        async throws
    {
        let marks = ["", " <This message was edited>"]
        let many = (0..<8_000).map { "04/03/2024, 10:01 - Ada: spam\(marks[$0 % 2])" }
        let start = ContinuousClock.now
        #expect(try await add(many, of: "Ada", in: "a").new == 8_000)
        #expect(try await add(many, of: "Ada", in: "b").new == 0)
        #expect(try await add(many.map { $0.replacing("Ada:", with: "+44 7700 900456:") }, of: "Ada", in: "c").new >= 0)
        #expect(.now - start < .seconds(60))
    }
}
