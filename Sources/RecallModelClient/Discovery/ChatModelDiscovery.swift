/// The search for language models: on the usual ports of this machine, and at the address that the settings name.
public struct ChatModelDiscovery: Sendable {
    private let settings: ChatModelSettings
    private let places: [ModelAddress]
    private let patience: (usual: Duration, named: Duration)

    /// The ports of Ollama, LM Studio, llama.cpp, vLLM, Jan and KoboldCpp.
    public static let usualPorts = [11_434, 1234, 8080, 8000, 1337, 5001]
    /// The time that the usual ports have together, and the time of a server that the settings name: it may be elsewhere.
    private static let patience = (usual: Duration.milliseconds(300), named: Duration.seconds(2))

    /// A search.
    ///
    /// - Parameters:
    ///   - settings: the person's choice. Its key is sent to its address alone.
    ///   - environment: `OLLAMA_HOST` counts if it names this machine.
    ///   - ports: the ports of this machine to ask.
    public init(
        _ settings: ChatModelSettings = ChatModelSettings(), environment: [String: String] = [:],
        ports: [Int] = usualPorts
    ) {
        self.init(settings, environment: environment, ports: ports, patience: Self.patience)
    }

    /// A search that has other times.
    package init(
        _ settings: ChatModelSettings, environment: [String: String], ports: [Int],
        patience: (usual: Duration, named: Duration)
    ) {
        (self.settings, self.patience) = (settings, patience)
        let ollama = environment["OLLAMA_HOST"].flatMap(Self.ollama)
        var seen = Set<Int>()
        places = ([ollama].compactMap { $0 } + ports).filter { seen.insert($0).inserted }.map(
            ModelAddress.loopback(port:))
    }

    /// All models that are found, side by side: those of the settings' server first, then in the order of the ports.
    public func models() async -> [InstalledChatModel] {
        async let chosen = modelsOfSettings()
        let others = places.filter { !covers($0) }
        let found = await others.mapConcurrently { place in
            (try? await models(at: place, within: patience.usual)) ?? []
        }
        return await chosen + found.joined()
    }

    /// The model to ask: the one that the person chose, else the operating system's own. Others that are found are not
    /// asked: on a machine of several people any of them can listen on a usual port, and would be sent texts of the library.
    ///
    /// - Returns: `nil` if none is chosen.
    /// - Throws: `ChatModelError` if the chosen one cannot be asked.
    public func chosen() async throws -> (any ChatModel)? {
        guard !settings.isOff else { return nil }
        guard settings.model != nil || settings.address != nil else { return Self.system }
        return try await selection().map(model)
    }

    /// The model to ask, as it was found; `nil` if none is found and the settings name no server.
    ///
    /// - Throws: `ChatModelError` if the server that the settings name cannot be asked, or does not have the model.
    public func selection() async throws -> InstalledChatModel? {
        guard let address = settings.address else { return choice(of: await models()) }
        if let model = choice(of: try await models(at: address, within: patience.named)) { return model }
        throw ChatModelError(
            .notFound,
            "The model is not on its server (port \(address.port)). See what there is: recall model chat list")
    }

    /// The model that the operating system brings.
    private static var system: (any ChatModel)? {
        #if canImport(FoundationModels)
            if #available(macOS 26.0, iOS 26.0, *) { return AppleFoundationModel() }
        #endif
        return nil
    }

    /// The model to ask among those that were found.
    public func choice(of found: [InstalledChatModel]) -> InstalledChatModel? {
        let fitting = found.filter { model in
            (settings.model.map { $0 == model.name } ?? true)
                && (settings.address.map { $0.includes(model.address) } ?? true)
        }
        return fitting.first(where: \.isLoaded) ?? fitting.first
    }

    /// The model as one to talk to.
    public func model(_ found: InstalledChatModel) -> ChatCompletionsModel {
        ChatCompletionsModel(
            found.name, at: found.address, key: key(for: found.address), contextWindow: found.contextWindow,
            callsTools: found.callsTools)
    }

    private func modelsOfSettings() async -> [InstalledChatModel] {
        guard let address = settings.address else { return [] }
        return (try? await models(at: address, within: patience.named)) ?? []
    }

    /// The models of the first of several addresses at which something listens. They are of that address alone: where nobody
    /// listens now, anybody may do so later.
    private func models(at address: ModelAddress, within time: Duration) async throws -> [InstalledChatModel] {
        let deadline = ContinuousClock.now.advanced(by: time)
        for place in address.each.dropLast() {
            do {
                return try await models(at: place, before: deadline)
            } catch let error as ChatModelError where error.code == .unreachable {
                continue
            }
        }
        return try await models(at: address.each.last ?? address, before: deadline)
    }

    private func models(
        at place: ModelAddress, before deadline: ContinuousClock.Instant
    ) async throws -> [InstalledChatModel] {
        try await ModelServer(ServerProbe(address: place, key: key(for: place), deadline: deadline)).models()
    }

    private func key(for address: ModelAddress) -> String? {
        settings.address.map { $0.includes(address) } == true ? settings.key : nil
    }

    /// True if the settings' server answers for that place too.
    private func covers(_ place: ModelAddress) -> Bool {
        guard let address = settings.address else { return false }
        return address.isLoopback && address.port == place.port
    }

    /// The port of `OLLAMA_HOST`, if it is one of this machine: `127.0.0.1:11500`, or `0.0.0.0`, which listens here too.
    private static func ollama(_ text: String) -> Int? {
        let host = text.replacing("0.0.0.0", with: "127.0.0.1")
        let address = (try? ModelAddress(host)) ?? (try? ModelAddress(host + ":11434"))
        return address.flatMap { $0.isLoopback ? $0.port : nil }
    }
}
