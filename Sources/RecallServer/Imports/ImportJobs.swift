import HTTPTypes
import RecallCore
import RecallWire

/// The queue of imports: one runs at a time, the others wait in order.
actor ImportJobs {
    /// Runs an import and waits for its end.
    typealias Runner =
        @Sendable (ImportProcess, ImportTask, @escaping @Sendable (ImportProgress) async -> Void) async
        -> ImportProcess.Ending

    private let runner: Runner
    private let keep: @Sendable ([ImportJob]) -> Void
    private let discard: @Sendable ([String]) -> Void
    private var lastKept = ContinuousClock.now
    private var jobs: [ImportJob] = []
    private var lastID = 0
    private var running: (id: Int, process: ImportProcess)?
    /// The target states of jobs that are being stopped.
    private var wanted: [Int: ImportJob.State] = [:]
    private var waiters: [CheckedContinuation<Void, Never>] = []
    private var isHeld = false
    /// True while the server is stopping and no new import starts.
    private(set) var isStopping = false

    /// A queue with the jobs of earlier servers, which wait to be resumed. `keep` is called with all jobs when one has changed,
    /// `discard` with the paths of one that will not run again.
    init(
        resuming jobs: [ImportJob] = [], keep: @escaping @Sendable ([ImportJob]) -> Void = { _ in },
        discard: @escaping @Sendable ([String]) -> Void = { _ in },
        runner: @escaping Runner
    ) {
        (self.jobs, self.keep, self.discard, self.runner) = (jobs, keep, discard, runner)
        lastID = jobs.last?.id ?? 0
    }

    /// True if an import is running.
    var isRunning: Bool { running != nil }

    /// The number of imports of files that were cut off or paused.
    var unfinishedCount: Int {
        jobs.count { $0.task != .embedding && [.interrupted, .paused].contains($0.state) }
    }

    /// All imports, newest first.
    var all: [ImportJob] { jobs.reversed() }

    /// The import with the id.
    func job(_ id: Int) throws -> ImportJob {
        guard let job = jobs.first(where: { $0.id == id }) else { throw APIError.notFound("There is no such import.") }
        return job
    }

    // MARK: What is asked for

    /// Queues an import. Embedding that is queued already is not queued again.
    func start(_ task: ImportTask, isWatch: Bool = false) -> ImportJob {
        if task == .embedding, let job = jobs.first(where: { $0.task == task && !$0.state.isAtRest }) { return job }
        lastID += 1
        let job = ImportJob(id: lastID, task: task, isWatch: isWatch)
        jobs.append(job)
        forgetOldest()
        keepAll()
        runNext()
        return (try? self.job(job.id)) ?? job
    }

    /// Pauses an import at a checkpoint, and waits until it has stopped.
    func pause(_ id: Int) async throws -> ImportJob {
        try await stop(id, becoming: .paused)
    }

    /// Cancels an import at a checkpoint, and waits until it has stopped.
    func cancel(_ id: Int) async throws -> ImportJob {
        try await stop(id, becoming: .cancelled)
    }

    /// Resumes an import that was stopped or that failed.
    func resume(_ id: Int) throws -> ImportJob {
        let job = try job(id)
        guard job.state.isUnfinished else {
            throw APIError.conflict("Only an import that was stopped or has failed can go on.")
        }
        update(id) { $0.resume() }
        runNext()
        return try self.job(id)
    }

    /// Takes an import that does not run from the list. What it stored stays.
    func forget(_ id: Int) throws {
        let job = try job(id)
        guard job.state.isAtRest else { throw APIError.conflict("This import has not ended. Cancel it first.") }
        jobs.removeAll { $0.id == id }
        keepAll()
        discard(job.task.paths)
    }

    private func stop(_ id: Int, becoming state: ImportJob.State) async throws -> ImportJob {
        let job = try job(id)
        guard !job.state.isAtRest || (state == .cancelled && job.state == .paused) else {
            throw APIError.conflict("This import has ended already.")
        }
        if let running, running.id == id {
            want(state, of: id, running.process)
            while self.running?.id == id { await change() }
        } else {
            update(id) { $0.become(state) }
        }
        return try self.job(id)
    }

    /// Interrupts a process once, since a second interruption ends it between checkpoints. Who cancels while it pauses has
    /// cancelled.
    private func want(_ state: ImportJob.State, of id: Int, _ process: ImportProcess) {
        let earlier = wanted.updateValue(wanted[id] == .cancelled ? .cancelled : state, forKey: id)
        if earlier == nil { process.interrupt() }
    }

    /// Runs `body` while no import runs or starts, after earlier calls.
    ///
    /// - Throws: `APIError` with status 409 if an import runs.
    func whileNoneRuns<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        while isHeld { await change() }
        guard running == nil else { throw APIError.conflict("An import runs. Pause it first, then try again.") }
        isHeld = true
        defer {
            isHeld = false
            runNext()
            wakeWaiters()
        }
        return try await body()
    }

    /// Stops the running import at a checkpoint, and starts no other.
    func shutDown() async {
        isStopping = true
        while let running {
            running.process.interrupt()
            await change()
        }
    }

    /// Waits until an import or an exclusive operation has ended.
    private func change() async {
        await withCheckedContinuation { waiters.append($0) }
    }

    private func wakeWaiters() {
        waiters.forEach { $0.resume() }
        waiters = []
    }

    // MARK: What runs

    private func runNext() {
        guard running == nil, !isHeld, !isStopping else { return }
        guard let job = jobs.first(where: { $0.state == .waiting }) else { return }
        let process = ImportProcess()
        running = (job.id, process)
        update(job.id) { $0.become(.running) }
        Task { [runner] in
            let ending = await runner(process, job.task) { await self.note($0, of: job.id) }
            self.end(job.id, ending)
        }
    }

    private func note(_ progress: ImportProgress, of id: Int) {
        guard let index = jobs.firstIndex(where: { $0.id == id }) else { return }
        jobs[index].note(progress)
        if .now - lastKept > Self.keepInterval { keepAll() }
    }

    private func end(_ id: Int, _ ending: ImportProcess.Ending) {
        let wanted = wanted.removeValue(forKey: id)
        update(id) { $0.end(ending, wanted: wanted) }
        if let job = try? job(id), job.state == .finished { discard(job.task.paths) }
        jobs.removeAll { $0.id == id && $0.isIdleWatch }
        running = nil
        runNext()
        wakeWaiters()
    }

    private func update(_ id: Int, _ change: (inout ImportJob) -> Void) {
        guard let index = jobs.firstIndex(where: { $0.id == id }) else { return }
        change(&jobs[index])
        keepAll()
    }

    private static let keepInterval = Duration.seconds(2)

    private func keepAll() {
        lastKept = .now
        keep(jobs)
    }

    private func forgetOldest() {
        guard jobs.count > ServerLimits.imports, let oldest = jobs.firstIndex(where: { $0.state.isAtRest }) else {
            return
        }
        discard(jobs.remove(at: oldest).task.paths)
    }
}
