import Hummingbird
import RecallCore
import RecallKit
import RecallWire

/// `/sample`: the archive to try Recall with, if it came with the program.
struct SampleRoutes {
    let library: ServedLibrary
    let jobs: ImportJobs
    let deletions: Deletions

    func add(to group: RouterGroup<ServerContext>) {
        group.post("sample", use: start)
        group.delete("sample", use: remove)
    }

    /// The sample as the library has it; `nil` if there is none.
    static func state(of library: ServedLibrary) async throws -> SamplePayload? {
        guard let sample = SampleArchive.installed else { return nil }
        return try await library.read { SamplePayload(isImported: try !$0.sources(below: sample.folder).isEmpty) }
    }

    @Sendable private func start(_ request: Request, _ context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request)
        let sample = try Self.sample()
        return try Response.json(ImportPayload(await jobs.start(.files(sample.paths))), status: .created)
    }

    /// Deletes what came from the sample and from nowhere else, so that it can be imported again.
    @Sendable private func remove(_ request: Request, _ context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request)
        let sample = try Self.sample()
        let deletion = try await deletions.run { library in
            try library.deleteSources(try library.sources(below: sample.folder), purgingNow: false)
        }
        return try Response.json(DeletionPayload(deletion ?? Deletion()))
    }

    private static func sample() throws -> SampleArchive {
        guard let sample = SampleArchive.installed else {
            throw APIError.notFound("The sample archive is not installed beside this program.")
        }
        return sample
    }
}
