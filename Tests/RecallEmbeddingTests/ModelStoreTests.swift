import Foundation
import RecallCore
import RecallEmbedding
import Testing

@Suite struct ModelStoreTests {
    let folder: TemporaryFolder
    let store: ModelStore

    init() throws {
        folder = try TemporaryFolder()
        store = ModelStore(path: folder.path + "/data/models")
    }

    private func install(_ fixture: ModelFixture = ModelFixture(), named name: String? = "tiny") throws
        -> InstalledModel
    {
        let source = try TemporaryFolder()
        return try store.install(from: try fixture.write(to: source), named: name, packing: [.f32, .int8])
    }

    private func error<R>(_ body: () throws(ModelError) -> R) -> ModelError? {
        do throws(ModelError) {
            _ = try body()
            return nil
        } catch {
            return error
        }
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: store.path).filter { $0 != ".lock" }.sorted() }
    }

    @Test func keepsACopyThatIsFoundByItsName() throws {
        let installed = try install()
        let found = try store.find(named: "tiny")
        #expect(found == installed)
        #expect(found.description.dimension == 8)
        #expect(found.path == store.path + "/tiny")
        #expect(try Data(contentsOf: URL(filePath: found.weightsPath)) == ModelFixture().files["model.safetensors"])
        #expect(try found.tokenizer().tokenize("Words").ids == [5, 6])
        #expect(try names == ["tiny"])
    }

    @Test func fingerprintsTheWeights() throws {
        let model = try install()
        let weights = try #require(model.manifest.files.first { $0.path == "model.safetensors" })
        #expect(model.fingerprint == "tiny@\(weights.sha256.prefix(16))")
        var other = ModelFixture()
        other.files["model.safetensors"] = ModelFixture.safetensors(scale: 0.5)
        #expect(try install(other).fingerprint != model.fingerprint)
    }

    @Test func fingerprintsPoolingAndPrefixesThatAreNotThePlainOnes() throws {
        let plain = try install().fingerprint
        var fixtures = [ModelFixture(), ModelFixture(), ModelFixture()]
        fixtures[0]["1_Pooling/config.json"] = #"{"pooling_mode_cls_token": true}"#
        fixtures[1]["config_sentence_transformers.json"] = #"{"prompts": {"query": "find: "}}"#
        fixtures[2]["config_sentence_transformers.json"] = #"{"prompts": {"passage": "find: "}}"#
        let fingerprints = try fixtures.map { try install($0).fingerprint }
        #expect(Set(fingerprints + [plain]).count == 4)
        #expect(fingerprints.allSatisfy { $0.hasPrefix(plain + "+") })
    }

    @Test func namesAModelAfterItsFolderUnlessTold() throws {
        #expect(try install(named: nil).description.name == "source")
        let nested = try install(named: "maker/model-1.5")
        #expect(nested.description.name == "maker/model-1.5")
        #expect(nested.path == store.path + "/maker--model-1.5")
        #expect(try store.find(named: "maker/model-1.5") == nested)
    }

    @Test(arguments: [
        "", ".", "..", "../x", "/x", "x/", "a b", "a\u{0}", ".hidden", "a/../b", "é",
        String(repeating: "a", count: 200),
    ])
    func refusesNamesThatAreNoSafePath(name: String) throws {
        let error = error { () throws(ModelError) in try store.find(named: name) }
        guard case .badName = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(throws: ModelError.badName(name)) { try install(named: name) }
    }

    @Test func letsOnlyTheOwnerReadWhatItInstalls() throws {
        let model = try install()
        let names = try FileManager.default.subpathsOfDirectory(atPath: model.path).map { model.path + "/" + $0 }
        #expect(names.count == 12)
        for path in names + [model.path, store.path, folder.path + "/data"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
            #expect(attributes[.posixPermissions] as? Int == (isFolder ? 0o700 : 0o600), "\(path)")
        }
    }

    @Test func leavesTheSameModelAsItIs() throws {
        let first = try install()
        let date = try FileManager.default.attributesOfItem(atPath: first.path)[.systemFileNumber] as? Int
        #expect(try install() == first)
        #expect(try FileManager.default.attributesOfItem(atPath: first.path)[.systemFileNumber] as? Int == date)
    }

    @Test func replacesAnotherModelOfTheSameName() throws {
        _ = try install()
        var other = ModelFixture()
        other["tokenizer_config.json"] = #"{"do_lower_case": false}"#
        #expect(try install(other).tokenizer().tokenize("Word").ids == [1])
        #expect(try store.find(named: "tiny").tokenizer().tokenize("Word").ids == [1])
        #expect(try names == ["tiny"])
    }

    @Test func keepsTheInstalledModelWhenAnotherCannotBeInstalled() throws {
        let installed = try install()
        var broken = ModelFixture()
        broken.files["model.safetensors"] = Data(count: 50)
        #expect(throws: ModelError.self) { try install(broken) }
        #expect(try store.find(named: "tiny") == installed)
        #expect(try names == ["tiny"])
    }

    @Test func clearsAwayWhatAnInterruptedInstallLeft() throws {
        let model = try install()
        let left = URL(filePath: store.path + "/.installing-abc")
        try FileManager.default.copyItem(at: URL(filePath: model.path), to: left)
        try FileManager.default.removeItem(at: left.appending(path: "vocab.txt"))
        #expect(try store.list() == [model])
        #expect(try install() == model)
        #expect(try names == ["tiny"])
    }

    @Test func followsLinksInTheSourceAndCopiesWhatTheyPointTo() throws {
        let source = try TemporaryFolder()
        let path = try ModelFixture().write(to: source)
        let blob = source.path + "/blob"
        try FileManager.default.moveItem(atPath: path + "/model.safetensors", toPath: blob)
        try FileManager.default.createSymbolicLink(atPath: path + "/model.safetensors", withDestinationPath: blob)
        let model = try store.install(from: path, named: "linked")
        try FileManager.default.removeItem(atPath: blob)
        try store.verify(model)
    }

    @Test func tellsByItsSizeThatAFileIsDamaged() throws {
        let model = try install()
        let handle = try #require(FileHandle(forWritingAtPath: model.weightsPath))
        try handle.truncate(atOffset: 100)
        try handle.close()
        guard
            case .damagedFile(model.weightsPath, _) = error({ () throws(ModelError) in try store.find(named: "tiny") })
        else {
            Issue.record("the cut file is not noticed")
            return
        }
        #expect(try store.list().isEmpty)
        #expect(try store.entries().count == 1)
        #expect(throws: ModelError.self) { try store.defaultModel() }
    }

    @Test func tellsByDigestsThatAByteChanged() throws {
        let model = try install()
        try store.verify(model)
        var data = try Data(contentsOf: URL(filePath: model.weightsPath))
        data[data.count - 1] ^= 1
        try data.write(to: URL(filePath: model.weightsPath))
        #expect(try store.find(named: "tiny") == model)
        guard case .damagedFile(model.weightsPath, _) = error({ () throws(ModelError) in try store.verify(model) })
        else {
            Issue.record("the changed byte is not noticed")
            return
        }
    }

    @Test func repairsADamagedModelByInstallingItAgain() throws {
        let model = try install()
        try Data("damaged".utf8).write(to: URL(filePath: model.path + "/vocab.txt"))
        #expect(throws: ModelError.self) { try store.find(named: "tiny") }
        #expect(try install() == model)
        try store.verify(model)
    }

    @Test(arguments: ["vocab.txt", "config.json", "1_Pooling/config.json", "recall-model.json"])
    func namesTheInstalledFileThatIsMissing(file: String) throws {
        let model = try install()
        try FileManager.default.removeItem(atPath: model.path + "/" + file)
        guard case .missingFile(_, file) = error({ () throws(ModelError) in try store.find(named: "tiny") }) else {
            Issue.record("another error")
            return
        }
    }

    @Test(arguments: ["", "{}", #"{"format": 2}"#, #"{"format": 1, "name": "tiny", "files": []}"#])
    func refusesADamagedManifest(text: String) throws {
        let model = try install()
        try text.write(toFile: model.path + "/recall-model.json", atomically: false, encoding: .utf8)
        guard case .damagedFile = error({ () throws(ModelError) in try store.find(named: "tiny") }) else {
            Issue.record("another error")
            return
        }
    }

    @Test func refusesAManifestThatPointsOutOfItsFolder() throws {
        let model = try install()
        let manifest = model.path + "/recall-model.json"
        let text = try String(contentsOfFile: manifest, encoding: .utf8).replacing(
            "config.json", with: "../../config.json")
        try text.write(toFile: manifest, atomically: false, encoding: .utf8)
        #expect(throws: ModelError.self) { try store.find(named: "tiny") }
    }

    private func vectors(_ model: InstalledModel, _ precision: EncoderPrecision) throws -> [Float] {
        let encoder = try EmbeddingModel(model, precision: precision)
        return try encoder.encode(query: "word words")
    }

    @Test(arguments: [true, false])
    func mapsTheTokenizerThatItPackedOnlyWhileItIsWholeAndOfTheSameFiles(fromLines: Bool) throws {
        var fixture = ModelFixture()
        fixture.addTokenizerJSON()
        if !fromLines { fixture.files["vocab.txt"] = nil }
        let model = try install(fixture)
        let text = "Words, wordss [SEP] w ords \u{301}"
        let source = try WordPieceTokenizer(folder: model.path).tokenize(text)
        #expect(try model.tokenizer().tokenize(text) == source)
        let packed = URL(filePath: model.path + "/recall-tokenizer.packed")
        let whole = try Data(contentsOf: packed)
        for count in [0, 7, 100, 4096, 4120, whole.count - 1] {
            try whole.prefix(count).write(to: packed)
            #expect(try model.tokenizer().tokenize(text) == source)
        }
        // Damage in the tables may change what is found, but is never read beyond.
        for position in stride(from: 0, to: whole.count, by: 3) {
            var damaged = whole
            damaged[position] ^= 0xFF
            try damaged.write(to: packed)
            _ = try model.tokenizer().tokenize(text)
        }
        try whole.write(to: packed)
        fixture[fromLines ? "vocab.txt" : "tokenizer.json"].replace("word", with: "ward")
        if fromLines { fixture.files["tokenizer.json"] = nil }
        let other = try install(fixture, named: "other")
        let target = URL(filePath: other.path + "/recall-tokenizer.packed")
        try whole.write(to: target)
        #expect(try other.tokenizer().tokenize("word").ids != model.tokenizer().tokenize("word").ids)
    }

    @Test func packsAnotherPrecisionWhenItIsFirstAskedFor() throws {
        let model = try install()
        let packed = PackedModel(folder: model.path, precision: .bf16)
        #expect(!FileManager.default.fileExists(atPath: packed.path))
        let first = try vectors(model, .bf16)
        try packed.verify()
        #expect(try vectors(model, .bf16) == first)
        let attributes = try FileManager.default.attributesOfItem(atPath: packed.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func packsOnceWhenSeveralAskAtTheSameTime() async throws {
        let model = try install()
        let found = try await withThrowingTaskGroup(of: [Float].self) { group in
            for _ in 0..<8 {
                group.addTask { try EmbeddingModel(model, precision: .bf16).encode(query: "word words") }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(found == [try vectors(model, .bf16)])
        #expect(!FileManager.default.fileExists(atPath: model.path + "/recall-bf16.packed.new"))
    }

    @Test func packsInMemoryWhereNothingCanBeWritten() throws {
        let model = try install()
        let expected = try vectors(model, .bf16)
        let packed = PackedModel(folder: model.path, precision: .bf16).path
        try FileManager.default.removeItem(atPath: packed)
        try FileManager.default.createDirectory(atPath: packed + ".new", withIntermediateDirectories: false)
        #expect(try vectors(model, .bf16) == expected)
        #expect(!FileManager.default.fileExists(atPath: packed))
    }

    @Test func knowsByTheDigestThatAPackedFileIsOfOtherWeights() throws {
        let model = try install()
        let other = try install(ModelFixture(scale: 0.5), named: "other")
        let expected = try vectors(other, .f32)
        #expect(try vectors(model, .f32) != expected)
        // Same size, newer than the weights, and whole.
        try FileManager.default.removeItem(atPath: other.path + "/recall-f32.packed")
        try FileManager.default.copyItem(
            atPath: model.path + "/recall-f32.packed", toPath: other.path + "/recall-f32.packed")
        #expect(try vectors(other, .f32) == expected)
    }

    @Test func repairsDamagedPackedFilesByInstallingAgain() throws {
        let model = try install()
        let packed = PackedModel(folder: model.path, precision: .int8)
        var bytes = try Data(contentsOf: URL(filePath: packed.path))
        bytes[bytes.count - 100] ^= 1
        try bytes.write(to: URL(filePath: packed.path))
        try FileManager.default.removeItem(atPath: model.path + "/recall-f32.packed")
        #expect(throws: ModelError.self) { try store.verify(model) }
        #expect(try install() == model)
        try packed.verify()
        try PackedModel(folder: model.path, precision: .f32).verify()
    }

    @Test func installsNoWeightsThatAreNotFinite() throws {
        let name = "encoder.layer.0.output.dense.weight"
        var fixture = ModelFixture()
        fixture.files["model.safetensors"] = ModelFixture.safetensors(changed: name, to: .nan)
        #expect {
            try install(fixture)
        } throws: { error in
            guard case ModelError.damagedFile(let path, let reason) = error else { return false }
            return path.hasSuffix("source/model.safetensors") && reason.contains(name)
        }
        #expect(try names == [])
    }

    @Test(arguments: ["f32", "int8"])
    func `packed weights are no older than the weights, so that they count without a manifest`(name: String) throws {
        let model = try install()
        let date = { (file: String) in
            try FileManager.default.attributesOfItem(atPath: model.path + "/" + file)[.modificationDate] as? Date
        }
        let (packed, weights) = (try date("recall-\(name).packed"), try date("model.safetensors"))
        #expect(try #require(packed) >= #require(weights))
    }

    @Test func packsNoWordsThatHalfPrecisionCannotHold() throws {
        var fixture = ModelFixture()
        fixture.files["model.safetensors"] = ModelFixture.safetensors(
            changed: "embeddings.word_embeddings.weight", to: 70_000)
        let source = try TemporaryFolder()
        let path = try fixture.write(to: source)
        let model = try store.install(from: path, named: "large", packing: [.f32])
        #expect(try vectors(model, .f32).allSatisfy(\.isFinite))
        #expect(throws: ModelError.self) { try vectors(model, .int8) }
    }

    @Test func refusesAnotherFileUnderTheNameOfAKnownModel() throws {
        #expect {
            try install(named: "all-MiniLM-L6-v2")
        } throws: { error in
            guard case ModelError.notTheKnownModel("all-MiniLM-L6-v2", _, let expected, _) = error else { return false }
            return KnownModel.allMiniLM.digests.values.contains(expected)
        }
        #expect(!FileManager.default.fileExists(atPath: store.path))
    }

    @Test func saysThatNothingIsInstalled() throws {
        #expect(try store.list().isEmpty)
        #expect(throws: ModelError.noModels(store: store.path)) { try store.defaultModel() }
        #expect(throws: ModelError.notInstalled(name: "x", store: store.path)) { try store.find(named: "x") }
    }

    @Test func usesTheFirstModelByDefault() throws {
        _ = try install(named: "b")
        let first = try install(named: "a")
        #expect(try store.defaultModel() == first)
        #expect(try store.list().map(\.description.name) == ["a", "b"])
    }

    @Test func installsOnceWhenSeveralInstallAtTheSameTime() async throws {
        let source = try TemporaryFolder()
        let path = try ModelFixture().write(to: source)
        let store = store
        let models = try await withThrowingTaskGroup(of: InstalledModel.self) { group in
            for _ in 0..<8 { group.addTask { try store.install(from: path, named: "tiny") } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(models.count == 1)
        #expect(try names == ["tiny"])
    }
}

@Suite struct ModelStoreLocationTests {
    private func path(_ environment: [String: String]) throws -> String {
        try ModelStore(environment: { environment[$0] }).path
    }

    @Test func isWhereTheEnvironmentSays() throws {
        #expect(try path(["RECALL_MODELS": "/m", "HOME": "/h", "XDG_DATA_HOME": "/d"]) == "/m")
    }

    @Test func isInTheDataFolderOfThePlatform() throws {
        #if canImport(Darwin)
            #expect(try path(["HOME": "/h"]) == "/h/Library/Application Support/Recall/models")
        #else
            #expect(try path(["HOME": "/h", "XDG_DATA_HOME": "/d"]) == "/d/recall/models")
            #expect(try path(["HOME": "/h"]) == "/h/.local/share/recall/models")
            #expect(
                try path(["HOME": "/h", "XDG_DATA_HOME": "", "RECALL_MODELS": ""]) == "/h/.local/share/recall/models")
            #expect(try path(["HOME": "/h", "XDG_DATA_HOME": "relative"]) == "/h/.local/share/recall/models")
        #endif
    }

    @Test func needsAHome() {
        #expect(throws: ModelError.noHomeFolder) { try path([:]) }
    }
}
