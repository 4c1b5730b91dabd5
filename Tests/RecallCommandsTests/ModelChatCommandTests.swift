import Foundation
import RecallTestSupport
import Testing

/// `recall model chat` where no model answers. Servers are played in RecallModelClientTests.
@Suite(.waiting, .scratch) struct ModelChatCommandTests {
    private let fixture: CommandFixture

    init() throws {
        fixture = try CommandFixture()
        try fixture.importSome()
    }

    private var settings: URL { URL(filePath: fixture.library + "/chat-model.json") }

    @Test func `no model can be chosen, and that is kept for the owner alone`() throws {
        let outcome = try fixture.recall("model", "chat", "use", "--none")
        #expect(outcome.code == 0 && outcome.output == "No model is asked. Answers are quotations.\n")
        #expect(try String(contentsOf: settings, encoding: .utf8).contains(#""isOff" : true"#))
        let mode = try FileManager.default.attributesOfItem(atPath: settings.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try fixture.recall("doctor").output.contains("chat models: none, as chosen: answers are quotations"))
        let test = try fixture.recall("model", "chat", "test")
        #expect(test.code == 1 && test.errors.contains("recall model chat list"))
    }

    @Test func `a model that nobody has cannot be chosen`() throws {
        let outcome = try fixture.recall("model", "chat", "use", "made-up:1b")
        #expect(outcome.code == 1 && outcome.errors.contains("No model made-up:1b was found"))
        #expect(!FileManager.default.fileExists(atPath: settings.path))
    }

    @Test(arguments: ["example.com:11434", "https://127.0.0.1:1", "localhost@evil:80", "127.0.0.1"])
    func `an address is numbers and a port`(address: String) throws {
        let outcome = try fixture.recall("model", "chat", "use", "--address", address)
        #expect(outcome.code == 1 && outcome.errors.contains("an IP address and a port"))
    }

    @Test func `a server that is named and gone is said so`() throws {
        try Data(#"{"model":"made-up:1b","address":"127.0.0.1:1"}"#.utf8).write(to: settings)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: settings.path)
        #expect(try fixture.recall("doctor").output.contains("made-up:1b is chosen, and does not answer"))
        let test = try fixture.recall("model", "chat", "test", "--format", "json")
        #expect(test.code == 1 && test.output.contains("model-unreachable"))
        #expect(try fixture.recall("model", "chat", "use", "--none", "x").code == 64)
        #expect(try fixture.recall("model", "chat", "use", "--key-file", "x").code == 64)
    }

    @Test func `the list is JSON too`() throws {
        let outcome = try fixture.recall("model", "chat", "list", "--format", "json")
        #expect(outcome.code == 0 && outcome.json["models"] is [Any])
    }
}
