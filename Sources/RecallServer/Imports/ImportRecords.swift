import Foundation
import RecallCore
import RecallKit

/// The imports that are not finished, in a small JSON file beside the library, so that the next server can offer to go on.
struct ImportRecords: Sendable {
    private let file: LibraryFile

    /// The imports of the library in `folder`.
    init(folder: String) {
        file = LibraryFile(path: folder + "/imports.json")
    }

    /// Keeps the unfinished ones of `jobs`, in place of all that were kept. Without any, the file goes. An import does not fail
    /// because this does.
    func keep(_ jobs: [ImportJob]) {
        let records = jobs.compactMap(\.record)
        guard !records.isEmpty else { return file.remove() }
        guard let data = try? JSONEncoder().encode(records) else { return }
        try? file.write(data)
    }

    /// The jobs of earlier servers, and one for the `unfinished` files that none of them is about.
    func jobs(unfinished: [UnfinishedSource]) -> [ImportJob] {
        let read = (try? file.read()).flatMap { try? JSONDecoder().decode([ImportJob.Record].self, from: $0) } ?? []
        let jobs = read.sorted { $0.id < $1.id }.map { ImportJob($0) }
        let paths = jobs.flatMap(\.task.paths)
        let others = unfinished.filter { file in
            !paths.contains { file.path == $0 || file.path.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }
        }
        guard !others.isEmpty else { return jobs }
        return jobs + [ImportJob(id: (jobs.last?.id ?? 0) + 1, unfinished: others)]
    }
}
