import RecallConfinement
package import RecallCore
import RecallEmbedding
import RecallImport
import RecallKernels
import RecallStore

/// Checks of this machine, for `recall doctor`.
package enum HealthCheck {
    /// The state of the model that search uses.
    package enum ModelState: Hashable, Sendable {
        /// None is installed.
        case missing
        /// Its files are whole, but its vectors are wrong on this processor.
        case wrongVectors(fingerprint: String)
        /// Its files are whole, and it embeds.
        case fine(fingerprint: String)
    }

    /// The confinement of parsers.
    package struct ParserIsolation: Hashable, Sendable {
        /// The layers that hold, for people to read.
        package let layers: [String]
        /// True if a parser that a document has taken over can change, send and start nothing.
        package let isTight: Bool
        /// True if it cannot read files either.
        package let hidesFiles: Bool

        init(_ layers: ConfinementLayers) {
            let names: [(ConfinementLayers, String)] = [
                (.limits, "limits of time and memory"), (.systemCalls, "system calls of an allow-list (seccomp)"),
                (.files, "no files (Landlock)"), (.network, "no network (Landlock)"),
                (.signals, "no signals (Landlock)"),
                (.sandbox, "the system's sandbox"),
            ]
            self.layers = names.filter { layers.contains($0.0) }.map(\.1)
            isTight = layers.isTight
            hidesFiles = layers.hidesFiles
        }
    }

    /// The instruction sets that are used.
    package static var processor: String { "\(CPUFeatures.current)" }
    /// The number of cores that are used.
    package static var cores: Int { processorCount() }

    /// Reads all files of the model and embeds with it.
    ///
    /// - Throws: an error that says what is damaged.
    package static func model() throws -> ModelState {
        let store = try ModelStore()
        guard try !store.entries().isEmpty else { return .missing }
        let model = try store.defaultModel()
        try store.verify(model)
        let encoder = try EmbeddingModel(model)
        let isSensible = try embedsSensibly(encoder)
        return isSensible ? .fine(fingerprint: encoder.fingerprint) : .wrongVectors(fingerprint: encoder.fingerprint)
    }

    /// True if sentences of one meaning are nearer than sentences of two.
    private static func embedsSensibly(_ encoder: EmbeddingModel) throws -> Bool {
        let vectors = try ["The cat sleeps.", "A kitten is napping.", "Taxes are due in April."].map(
            encoder.encode(query:))
        return vectors[0].dot(vectors[1]) > vectors[0].dot(vectors[2]) + 0.2
    }

    /// Reads a document in a process of its own: true if its text is found.
    package static func readsDocuments() async throws -> Bool {
        try await DocumentTextExtractor().extract(Array(document.utf8), format: .pdf, path: "check.pdf", place: nil)
            .text.contains("readable")
    }

    /// The OCR engine, for people to read: its version, and the languages that it has.
    ///
    /// - Throws: `TextRecognitionError.notInstalled`; `ImportFailure` if no parsing process can be started.
    package static func textRecognition() async throws -> String {
        guard let engine = try await Tesseract.installed() else { throw TextRecognitionError.notInstalled }
        let used = try await TextRecognition.installed().languages
        let others = engine.languages.count { !used.contains($0) && $0 != "osd" }
        return "tesseract \(engine.version) (\(engine.path)) reads \(used.joined(separator: ", "))"
            + (others > 0 ? ", and \(others) more with --ocr-languages" : "")
    }

    /// The confinement of parsers on this machine, as one of them reports it.
    package static func confinement() async throws -> ParserIsolation {
        ParserIsolation(try await ParserConfinement.layers())
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

extension RecallLibrary {
    /// Reads the whole library; true if it is as it was written.
    public func isUndamaged() throws -> Bool { try store.isUndamaged() }

    /// Reads everything in the library, and names what is damaged.
    package func damage() throws -> LibraryDamage { try store.damage() }

    /// The bytes that must be free before the library's pages get checksums; `nil` if they have them.
    package func bytesMissingForChecksums() throws -> Int? { try store.bytesMissingForChecksums() }

    /// Repairs what can be repaired, and names the damage that is left.
    package static func repair(at location: LibraryLocation) throws -> RepairReport {
        try LibraryStore.repair(at: location)
    }
}
