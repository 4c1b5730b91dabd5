public import RecallCore
import RecallEmbedding
import RecallStore

/// A choice of a model that a library cannot follow.
public struct ModelChoiceError: ReportedError, CustomStringConvertible {
    /// The reason.
    public enum Code: String, Sendable {
        /// There is no generation to return to.
        case noEarlierModel = "no-earlier-model"
        /// The model that made the generation is not installed any more.
        case notInstalled = "model-not-installed"
    }

    /// The reason.
    public let code: Code
    /// A sentence that says what is wrong, and what to do.
    public let description: String

    /// The code and the message.
    public var report: ErrorReport { ErrorReport(code: code.rawValue, message: description) }
}

extension RecallLibrary {
    /// The generations of vectors, at most two: the serving one, and the one beside it.
    ///
    /// - Complexity: O(*n*) in threads.
    public func generations() throws -> [LibraryGeneration] {
        try store.read { snapshot in
            let serving = try snapshot.servingGeneration()
            return try [serving, snapshot.spareGeneration()].compactMap(\.self).map { generation in
                let counts = try snapshot.passageCounts(of: generation)
                let unfiled =
                    generation.id == serving?.id
                    ? min(try snapshot.vectorsOutsideFile(of: generation, at: location), counts.embedded) : nil
                return LibraryGeneration(
                    model: generation.modelName, precision: generation.precision,
                    state: try snapshot.state(of: generation, beside: serving), embedded: counts.embedded,
                    passages: counts.all,
                    index: unfiled.map { VectorIndexState(inFile: counts.embedded - $0, inDatabase: $0) })
            }
        }
    }

    /// Chooses the installed model that makes this library's vectors from now on; the library must be open for writing.
    ///
    /// The next embedding, by the library opened anew (`with`), builds them beside the ones that serve. Searches use those
    /// until the new ones are complete.
    ///
    /// - Returns: the model's name.
    /// - Throws: `ModelError` if there is no such model, or it is damaged.
    @discardableResult
    public func useModel(named name: String) throws -> String {
        let model = try ModelStore().find(named: name)
        try store.write { try $0.set(.model, to: model.manifest.name) }
        return model.manifest.name
    }

    /// Chooses the model of the generation beside the serving one, or stops building that one. What is missing of it is
    /// embedded next.
    ///
    /// - Returns: the model's name.
    /// - Throws: `ModelChoiceError`.
    @discardableResult
    public func useEarlierModel() throws -> String {
        let (serving, spare) = try store.read { try ($0.servingGeneration(), $0.spareGeneration()) }
        let state = try spare.map { spare in try store.read { try $0.state(of: spare, beside: serving) } }
        guard let serving, let spare, state != .unused else {
            throw ModelChoiceError(
                code: .noEarlierModel, description: "There are no vectors of an earlier model to return to.")
        }
        return try use(state == .building ? serving : spare)
    }

    /// Stays with the model of the serving generation.
    package func keepServingModel() throws {
        guard let serving = try store.read({ try $0.servingGeneration() }) else { return }
        try use(serving)
    }

    @discardableResult
    private func use(_ generation: Generation) throws -> String {
        guard let model = try ModelStore().list().first(where: { generation.isMade(by: $0) }) else {
            throw ModelChoiceError(
                code: .notInstalled,
                description:
                    "\(generation.modelName), which made those vectors, is not installed in this version any more. "
                    + "Install it again: recall model install")
        }
        try store.write { transaction in
            try transaction.set(.model, to: model.manifest.name)
            guard let precision = generation.precision, try transaction.snapshot.value(of: .precision) != nil else {
                return
            }
            try transaction.set(.precision, to: precision.rawValue)
        }
        return model.manifest.name
    }

    /// Deletes the vectors that were kept of an earlier model, unless they are being built.
    func removeKeptVectors() throws {
        guard try generations().contains(where: { $0.state == .kept || $0.state == .unused }) else { return }
        try store.write { try $0.removeSpareGeneration() }
    }
}

extension LibrarySnapshot {
    fileprivate func state(of generation: Generation, beside serving: Generation?) throws -> LibraryGeneration.State {
        guard !generation.isServing else { return .serving }
        let name = try value(of: .model) ?? serving?.modelName
        let precision = try value(of: .precision)
        let isWanted = generation.modelName == name && (precision == nil || generation.precision?.rawValue == precision)
        guard !isWanted else { return .building }
        return try value(of: .earlierGeneration) == generation.fingerprint ? .kept : .unused
    }
}

extension Generation {
    /// The name in the fingerprint, `name@digest/precision/windows/passages`.
    fileprivate var modelName: String {
        String(
            fingerprint[..<(fingerprint.firstIndex(of: "@") ?? fingerprint.firstIndex(of: "/") ?? fingerprint.endIndex)]
        )
    }

    /// The precision in the fingerprint.
    fileprivate var precision: EncoderPrecision? {
        fingerprint.split(separator: "/").lazy.compactMap { EncoderPrecision(rawValue: String($0)) }.first
    }

    /// True if the model made these vectors, in any precision.
    func isMade(by model: InstalledModel) -> Bool { fingerprint.hasPrefix(model.fingerprint + "/") }

    /// The precision of these vectors if `model` made them.
    func precision(of model: InstalledModel) -> EncoderPrecision? { isMade(by: model) ? precision : nil }
}
