import Foundation
import Hummingbird
import RecallKit
import RecallWire

/// `/imports`: running and past imports.
struct ImportRoutes {
    private static let lookInterval = Duration.milliseconds(250)

    let jobs: ImportJobs
    let library: ServedLibrary

    func add(to group: RouterGroup<ServerContext>) {
        let imports = group.group("imports")
        imports.get(use: list)
        imports.post(use: start)
        imports.get("{id}", use: show)
        imports.delete("{id}") { _, context in
            try await jobs.forget(context.number())
            return Response(status: .noContent)
        }
        imports.get("{id}/events", use: events)
        imports.post("{id}/pause") { _, context in try await answer(jobs.pause(context.number())) }
        imports.post("{id}/resume") { _, context in try await answer(jobs.resume(context.number())) }
        imports.post("{id}/cancel") { _, context in try await answer(jobs.cancel(context.number())) }
        group.post("embedding", use: embed)
    }

    private func answer(_ job: ImportJob) throws -> Response {
        try Response.json(ImportPayload(job))
    }

    @Sendable private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request)
        return try Response.json(ImportListPayload(await jobs.all.map(ImportPayload.init)))
    }

    @Sendable private func start(_ request: Request, _ context: ServerContext) async throws -> Response {
        var request = request
        let paths = try await ImportRequest.read(&request).paths
        return try Response.json(ImportPayload(await jobs.start(.files(paths))), status: .created)
    }

    /// Embeds what is not embedded yet, like an import.
    @Sendable private func embed(_ request: Request, _ context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request)
        guard try await library.opened.model != nil else {
            throw APIError(
                .conflict, "no-model",
                "No model is installed to embed with. Run: recall model install, then start recall serve again.")
        }
        return try Response.json(ImportPayload(await jobs.start(.embedding)), status: .created)
    }

    @Sendable private func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        try answer(await jobs.job(context.number()))
    }

    /// Server-sent events (WHATWG HTML, 9.2): the import's state when it changes, and at least every second.
    @Sendable private func events(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.number()
        _ = try await jobs.job(id)
        return StreamedBody.response(to: request, type: "text/event-stream") { [jobs] writer in
            try await Self.follow(id, of: jobs, writer)
        }
    }

    private static func follow(_ id: Int, of jobs: ImportJobs, _ writer: StreamWriter) async throws {
        var last: ImportPayload?
        var sent = ContinuousClock.now
        while let job = try? await jobs.job(id) {
            let now = ImportPayload(job)
            if now != last || .now - sent >= .seconds(1) {
                try await writer.write(event: "import", PayloadEncoding.line(now))
                (last, sent) = (now, .now)
            }
            if job.state.isAtRest { return }
            if await jobs.isStopping, await !jobs.isRunning { return }
            try await Task.sleep(for: lookInterval)
        }
    }
}

extension ImportPayload {
    init(_ job: ImportJob) {
        self.init(
            id: job.id, task: job.task == .embedding ? .embedding : .files, paths: job.task.paths, state: job.state,
            progress: job.progress, error: job.error,
            started: job.started, ended: job.ended)
    }
}
