import Foundation
import RecallCore
import RecallModelClient
import RecallWire

/// The check of the language models that can answer questions, and of where they run.
enum ChatModelCheck {
    static func run(_ library: LibraryOptions) async -> Diagnosis {
        do {
            let (settings, discovery) = try library.chatModels()
            if settings.isOff { return diagnosis(.fine, "none, as chosen: answers are quotations") }
            return diagnosis(settings, await discovery.models(), library)
        } catch {
            return diagnosis(.broken, "\(error)")
        }
    }

    private static func diagnosis(
        _ settings: ChatModelSettings, _ models: [InstalledChatModel], _ library: LibraryOptions
    ) -> Diagnosis {
        let place = settings.address?.machine.map(RemoteModelWarning.text) ?? "Nothing leaves this machine."
        if let name = settings.model, !models.contains(where: { $0.name == name && $0.address == settings.address }) {
            return diagnosis(
                .missing, "\(name) is chosen, and does not answer. See: \(library.location.command("model chat list"))")
        }
        guard !models.isEmpty else {
            return diagnosis(
                .missing, "none, so answers are quotations. To have one, start Ollama or another server on this machine"
            )
        }
        let named = models.prefix(5).map { "\($0.name) (\($0.place))" }
        let more = models.count > 5 ? ["\(models.count - 5) more"] : []
        return diagnosis(.fine, (named + more).joined(separator: ", ") + ". " + place)
    }

    private static func diagnosis(_ state: DiagnosisPayload.State, _ finding: String) -> Diagnosis {
        Diagnosis(check: "chat models", state: state, finding: finding)
    }
}
