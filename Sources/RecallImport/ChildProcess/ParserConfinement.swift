package import RecallConfinement
import RecallCore

/// The confinement that parsing processes have on this machine.
package enum ParserConfinement {
    /// The layers that a parsing process reports when it has confined itself.
    ///
    /// - Throws: `ImportFailure` if it could not be started or confined.
    package static func layers() async throws -> ConfinementLayers {
        let launcher = ParserLauncher(executable: nil, path: "", place: nil, confinement: .page)
        let input = try DocumentInput(data: [0], path: "", place: nil)
        let output = try await launcher.run(ParserProcess.layers, input, atMost: 2)
        guard output.ending == .exited(0), let bits = output.bytes.first else { throw launcher.failed(output) }
        return ConfinementLayers(rawValue: bits)
    }
}
