import HTTPTypes
import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
public import RecallCore
public import RecallKit
import ServiceLifecycle
import UnixSignals

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The web app and the HTTP API over one library, on the loopback interface only.
public struct RecallServer: Sendable {
    /// The configuration of a server.
    public struct Configuration: Sendable {
        /// The library.
        public var location: LibraryLocation
        /// The port on 127.0.0.1; 0 for any free one.
        public var port: Int
        /// The version of the program, for display.
        public var version: String
        /// Called with the one-time link when the server listens.
        public var didStart: @Sendable (_ link: String) async -> Void
        /// The model with which it searches.
        public var model: ModelChoice
        /// The language model that answers questions, looked for with each one; `nil` for quotations alone.
        public var chatModel: @Sendable () async -> ServedChatModel? = { nil }
        /// True to import changes in watched folders also while the machine is busy or its battery nearly empty.
        public var watchesAlways = false
        /// The logger of warnings and errors, which never contain a query, a name or a token.
        public var logger: Logger

        /// A configuration.
        public init(
            location: LibraryLocation, port: Int, version: String, model: ModelChoice = .installed, logger: Logger,
            didStart: @escaping @Sendable (_ link: String) async -> Void
        ) {
            self.location = location
            self.port = port
            self.version = version
            self.model = model
            self.logger = logger
            self.didStart = didStart
        }
    }

    private let configuration: Configuration
    private let resources: ServerResources
    /// True if the library cannot be changed, as on read-only media: it is searched and shown.
    public let isReadOnly: Bool

    /// A server of a library, which is created if it does not exist.
    ///
    /// - Throws: `StoreError`.
    public init(_ configuration: Configuration) throws {
        let location = configuration.location
        let records = ImportRecords(of: location)
        let (jobs, isReadOnly) = try Self.prepare(location, records)
        self.isReadOnly = isReadOnly
        self.configuration = configuration
        let library = ServedLibrary(at: location, model: configuration.model)
        resources = ServerResources(
            version: configuration.version,
            library: library,
            sessions: try Sessions(folder: location.folder, isReadOnly: isReadOnly),
            clients: AssistantClients(of: location), watched: WatchedFolders(of: location),
            searches: KeptSearches(location),
            jobs: ImportJobs(
                resuming: jobs, keep: records.keep,
                discard: { paths in Task { try? await library.read { try $0.removeUnlistedUploads(at: paths) } } },
                runner: { await $0.run($1, in: location.folder, progress: $2) }),
            uploads: Uploads(in: location), chatModel: configuration.chatModel)
    }

    /// Creates the library if it does not exist, and migrates an older one unless another process is writing to it.
    ///
    /// - Returns: the imports that are not finished, also of files that no server imported unless a process is writing, which
    ///   may be about to read them; and true if the library can be read but not written.
    private static func prepare(
        _ location: LibraryLocation, _ records: ImportRecords
    ) throws -> (jobs: [ImportJob], isReadOnly: Bool) {
        do {
            let library = try RecallLibrary(at: location, for: .write, model: .none)
            let jobs = records.jobs(unfinished: try library.unfinishedSources(limit: ServerLimits.paths), in: library)
            try? library.removeAbandonedUploads(besides: jobs.flatMap(\.task.paths))
            return (jobs, false)
        } catch let error as StoreError {
            guard [.busy, .unavailable].contains(error.code), location.exists else { throw error }
            let library = Result { try RecallLibrary(at: location, for: .read, model: .none) }
            guard error.code == .unavailable else {
                return (records.jobs(unfinished: [], in: try? library.get()), false)
            }
            return (records.jobs(unfinished: [], in: try library.get()), true)
        }
    }

