import Foundation
import RecallCore
import RecallModelClient
import RecallTestSupport
import Testing

/// The search for model servers, with servers that answer as the documentation of each says.
@Suite(.scratch) struct DiscoveryTests {
    /// A server with these documents, and 404 for the rest.
    private func server(_ documents: [String: String]) async throws -> ScriptedServer {
        try await ScriptedServer { request, _ in
            // Ollama is asked about each model by name.
            let name = request.body.split(separator: "\"").last { $0.hasPrefix("m-") }
            let found = documents[request.path + (name.map { " \($0)" } ?? "")]
            return [.send(found.map { Transcript.json($0) } ?? Transcript.json("{}", status: "404 Not Found")), .close]
        }
    }

    private func models(_ documents: [String: String]) async throws -> [InstalledChatModel] {
        let server = try await server(documents)
        return await search(settings(server)).models()
    }

    /// A search that is not in a hurry, whatever else this machine does.
    private func search(
        _ settings: ChatModelSettings = ChatModelSettings(), environment: [String: String] = [:], ports: [Int] = []
    ) -> ChatModelDiscovery {
        ChatModelDiscovery(
            settings, environment: environment, ports: ports, patience: (usual: .seconds(900), named: .seconds(900)))
    }

    /// Settings that name the server.
    private func settings(_ server: ScriptedServer, model: String? = nil) -> ChatModelSettings {
        var settings = ChatModelSettings()
        (settings.address, settings.model) = (.loopback(port: server.port), model)
        return settings
    }

