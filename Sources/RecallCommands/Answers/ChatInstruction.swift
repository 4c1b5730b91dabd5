import RecallCore

/// A line of a chat that begins with a slash: an instruction to the program, and no question.
enum ChatInstruction: String, CaseIterable {
    case sources, show, scope, new, keep, replace, both, no, help, quit

    /// The meaning of a line.
    enum Line: Equatable {
        case question(String)
        case instruction(ChatInstruction, argument: String)
        /// No instruction is called that.
        case unknown(hint: String)
    }

    private static let synonyms: [String: ChatInstruction] = ["exit": .quit, "?": .help]

    /// The meaning of a line that is not empty. The name of an instruction alone, without its slash, is hardly a question; a
    /// number alone is that of a source.
    static func line(_ line: String) -> Line {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        guard line.hasPrefix("/") else {
            if Int(line) != nil { return .instruction(.show, argument: line) }
            return named(line).map { .unknown(hint: "Did you mean /\($0)? With a question mark it is asked.") }
                ?? .question(line)
        }
        let name = String(words[0].dropFirst())
        if let instruction = named(name) {
            let argument = words.count > 1 ? words[1].trimmingPrefix { $0 == " " } : ""
            return .instruction(instruction, argument: String(argument))
        }
        let nearest = NearestName.nearest(to: name, in: allCases.map(\.rawValue) + synonyms.keys.filter { $0 != "?" })
        let hint = nearest.flatMap(named).map { "Did you mean /\($0)?" } ?? "/help lists what there is."
        return .unknown(hint: "There is no /\(TerminalText.safe(name)). \(hint)")
    }

    private static func named(_ name: String) -> ChatInstruction? {
        ChatInstruction(rawValue: name.lowercased()) ?? synonyms[name.lowercased()]
    }

    /// All, one a line.
    static let summary = """
        /sources       what the last answer cites; /sources 2: what the second answer cites
        /show 1        the item that the last answer cites as [1]; 1 alone does the same
        /scope         what may be read; /scope from:anna: only what this selects; /scope off: everything
        /new           begin a new conversation
        /keep, /no     keep the memory that is proposed, or do not
        /replace       keep it and end the one that it contradicts; /replace 2: the second of several
        /both          keep it beside what it contradicts
        /help          this list
        /quit          leave, as Ctrl-D does
        Ctrl-C         end an answer, or clear the line
        Up, down       the questions before; what is pasted in several lines is one question
        """
}
