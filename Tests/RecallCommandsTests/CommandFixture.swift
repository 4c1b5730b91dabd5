import Foundation
import RecallTestSupport

/// A scratch folder with a library in which `recall` runs.
struct CommandFixture {
    let scratch: ScratchFolder
    var library: String { scratch.path + "/library" }

    init() throws {
        scratch = try ScratchFolder()
    }

    /// Runs `recall` with its library here; without a model unless asked for.
    func recall(_ arguments: String..., input: String = "", withModel: Bool = false) throws -> RecallProcess.Outcome {
        try recall(arguments, input: input, withModel: withModel)
    }

    func recall(_ arguments: [String], input: String = "", withModel: Bool = false) throws -> RecallProcess.Outcome {
        var environment = ["RECALL_LIBRARY": library, "TZ": "UTC", "NO_COLOR": "1", "COLUMNS": ""]
        if !withModel { environment["RECALL_MODELS"] = scratch.path + "/no models" }
        return try RecallProcess.run(arguments, environment: environment, input: Data(input.utf8), in: scratch)
    }

    /// Imports two notes and a mail.
    func importSome() throws {
        try scratch.write("in/Boiler.md", "# Boiler\n\nThe kettle whistles at night.")
        try scratch.write("in/Ferns.md", "Ferns grow by the mill.")
        try scratch.write(
            "in/mail.eml",
            """
            From: Ada Lind <ada@people.example>
            To: Bea <bea@people.example>
            Subject: Keys for the mill
            Message-ID: <keys@made-up.example>
            Date: Mon, 04 Mar 2024 10:00:00 +0000

            The keys are under the kettle.
            """)
        let outcome = try recall("import", scratch.path + "/in")
        guard outcome.code == 0 else { throw Failure(description: outcome.errors) }
    }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }
}

extension RecallProcess.Outcome {
    /// The threads that a search found.
    var results: [[String: Any]] { json["results"] as? [[String: Any]] ?? [] }

    /// Their titles.
    var titles: [String] { results.compactMap { ($0["thread"] as? [String: Any])?["title"] as? String } }

    /// The id of the item that was found first.
    var firstID: String? {
        let passages = results.first?["passages"] as? [[String: Any]]
        return (passages?.first?["item"] as? [String: Any])?["id"] as? String
    }

    /// Standard output as a JSON object; empty if it is none.
    var json: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(output.utf8))) as? [String: Any] ?? [:]
    }

    /// Standard output as JSON lines.
    var jsonLines: [[String: Any]] {
        output.split(separator: "\n").compactMap {
            (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
        }
    }
}
