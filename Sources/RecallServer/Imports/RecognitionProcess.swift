import HTTPTypes
import RecallKit
import Subprocess

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// A process that tells what is at paths: a file that ends the program ends that alone.
enum RecognitionProcess {
    /// The list as it is sent, in JSON.
    static func run(_ paths: [String]) async throws -> String {
        guard let executable = RecallProgram.path else {
            throw APIError(.serviceUnavailable, "no-program", RecallProgram.advice)
        }
        let result = try await Subprocess.run(
            .path(FilePath(executable)), arguments: Arguments(["recognise", "--"] + paths), input: .none,
            output: .string(limit: mostBytes), error: .discarded)
        guard case .exited(0) = result.terminationStatus, !result.standardOutput.isEmpty else {
            throw APIError(
                .serviceUnavailable, "not-recognised",
                "What is there could not be looked at. Name a part of it, or import it with recall import.")
        }
        return result.standardOutput
    }

    private static let mostBytes = 16 << 20
}
