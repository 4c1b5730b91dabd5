import ArgumentParser
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A program that answers a line of standard input.
struct ColdProcess {
    /// Resident bytes.
    struct Memory {
        /// The most there were.
        var peak: Int
        /// Of the files of models, mapped. Of `recall` itself only the administrator can see it; others get 0.
        var model: Int
    }

    private let arguments: [String]

    init(_ executable: String, _ arguments: [String]) {
        self.arguments = [executable] + arguments
    }

    /// From its start to its end.
    func time(input: String) throws -> Time {
        var cpu = 0.0
        let wall = try Time.of {
            let running = try Running(arguments)
            running.write(input + "\n")
            running.closeInput()
            running.readAll()
            cpu = try running.wait()
        }.wall
        return Time(wall: wall, cpu: cpu)
    }

    /// Its memory when it has answered.
    func memory(input: String) throws -> Memory {
        let running = try Running(arguments)
        running.write(input + "\n")
        running.readSome()
        let memory = Memory(
            peak: running.peak, model: running.mapped { $0.hasSuffix(".packed") || $0.hasSuffix(".safetensors") })
        running.closeInput()
        running.readAll()
        _ = try running.wait()
        return memory
    }

    /// A started process with pipes to it.
    private struct Running {
        private var process: pid_t = 0
        private let input, output: FileHandle

        init(_ arguments: [String]) throws {
            let (toChild, fromChild) = (Pipe(), Pipe())
            input = toChild.fileHandleForWriting
            output = fromChild.fileHandleForReading
            var actions = FileActions()
            actions.redirect(toChild.fileHandleForReading, to: STDIN_FILENO)
            actions.redirect(fromChild.fileHandleForWriting, to: STDOUT_FILENO)
            // The child's copies would keep the pipes open.
            actions.close(input)
            actions.close(output)
            process = try actions.spawn(arguments)
            try toChild.fileHandleForReading.close()
            try fromChild.fileHandleForWriting.close()
        }

        func write(_ text: String) { input.write(Data(text.utf8)) }
        func closeInput() { try? input.close() }
        func readSome() { _ = output.availableData }
        func readAll() { _ = output.readDataToEndOfFile() }

        /// Waits for its end and returns the seconds it had on processors.
        func wait() throws -> Double {
            var status: Int32 = 0
            var usage = rusage()
            wait4(process, &status, 0, &usage)
            guard status == 0 else { throw ValidationError("A process that embeds a query failed (\(status)).") }
            return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
        }

        /// As the kernel counts it for this program alone: what wait4 says begins with the parent's.
        var peak: Int {
            lines(of: "status").first { $0.hasPrefix("VmHWM:") }.flatMap(Self.bytes) ?? 0
        }

        /// Resident bytes of the mapped files that `isCounted`.
        func mapped(_ isCounted: (Substring) -> Bool) -> Int {
            var (counts, total) = (false, 0)
            for line in lines(of: "smaps") {
                if line.hasPrefix("Rss:") {
                    total += counts ? Self.bytes(line) ?? 0 : 0
                } else if line.contains("-"), line.first?.isHexDigit == true {
                    counts = isCounted(line)
                }
            }
            return total
        }

        /// Read by a handle: files of the kernel have no size, which other ways to read go by.
        private func lines(of file: String) -> [Substring] {
            let data = FileHandle(forReadingAtPath: "/proc/\(process)/\(file)")?.readDataToEndOfFile() ?? Data()
            return String(decoding: data, as: UTF8.self).split(separator: "\n")
        }

        private static func bytes(_ line: Substring) -> Int? {
            line.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 << 10 }
        }
    }
}

/// What a process is started with.
private struct FileActions {
    #if canImport(Darwin)
        private var actions: posix_spawn_file_actions_t?
    #else
        private var actions = posix_spawn_file_actions_t()
    #endif

    init() { posix_spawn_file_actions_init(&actions) }

    mutating func redirect(_ handle: FileHandle, to descriptor: Int32) {
        posix_spawn_file_actions_adddup2(&actions, handle.fileDescriptor, descriptor)
    }

    mutating func close(_ handle: FileHandle) {
        posix_spawn_file_actions_addclose(&actions, handle.fileDescriptor)
    }

    mutating func spawn(_ arguments: [String]) throws -> pid_t {
        defer { posix_spawn_file_actions_destroy(&actions) }
        let strings = arguments.map { strdup($0) }
        let environment = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") }
        defer { (strings + environment).forEach { free($0) } }
        var process: pid_t = 0
        let failed = posix_spawn(&process, arguments[0], &actions, nil, strings + [nil], environment + [nil])
        guard failed == 0 else {
            throw ValidationError("\(arguments[0]) does not start: \(String(cString: strerror(failed)))")
        }
        return process
    }
}
