import RecallCore
import Subprocess

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Locates the `recall` executable, which runs parsers and, for servers, imports.
package enum RecallExecutable {
    /// The path in `RECALL_EXECUTABLE`, else this process's own executable if it is `recall`, else a `recall` in the
    /// same folder, else one on `PATH`.
    package static let path: String? = {
        let own = running
        let folder = own.map { $0.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } }
        var candidates = [variable("RECALL_EXECUTABLE"), own?.hasSuffix("/recall") == true ? own : nil]
        candidates.append(folder.map { $0 + "/recall" })
        candidates += (variable("PATH") ?? "").split(separator: ":").map { $0 + "/recall" }
        return candidates.lazy.compactMap(\.self).first { access($0, X_OK) == 0 }
    }()

    /// The environment of a parsing process.
    static let environment: [Environment.Key: String] = ["LANG": "C.UTF-8"]

    /// The remedy if the executable is not found.
    package static let advice = "set RECALL_EXECUTABLE to the path of the recall executable."

    /// True if a process that ended by `signal` exceeded its time limit.
    static func isTimeLimit(_ signal: Int32) -> Bool {
        signal == SIGXCPU || signal == SIGALRM
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The executable of this process.
    private static var running: String? {
        var buffer = [CChar](repeating: 0, count: 4_096)
        #if canImport(Darwin)
            var size = UInt32(buffer.count)
            guard _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
        #else
            guard readlink("/proc/self/exe", &buffer, buffer.count - 1) > 0 else { return nil }
        #endif
        return buffer.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
    }
}