    /// Serves until the process is asked to stop (Ctrl-C, SIGTERM). Then running requests complete, and an import
    /// stops at a checkpoint.
    ///
    /// - Throws: `ServerError` if the port is not available, `StoreError` if the process may not open enough files.
    public func run() async throws {
        let watch = FolderWatch(
            folders: resources.watched, jobs: resources.jobs, isImpatient: configuration.watchesAlways)
        var services: [any Service] = [application, ImportsInBackground(jobs: resources.jobs, watch: watch)]
        if !isReadOnly {
            services.append(
                MaintenanceInBackground(library: resources.library, jobs: resources.jobs, resources.activity))
        }
        var group = ServiceGroupConfiguration(
            services: services, gracefulShutdownSignals: [.sigint, .sigterm], logger: configuration.logger)
        group.maximumGracefulShutdownDuration = .seconds(ServerLimits.shutdownSeconds)
        defer { LinkFile(folder: configuration.location.folder).endListening() }
        try OpenFileLimit.require(ServerLimits.openFiles)
        do {
            try await ServiceGroup(configuration: group).run()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw ServerError.portInUse(configuration.port)
        } catch let error as IOError {
            throw ServerError.cannotListen(configuration.port, errno: error.errnoCode)
        }
    }

    /// A new one-time link to the server of a library that runs already.
    ///
    /// - Throws: `ServerError` if none runs, `StoreError` if the library's folder cannot be written to.
    public static func newLink(to location: LibraryLocation) throws -> String {
        guard let link = try LinkFile(folder: location.folder).make() else { throw ServerError.notRunning }
        return link
    }

    /// All routes, as `GET /api/v1/items/{id}`, for tests that visit all of them.
    package var routes: [String] {
        ServerRouter.make(resources).routes.map { "\($0.method.rawValue) \($0.path)" }
    }

    private var application: some Service {
        let table = ConnectionTable()
        let channel = HTTP1Channel.Configuration(
            additionalChannelHandlers: [ConnectionGuard(table: table)],
            idleTimeout: .seconds(Int64(ServerLimits.idleSeconds)),
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: ServerLimits.headerLineBytes, maxHeaderListSize: ServerLimits.headerBytes,
                maxHeaderFieldCount: ServerLimits.headerCount))
        return Application(
            router: ServerRouter.make(resources), server: .http1(configuration: channel),
            configuration: .init(address: .hostname("127.0.0.1", port: configuration.port)),
            onServerRunning: { [resources, configuration] channel in
                let port = channel.localAddress?.port ?? configuration.port
                LinkFile(folder: configuration.location.folder).listen(port: port)
                await configuration.didStart(AppAddress.link(port: port, code: resources.sessions.makeCode()))
            },
            logger: configuration.logger)
    }
}

/// The background work that stops with the server: imports of the watched folders.
private struct ImportsInBackground: Service {
    let jobs: ImportJobs
    let watch: FolderWatch

    func run() async throws {
        try? await cancelWhenGracefulShutdown { try await watch.run() }
        await jobs.shutDown()
    }
}

/// Maintenance in quiet moments. A step that runs when the server stops is completed.
private struct MaintenanceInBackground: Service {
    private let maintenance: Maintenance

    init(library: ServedLibrary, jobs: ImportJobs, _ activity: RequestActivity) {
        maintenance = Maintenance(of: library, jobs: jobs, activity: activity)
    }

    func run() async throws {
        try? await cancelWhenGracefulShutdown { try await maintenance.run() }
    }
}

/// The reason why the server cannot start.
public struct ServerError: Error, CustomStringConvertible {
    /// A sentence with the cause and a remedy.
    public let description: String

    static let notRunning = ServerError(
        description: "No recall serve is running for this library. Start it: recall serve")

    static func portInUse(_ port: Int) -> ServerError {
        ServerError(
            description: "Port \(port) is in use, perhaps by another recall serve. Name another one: "
                + "recall serve --port \(port + 1), or --port 0 for any that is free.")
    }

    static func cannotListen(_ port: Int, errno: Int32) -> ServerError {
        ServerError(
            description: "Port \(port) cannot be used (error \(errno)). Name another one: recall serve --port 0")
    }
}
