/// A model server, asked what it has.
///
/// The list of models (`GET /v1/models`) makes it one: any other web server has none. Each kind tells the window in its own
/// way, and where none does it is 4,096 tokens: one that is assumed too large would cut the question off unseen.
struct ModelServer: Sendable {
    private let probe: ServerProbe
    private let entries: [JSONValue]

    /// The most models of a server that are looked at.
    private static let limit = 64

    /// The server that answers a probe.
    ///
    /// - Throws: `ChatModelError` if it is none, and `CancellationError`.
    init(_ probe: ServerProbe) async throws {
        let list = try await probe.answer("/v1/models", body: "")
        guard list["object"]?.string == "list", let entries = list["data"]?.array, entries.allSatisfy(Self.isModel)
        else {
            throw ExchangeFailure(probe.address).malformed
        }
        (self.probe, self.entries) = (probe, Array(entries.prefix(Self.limit)))
    }

    /// An entry of the list: a name to be shown and sent, and nothing else but `object: model`.
    private static func isModel(_ entry: JSONValue) -> Bool {
        guard let name = entry["id"]?.string, (1...256).contains(name.utf8.count) else { return false }
        return name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            && entry["object"]?.string ?? "model" == "model"
    }

    /// The models that continue conversations.
    func models() async -> [InstalledChatModel] {
        let owner = entries.first?["owned_by"]?.string
        if entries.contains(where: { $0["max_model_len"] != nil }) { return models(.vllm) { $0["max_model_len"]?.int } }
        if owner != "llamacpp", let models = await ollamaModels() { return models }
        if owner != "llamacpp", let models = await lmStudioModels() { return models }
        if let models = await llamaCppModels() { return models }
        if let models = await koboldCppModels() { return models }
        return models(.other) { _ in nil }
    }

    private func models(_ kind: ModelServerKind, window: (JSONValue) -> Int?) -> [InstalledChatModel] {
        entries.compactMap { entry in
            guard let name = entry["id"]?.string, !Self.embedsByName(name) else { return nil }
            return model(name, kind, window: window(entry))
        }
    }

    private func model(
        _ name: String, _ kind: ModelServerKind, window: Int?, callsTools: Bool = true, isLoaded: Bool = true
    ) -> InstalledChatModel {
        let window = window.flatMap { (256...10_000_000).contains($0) ? $0 : nil }
        return InstalledChatModel(
            name: name, server: kind, address: probe.address,
            contextWindow: window ?? ChatCompletionsModel.usualContextWindow, callsTools: callsTools, isLoaded: isLoaded
        )
    }

    /// True for the names of models that embed or rank, where no server says so.
    private static func embedsByName(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["embed", "minilm", "bge-", "gte-", "e5-", "rerank", "whisper"].contains { name.contains($0) }
    }

    // MARK: Ollama

    private func ollamaModels() async -> [InstalledChatModel]? {
        async let loaded = probe.get("/api/ps")
        guard let tags = await probe.get("/api/tags")?["models"]?.array else { return nil }
        let names = tags.prefix(Self.limit).compactMap { $0["name"]?.string }
        let running = await loaded?["models"]?.array ?? []
        let families = Dictionary(tags.map { ($0["name"]?.string ?? "", $0["details"]?["family"]?.string ?? "") }) {
            $1
        }
        return await names.mapConcurrently { name in
            let shown = await probe.post("/api/show", .members(["model": .string(name)]))
            return ollamaModel(name, family: families[name] ?? "", shown, running.first { $0["name"]?.string == name })
        }.compactMap { $0 }
    }

    private func ollamaModel(
        _ name: String, family: String, _ shown: JSONValue?, _ running: JSONValue?
    ) -> InstalledChatModel? {
        let capabilities = shown?["capabilities"]?.array?.compactMap(\.string)
        let chats =
            capabilities.map { $0.contains("completion") } ?? !(family.contains("bert") || Self.embedsByName(name))
        guard chats else { return nil }
        return model(
            name, .ollama, window: Self.ollamaWindow(shown, running),
            callsTools: capabilities?.contains("tools") ?? true, isLoaded: running != nil)
    }

    /// The window as loaded; else what the model's file asks for, else Ollama's default, and never more than the model has.
    private static func ollamaWindow(_ shown: JSONValue?, _ running: JSONValue?) -> Int {
        if let loaded = running?["context_length"]?.int { return loaded }
        let parameters = shown?["parameters"]?.string?.split(whereSeparator: \.isNewline) ?? []
        let asked = parameters.compactMap { line in
            let words = line.split(separator: " ")
            return words.count == 2 && words[0] == "num_ctx" ? Int(words[1]) : nil
        }.last
        guard case .object(let facts)? = shown?["model_info"] else {
            return asked ?? ChatCompletionsModel.usualContextWindow
        }
        let most = facts.first { $0.name.hasSuffix(".context_length") }?.value.int
        return min(asked ?? ChatCompletionsModel.usualContextWindow, most ?? .max)
    }

    // MARK: The others

    private func lmStudioModels() async -> [InstalledChatModel]? {
        guard let entries = await probe.get("/api/v0/models")?["data"]?.array,
            entries.contains(where: { $0["type"] != nil })
        else { return nil }
        return entries.prefix(Self.limit).filter(Self.isModel).compactMap { entry in
            guard let name = entry["id"]?.string, entry["type"]?.string != "embeddings" else { return nil }
            let isLoaded = entry["state"]?.string == "loaded"
            // What is not loaded is loaded when it is asked, with LM Studio's default.
            let most = entry["max_context_length"]?.int ?? ChatCompletionsModel.usualContextWindow
            let window = isLoaded ? entry["loaded_context_length"]?.int : nil
            return model(
                name, .lmStudio, window: window ?? min(most, ChatCompletionsModel.usualContextWindow),
                isLoaded: isLoaded)
        }
    }

    private func llamaCppModels() async -> [InstalledChatModel]? {
        guard let properties = await probe.get("/props"), let settings = properties["default_generation_settings"]
        else {
            return nil
        }
        let abilities = properties["chat_template_caps"]?["supports_tools"]
        return models(.llamaCpp) { _ in settings["n_ctx"]?.int }.map { model in
            var model = model
            model.callsTools = abilities != .bool(false)
            return model
        }
    }

    private func koboldCppModels() async -> [InstalledChatModel]? {
        guard let window = await probe.get("/api/extra/true_max_context_length")?["value"]?.int else { return nil }
        return models(.koboldCpp) { _ in window }
    }
}

extension Collection where Element: Sendable {
    /// The results of `transform`, in order, computed side by side.
    func mapConcurrently<Result: Sendable>(
        _ transform: @escaping @Sendable (Element) async -> Result
    ) async -> [Result] {
        await withTaskGroup(of: (Int, Result).self) { group in
            for (number, element) in enumerated() {
                group.addTask { (number, await transform(element)) }
            }
            var results: [(Int, Result)] = []
            for await result in group { results.append(result) }
            return results.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}
