import Foundation
import RecallCore
import RecallKit

/// The imports that are not finished, in a small JSON file beside the library, so that the next server can offer to go on.
struct ImportRecords: Sendable {
    private let unfinished: UnfinishedImports
    private var file: LibraryFile { unfinished.file }

    /// The imports of the library at `location`.
    init(of location: LibraryLocation) {
        unfinished = UnfinishedImports(of: location)
    }

    /// Keeps the unfinished ones of `jobs`, in place of all that were kept. Without any, the file goes. An import does not fail
    /// because this does.
    func keep(_ jobs: [ImportJob]) {
        let records = jobs.compactMap(\.record).filter { !unfinished.isGone($0.paths ?? []) }
        guard !records.isEmpty else { return file.remove() }
        guard let data = try? JSONEncoder().encode(records) else { return }
        try? file.write(data)
    }

    /// The jobs of earlier servers, and one for the `unfinished` files that none of them is about. How much of a job was read
    /// before a server was killed, `library` knows better than what that server wrote down last.
    func jobs(unfinished: [UnfinishedSource], in library: RecallLibrary?) -> [ImportJob] {
        let read = (try? file.read()).flatMap { try? JSONDecoder().decode([ImportJob.Record].self, from: $0) } ?? []
        let kept = read.filter { !self.unfinished.isGone($0.paths ?? []) }
        let jobs = kept.sorted { $0.id < $1.id }.map { record in
            var job = ImportJob(record)
            if let library { job.noteStored(in: library) }
            return job
        }
        let paths = jobs.flatMap(\.task.paths)
        let others = unfinished.filter { file in
            !paths.contains { file.path.isPath(in: $0) }
        }
        guard !others.isEmpty else { return jobs }
        return jobs + [ImportJob(id: (jobs.last?.id ?? 0) + 1, unfinished: others)]
    }
}
