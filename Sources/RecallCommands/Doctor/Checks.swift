import RecallCore
import RecallEmbedding
import RecallImport
import RecallKernels
import RecallKit
import RecallStore
import RecallWire

/// The check of the processor.
enum MachineCheck {
    static func run() -> Diagnosis {
        Diagnosis(
            check: "processor", state: .fine, finding: "\(CPUFeatures.current), \(Count.of(processorCount(), "core"))")
    }
}

/// The check that the model is there, whole, and embeds.
enum ModelCheck {
    static func run() -> Diagnosis {
        do {
            let store = try ModelStore()
            guard try !store.entries().isEmpty else {
                return Diagnosis(
                    check: "model", state: .missing,
                    finding: "none, so only words are searched. Run: recall model install")
            }
            let model = try store.defaultModel()
            try store.verify(model)
            let encoder = try EmbeddingModel(model)
            guard try embedsSensibly(encoder) else {
                return Diagnosis(
                    check: "model", state: .broken,
                    finding:
                        "\(encoder.fingerprint) gives wrong vectors on this processor. Please report it with this output."
                )
            }
            return Diagnosis(check: "model", state: .fine, finding: "\(encoder.fingerprint), files whole, embeds")
        } catch {
            return Diagnosis(check: "model", state: .broken, finding: "\(error)")
        }
    }

    /// True if sentences of one meaning are nearer than sentences of two.
    private static func embedsSensibly(_ encoder: EmbeddingModel) throws -> Bool {
        let vectors = try ["The cat sleeps.", "A kitten is napping.", "Taxes are due in April."].map(
            encoder.encode(query:))
        let near = zip(vectors[0], vectors[1]).reduce(0) { $0 + $1.0 * $1.1 }
        let far = zip(vectors[0], vectors[2]).reduce(0) { $0 + $1.0 * $1.1 }
        return near > far + 0.2
    }
}

/// The check that documents can be read in a process of their own.
enum DocumentCheck {
    static func run() async -> Diagnosis {
        do {
            let read = try await DocumentTextExtractor().extract(
                Array(document.utf8), format: .pdf, path: "check.pdf", place: nil)
            guard read.text.contains("readable") else {
                return Diagnosis(
                    check: "documents", state: .broken, finding: "pdftotext gave no text. Reinstall poppler-utils.")
            }
            return Diagnosis(check: "documents", state: .fine, finding: "PDF and DOCX are read in a confined process")
        } catch let failure as ImportFailure {
            return Diagnosis(check: "documents", state: .broken, finding: failure.reason)
        } catch {
            return Diagnosis(check: "documents", state: .broken, finding: "the parsing process cannot be started")
        }
    }

    /// The smallest PDF with a word in it.
    private static let document = """
        %PDF-1.4
        1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
        2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
        3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
        4 0 obj<</Length 40>>stream
        BT /F1 12 Tf 20 100 Td (readable) Tj ET \

        endstream endobj
        5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
        trailer<</Root 1 0 R>>
        %%EOF
        """
}

/// The check that the library opens, is whole, and is embedded with the model at hand.
enum LibraryCheck {
    static func run(_ location: LibraryLocation) -> Diagnosis {
        guard location.exists else {
            return Diagnosis(
                check: "library", state: .missing,
                finding: "none at \(location.folder) yet. Run: recall import PATH")
        }
        do {
            let library = try RecallLibrary(at: location, for: .read, encoder: nil)
            guard try library.store.isUndamaged() else {
                return Diagnosis(
                    check: "library", state: .broken,
                    finding:
                        "\(location.database) is damaged. Restore it from a backup, or move it away and import again.")
            }
            let counts = try library.counts()
            let missing = counts.passages - counts.embeddedPassages
            let rest =
                missing > 0
                ? "; \(Count.of(missing, "passage")) to embed: recall import --embed-only" : ", all embedded"
            return Diagnosis(
                check: "library", state: .fine,
                finding: "\(location.folder), whole, \(Count.of(counts.items.values.reduce(0, +), "item"))\(rest)")
        } catch {
            return Diagnosis(check: "library", state: .broken, finding: "\(error)")
        }
    }
}
