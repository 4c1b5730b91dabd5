import CConfinement

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The limits of a process that may only read its standard input, compute, and write its standard output. The kernel
/// enforces them, so they hold even if a hostile input takes over the process.
package struct Confinement: Sendable {
    /// The processor time limit in seconds.
    package let seconds: Int
    /// The memory limit in bytes.
    package let memory: Int

    package init(seconds: Int, memory: Int) {
        self.seconds = seconds
        self.memory = memory
    }

    /// The wall-clock limit in seconds: a little more than the processor time.
    package var wallSeconds: Int { seconds + 5 }

    /// Confines this process and what it executes, irrevocably. Call it first, before there is a second thread. Ends the
    /// process if the system refuses a layer that it has.
    ///
    /// - Parameter program: the path of the one program that this process may become.
    /// - Returns: the layers that hold.
    @discardableResult package func apply(program: String? = nil) -> ConfinementLayers {
        guard let program else { return apply(programPath: nil) }
        return program.withCString { apply(programPath: $0) }
    }

    private func apply(programPath: UnsafePointer<CChar>?) -> ConfinementLayers {
        var confinement = recall_confinement(
            cpu_seconds: UInt32(seconds), wall_seconds: UInt32(wallSeconds), memory: UInt64(memory),
            program: programPath, libraries: nil, without_landlock: false)
        let layers = recall_confine(&confinement)
        guard layers >= 0 else { _exit(Self.refused) }
        return ConfinementLayers(rawValue: UInt8(truncatingIfNeeded: layers))
    }
}

extension Confinement {
    /// The exit code of a process whose program to execute was not found.
    package static let missingProgram: Int32 = 127
    /// The exit code of a process that the system did not let confine itself.
    package static let refused: Int32 = 126

    /// Confines this process, and makes it a program of the system.
    ///
    /// - Parameter words: the program's name, and its arguments.
    package func execute(_ words: [String]) -> Never {
        guard let name = words.first, let program = SystemProgram(name) else { _exit(Self.missingProgram) }
        apply(program: program.path)
        var arguments = words.map { strdup($0) } + [nil]
        recall_execute(program.path, &arguments)
        _exit(Self.missingProgram)
    }

    /// Writes `reply` to standard output and ends the process.
    package static func answer(_ reply: [UInt8]) -> Never {
        write(reply)
        _exit(0)
    }

    /// Writes `bytes` to standard output; ends the process if nobody reads them.
    package static func write(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let start = UnsafeRawBufferPointer(rebasing: rest)
                let count = systemWrite(STDOUT_FILENO, start.baseAddress, start.count)
                if count < 0, errno != EINTR { _exit(1) }
                rest = rest.dropFirst(max(0, count))
            }
        }
    }
}

/// `write(2)`, which the method of that name hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
