import RecallCore
import RecallKit
import RecallWire

/// The check of the processor.
enum MachineCheck {
    static func run() -> Diagnosis {
        Diagnosis(
            check: "processor", state: .fine,
            finding: "\(HealthCheck.processor), \(Count.of(HealthCheck.cores, "core"))")
    }
}

/// The check that the model is there, whole, and embeds.
enum ModelCheck {
    static func run() -> Diagnosis {
        do {
            return diagnosis(of: try HealthCheck.model())
        } catch {
            return Diagnosis(check: "model", state: .broken, finding: "\(error)")
        }
    }

    private static func diagnosis(of model: HealthCheck.ModelState) -> Diagnosis {
        switch model {
        case .missing:
            Diagnosis(
                check: "model", state: .missing,
                finding: "none, so only words are searched. Run: recall model install")
        case .wrongVectors(let fingerprint):
            Diagnosis(
                check: "model", state: .broken,
                finding: "\(fingerprint) gives wrong vectors on this processor. Please report it with this output.")
        case .fine(let fingerprint):
            Diagnosis(check: "model", state: .fine, finding: "\(fingerprint), files whole, embeds")
        }
    }
}

/// The check that documents can be read in a process of their own.
enum DocumentCheck {
    static func run() async -> Diagnosis {
        do {
            guard try await HealthCheck.readsDocuments() else {
                return Diagnosis(
                    check: "documents", state: .broken, finding: "pdftotext gave no text. Reinstall poppler-utils.")
            }
            return Diagnosis(
                check: "documents", state: .fine, finding: "PDF, DOCX and EPUB are read in a confined process")
        } catch let failure as ImportFailure {
            return Diagnosis(check: "documents", state: .broken, finding: failure.reason)
        } catch {
            return Diagnosis(check: "documents", state: .broken, finding: "the parsing process cannot be started")
        }
    }
}

/// The check that scanned pages and images can be read.
enum RecognitionCheck {
    static func run() async -> Diagnosis {
        do {
            let engine = try await HealthCheck.textRecognition()
            return Diagnosis(check: "text recognition", state: .fine, finding: engine + ", where --ocr asks for it")
        } catch TextRecognitionError.notInstalled {
            return Diagnosis(
                check: "text recognition", state: .missing,
                finding: "none, so scanned pages and images are not read. To have it, install tesseract-ocr "
                    + "(macOS: brew install tesseract)")
        } catch {
            return Diagnosis(
                check: "text recognition", state: .broken, finding: "tesseract cannot be started in a confined process")
        }
    }
}

/// The check of what confines the process that reads documents.
enum ConfinementCheck {
    static func run() async -> Diagnosis {
        do {
            return diagnosis(of: try await HealthCheck.confinement())
        } catch let failure as ImportFailure {
            return Diagnosis(check: "confinement", state: .broken, finding: failure.reason)
        } catch {
            return Diagnosis(check: "confinement", state: .broken, finding: "the parsing process cannot be started")
        }
    }

    private static func diagnosis(of isolation: HealthCheck.ParserIsolation) -> Diagnosis {
        let layers = isolation.layers.joined(separator: ", ")
        guard isolation.isTight else {
            return Diagnosis(
                check: "confinement", state: .broken,
                finding: "only \(layers): a harmful document could take over a parser, and act in your name")
        }
        guard isolation.hidesFiles else {
            return Diagnosis(
                check: "confinement", state: .missing,
                finding:
                    "\(layers). Without Landlock (Linux 5.13) a parser could read other files, though not send them")
        }
        return Diagnosis(check: "confinement", state: .fine, finding: layers)
    }
}
