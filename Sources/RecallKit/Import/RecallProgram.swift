import RecallConfinement
import RecallImport

/// The `recall` program, which is started for parsing, and by servers for importing.
package enum RecallProgram {
    /// The path in `RECALL_EXECUTABLE`, else this process's own executable if it is `recall`, else a `recall` beside it,
    /// else one on `PATH`.
    package static var path: String? { RecallExecutable.path }

    /// The advice where there is none.
    package static var advice: String { RecallExecutable.advice }

    /// Parses a document and ends the process, if it was started for that. To be called before anything else is done.
    ///
    /// - Parameter arguments: the arguments of the process, without its name.
    package static func parseIfAsked(_ arguments: [String]) {
        if arguments.first == ParserProcess.argument { ParserProcess.main(Array(arguments.dropFirst())) }
    }

    /// Protects a process that may hold a library open from other processes of the same user. To be called before there is
    /// a second thread.
    ///
    /// - Parameter mayGainRights: true if what it starts may have more rights than it has, as a browser does.
    package static func protect(mayGainRights: Bool) {
        ProcessProtection.apply(mayGainRights: mayGainRights)
    }
}