    private func list(_ names: String..., owner: String = "library", more: String = "") -> String {
        let entries = names.map { #"{"id":"\#($0)","object":"model","owned_by":"\#(owner)"\#(more)}"# }
        return #"{"object":"list","data":[\#(entries.joined(separator: ","))]}"#
    }

    @Test func `Ollama, with the window as loaded, as asked for, or its default`() async throws {
        let found = try await models([
            "/v1/models": list("m-loaded", "m-asked", "m-plain", "m-small", "m-embeds"),
            "/api/tags": #"""
            {"models":[{"name":"m-loaded","details":{"family":"qwen3"}},{"name":"m-asked","details":{"family":"llama"}},
            {"name":"m-plain","details":{}},{"name":"m-small","details":{}},{"name":"m-embeds","details":{"family":"bert"}}]}
            """#,
            "/api/ps": #"{"models":[{"name":"m-loaded","context_length":8192}]}"#,
            "/api/show m-loaded":
                #"{"capabilities":["completion","tools"],"model_info":{"qwen3.context_length":40960}}"#,
            "/api/show m-asked":
                #"{"capabilities":["completion"],"parameters":"stop \"x\"\nnum_ctx                        16384","model_info":{"llama.context_length":131072}}"#,
            "/api/show m-plain": #"{"model_info":{"llama.context_length":131072}}"#,
            "/api/show m-small": #"{"model_info":{"gpt2.context_length":1024}}"#,
            "/api/show m-embeds": #"{"capabilities":["embedding"]}"#,
        ])
        #expect(found.map(\.name) == ["m-loaded", "m-asked", "m-plain", "m-small"])
        #expect(found.map(\.contextWindow) == [8192, 16384, 4096, 1024])
        #expect(found.map(\.callsTools) == [true, false, true, true])
        #expect(found.map(\.isLoaded) == [true, false, false, false] && found.allSatisfy { $0.server == .ollama })
    }

    @Test func `llama.cpp, with the window of a slot`() async throws {
        let found = try await models([
            "/v1/models": list("tiny.gguf", owner: "llamacpp"),
            "/props": #"{"default_generation_settings":{"n_ctx":2048}}"#,
        ])
        #expect(found.map(\.name) == ["tiny.gguf"] && found.map(\.contextWindow) == [2048])
        #expect(found.first?.server == .llamaCpp && found.first?.callsTools == true)
        let plain = try await models([
            "/v1/models": list("tiny.gguf", owner: "llamacpp"),
            "/props": #"{"default_generation_settings":{},"chat_template_caps":{"supports_tools":false}}"#,
        ])
        #expect(plain.first?.contextWindow == 4096 && plain.first?.callsTools == false)
    }

    @Test func `LM Studio, with the window as loaded`() async throws {
        let found = try await models([
            "/v1/models": list("a", "b", "text-embedding-x", owner: "organization_owner"),
            "/api/v0/models": #"""
            {"object":"list","data":[
            {"id":"a","object":"model","type":"llm","state":"loaded","max_context_length":131072,"loaded_context_length":6000},
            {"id":"b","object":"model","type":"vlm","state":"not-loaded","max_context_length":131072},
            {"id":"text-embedding-x","object":"model","type":"embeddings","state":"not-loaded","max_context_length":2048}]}
            """#,
        ])
        #expect(found.map(\.name) == ["a", "b"] && found.map(\.contextWindow) == [6000, 4096])
        #expect(found.map(\.isLoaded) == [true, false] && found.first?.server == .lmStudio)
    }

    @Test func `vLLM, KoboldCpp and others`() async throws {
        let vllm = try await models(["/v1/models": list("org/m", owner: "vllm", more: #","max_model_len":32768"#)])
        #expect(vllm.map(\.contextWindow) == [32768] && vllm.first?.server == .vllm)
        let kobold = try await models([
            "/v1/models": list("koboldcpp/m", owner: "koboldcpp"),
            "/api/extra/true_max_context_length": #"{"value":12288}"#,
        ])
        #expect(kobold.map(\.contextWindow) == [12288] && kobold.first?.server == .koboldCpp)
        let other = try await models(["/v1/models": list("m", "nomic-embed-text", owner: "someone")])
        #expect(other.map(\.name) == ["m"] && other.first?.contextWindow == 4096 && other.first?.server == .other)
    }

    @Test func `windows that cannot be are not believed`() async throws {
        for window in ["0", "-5", "1e300", "\"8192\"", "99999999999999999999", "null"] {
            let found = try await models(["/v1/models": list("m", owner: "vllm", more: #","max_model_len":\#(window)"#)]
            )
            #expect(found.map(\.contextWindow) == [4096])
        }
    }

    @Test(arguments: [
        "{}", #"{"object":"list","data":[{"id":7}]}"#,
        #"{"object":"list","data":[{"id":"a\u001b[2J","object":"model"}]}"#,
        #"{"object":"list","data":[{"id":"","object":"model"}]}"#,
        #"{"object":"list","data":[{"id":"a","object":"file"}]}"#,
        #"{"data":[]}"#, "[]", "<html></html>", #"{"error":"not found"}"#,
    ])
    func `another web server is no model server`(body: String) async throws {
        #expect(try await models(["/v1/models": body]).isEmpty)
        let html = try await ScriptedServer(
            .send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + list("m")), .close)
        #expect(await search(settings(html)).models().isEmpty)
    }

    @Test func `servers that hang or flood do not keep the others back`() async throws {
        let hanging = try await ScriptedServer { _, _ in [] }
        let flooding = try await ScriptedServer(.flood("HTTP/1.1 200 OK\r\n"))
        let found = await ChatModelDiscovery(ports: [hanging.port, flooding.port]).models()
        #expect(found.isEmpty)
    }

    @Test func `OLLAMA_HOST counts on this machine only`() async throws {
        let server = try await server(["/v1/models": list("m-one"), "/api/tags": #"{"models":[{"name":"m-one"}]}"#])
        for host in ["127.0.0.1:\(server.port)", "http://localhost:\(server.port)", "0.0.0.0:\(server.port)"] {
            _ = await search(environment: ["OLLAMA_HOST": host]).models()
        }
        #expect(server.requests.filter { $0.path == "/v1/models" }.count == 3)
        #expect(await search(environment: ["OLLAMA_HOST": "10.0.0.1:1"]).models() == [])
    }

    @Test
    func `the model to ask is the one named, else one that is loaded; found ones that nobody chose are not asked`()
        async throws
    {
        let documents = [
            "/v1/models": list("m-a", "m-b"), "/api/tags": #"{"models":[{"name":"m-a"},{"name":"m-b"}]}"#,
            "/api/ps": #"{"models":[{"name":"m-b"}]}"#,
        ]
        let server = try await server(documents)
        #expect(try await search(settings(server)).chosen()?.name == "m-b")
        #expect(try await search(settings(server, model: "m-a")).chosen()?.name == "m-a")
        await #expect { try await search(settings(server, model: "m-c")).chosen() } throws: {
            ($0 as? ChatModelError)?.code == .notFound
        }
        var off = settings(server)
        off.isOff = true
        #expect(try await search(off).chosen() == nil)
        let found = search(ports: [server.port])
        #expect(await found.models().map(\.name) == ["m-a", "m-b"])
        #expect(try await found.chosen() == nil)
    }

    @Test func `what is chosen at localhost is the address that answered, and no other one is asked from then on`()
        async throws
    {
        let server = try await server(["/v1/models": list("m")])
        var settings = settings(server)
        #expect(settings.address?.hosts == ["127.0.0.1", "::1"])
        let chosen = try #require(await search(settings).selection())
        #expect(chosen.address.hosts == ["127.0.0.1"])
        let found = await search(ports: [server.port]).models()
        #expect(found.map(\.address.hosts) == [["127.0.0.1"]])

        // The key goes there too, and the choice is found again.
        (settings.address, settings.model, settings.key) = (chosen.address, "m", "k3y")
        #expect(try await search(settings).chosen()?.name == "m")
        #expect(server.requests.last?.head.contains("Bearer k3y") == true)
        let location = LibraryLocation(path: try ScratchFolder().path)
        try settings.write(to: location)
        #expect(try ChatModelSettings(of: location).address?.hosts == ["127.0.0.1"])
    }

    @Test func `a key goes to the server that it is for`() async throws {
        let (own, other) = (try await server(["/v1/models": list("m")]), try await server(["/v1/models": list("m")]))
        var settings = settings(own)
        settings.key = "k3y"
        _ = await search(settings, ports: [other.port]).models()
        #expect(!own.requests.isEmpty && own.requests.allSatisfy { $0.head.contains("Bearer k3y") })
        #expect(!other.requests.isEmpty && other.requests.allSatisfy { !$0.head.contains("k3y") })
    }
}

/// The settings, in their file.
@Suite(.scratch) struct ChatModelSettingsTests {
    @Test func `settings are kept in a file for the owner alone`() throws {
        let location = LibraryLocation(path: try ScratchFolder().path)
        #expect(try ChatModelSettings(of: location) == ChatModelSettings())
        var settings = ChatModelSettings()
        (settings.model, settings.key, settings.address) = ("m", "k3y", try ModelAddress("192.168.1.5:11434"))
        try settings.write(to: location)
        #expect(try ChatModelSettings(of: location) == settings)
        let file = location.folder + "/chat-model.json"
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        settings = ChatModelSettings()
        settings.isOff = true
        try settings.write(to: location)
        #expect(try ChatModelSettings(of: location) == settings)
    }

    @Test func `localhost in the file of an earlier version is one address`() throws {
        let location = LibraryLocation(path: try ScratchFolder().path)
        var settings = ChatModelSettings()
        settings.address = try ModelAddress("localhost:11434")
        try settings.write(to: location)
        #expect(try ChatModelSettings(of: location).address?.text == "127.0.0.1:11434")
    }

    @Test func `a file that is exposed, broken or names a host is refused`() throws {
        let location = LibraryLocation(path: try ScratchFolder().path)
        let file = location.folder + "/chat-model.json"
        for text in [
            "", "[]", #"{"model":7}"#, #"{"address":"example.com:80"}"#, #"{"address":"localhost@evil:80"}"#,
            #"{"key":"a\r\nX: y"}"#,
        ] {
            try Data(text.utf8).write(to: URL(filePath: file))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
            #expect(throws: ChatModelError.self) { try ChatModelSettings(of: location) }
        }
        try Data("{}".utf8).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        #expect(throws: StoreError.self) { try ChatModelSettings(of: location) }
    }
}
