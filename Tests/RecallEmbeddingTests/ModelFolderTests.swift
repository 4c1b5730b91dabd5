import Foundation
import RecallEmbedding
import Testing

@Suite struct ModelFolderTests {
    private func description(of fixture: ModelFixture, name: String? = nil) throws -> ModelDescription {
        let folder = try TemporaryFolder()
        return try ModelFolder(path: try fixture.write(to: folder), name: name).description
    }

    /// The error of reading and checking, if there is one.
    private func error(of fixture: ModelFixture) throws -> ModelError? {
        let folder = try TemporaryFolder()
        let path = try fixture.write(to: folder)
        do throws(ModelError) {
            try ModelFolder(path: path).validate()
            return nil
        } catch {
            return error
        }
    }

    @Test func readsWhatTheSettingsSay() throws {
        let model = try description(of: ModelFixture(), name: "tiny")
        #expect(model.name == "tiny")
        #expect((model.dimension, model.layers, model.heads, model.feedForwardDimension) == (8, 1, 1, 16))
        #expect((model.vocabularySize, model.maximumTokens) == (7, 120))
        #expect(model.pooling == .mean)
        #expect(model.normalizes)
        #expect((model.queryPrefix, model.passagePrefix) == ("", ""))
    }

    @Test func acceptsAWholeModel() throws {
        #expect(try error(of: ModelFixture()) == nil)
        var both = ModelFixture()
        both.addTokenizerJSON()
        #expect(try error(of: both) == nil)
        both.files["vocab.txt"] = nil
        #expect(try error(of: both) == nil)
    }

    @Test func poolsByMeanWithoutNormalisingWhereNoModulesAreListed() throws {
        var fixture = ModelFixture()
        fixture.files["modules.json"] = nil
        fixture.files["1_Pooling/config.json"] = nil
        let model = try description(of: fixture)
        #expect(model.pooling == .mean)
        #expect(!model.normalizes)
    }

    @Test func readsOtherPoolingCaseLengthAndPrompts() throws {
        var fixture = ModelFixture()
        fixture["1_Pooling/config.json"] = #"{"pooling_mode_cls_token": true, "pooling_mode_mean_tokens": false}"#
        fixture["tokenizer_config.json"] = #"{"do_lower_case": false, "model_max_length": 140}"#
        fixture["config_sentence_transformers.json"] = #"{"prompts": {"query": "q: ", "document": "d: "}}"#
        fixture.files["sentence_bert_config.json"] = nil
        let model = try description(of: fixture)
        #expect(model.pooling == .cls)
        #expect(model.maximumTokens == 140)
        #expect((model.queryPrefix, model.passagePrefix) == ("q: ", "d: "))
    }

    @Test func neverTakesMoreTokensThanThereArePositions() throws {
        var fixture = ModelFixture()
        fixture["sentence_bert_config.json"] = #"{"max_seq_length": 512}"#
        #expect(try description(of: fixture).maximumTokens == 160)
        fixture.files["sentence_bert_config.json"] = nil
        fixture["tokenizer_config.json"] = #"{"model_max_length": 1000000000000000019884624838656}"#
        #expect(try description(of: fixture).maximumTokens == 160)
    }

    @Test func knowsThePrefixesThatModelCardsAskFor() throws {
        #expect(try description(of: ModelFixture(), name: "intfloat/e5-small-v2").queryPrefix == "query: ")
        #expect(try description(of: ModelFixture(), name: "e5-small-v2").passagePrefix == "passage: ")
        #expect(try description(of: ModelFixture(), name: "BAAI/bge-small-en-v1.5").queryPrefix.hasPrefix("Represent"))
    }

    @Test func refusesPromptsThatLeaveNoRoomForTheText() throws {
        var fixture = ModelFixture()
        let prompt = String(repeating: "word ", count: 13)
        fixture["config_sentence_transformers.json"] = #"{"prompts": {"passage": "\#(prompt)"}}"#
        guard case .unsupported = try error(of: fixture) else {
            Issue.record("another error")
            return
        }
    }

    @Test(arguments: ["config.json", "model.safetensors", "vocab.txt", "1_Pooling/config.json"])
    func namesTheFileThatIsMissing(file: String) throws {
        var fixture = ModelFixture()
        fixture.files[file] = nil
        guard case .missingFile(_, file) = try error(of: fixture) else {
            Issue.record("another error")
            return
        }
    }

    @Test(arguments: [
        "config.json", "modules.json", "1_Pooling/config.json", "tokenizer_config.json", "sentence_bert_config.json",
    ])
    func namesTheFileThatIsNoJSON(file: String) throws {
        var fixture = ModelFixture()
        fixture[file] = String(fixture[file].dropLast(2))
        let error = try error(of: fixture)
        guard case .damagedFile(let path, _) = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(path.hasSuffix(file))
        #expect(error?.description.contains("recall model install") == true)
    }

    @Test func tellsWeightsThatAreCutOffOrTooLong() throws {
        let whole = try #require(ModelFixture().files["model.safetensors"])
        for data in [whole.dropLast(), whole + [0], whole.prefix(20), whole.prefix(8), whole.prefix(3), Data()] {
            var fixture = ModelFixture()
            fixture.files["model.safetensors"] = Data(data)
            guard case .damagedFile = try error(of: fixture) else {
                Issue.record("\(data.count) bytes pass")
                continue
            }
        }
    }

    @Test func refusesAHeaderLengthThatNoFileHas() throws {
        var fixture = ModelFixture()
        fixture.files["model.safetensors"] = Data(repeating: 0xff, count: 200)
        guard case .damagedFile = try error(of: fixture) else {
            Issue.record("another error")
            return
        }
    }

    @Test(arguments: [
        ("config.json", "\"bert\"", "\"roberta\""), ("modules.json", "Normalize", "Dense"),
        ("1_Pooling/config.json", "false", "true"), ("1_Pooling/config.json", "true", "false"),
    ])
    func refusesModelsItCannotCompute(file: String, old: String, new: String) throws {
        var fixture = ModelFixture()
        fixture[file] = fixture[file].replacing(old, with: new)
        guard case .unsupported = try error(of: fixture) else {
            Issue.record("another error")
            return
        }
    }

    @Test(arguments: ["\"hidden_size\": 0", "\"hidden_size\": 8.5", "\"hidden_size\": 1e300", "\"hidden\": 8"])
    func refusesDimensionsThatCannotBe(member: String) throws {
        var fixture = ModelFixture()
        fixture["config.json"] = fixture["config.json"].replacing("\"hidden_size\": 8", with: member)
        guard case .damagedFile = try error(of: fixture) else {
            Issue.record("another error")
            return
        }
    }

    @Test func refusesAPoolingPathOutsideTheFolder() throws {
        var fixture = ModelFixture()
        fixture["modules.json"] = fixture["modules.json"].replacing("1_Pooling", with: "../1_Pooling")
        guard case .damagedFile = try error(of: fixture) else {
            Issue.record("another error")
            return
        }
    }

    @Test func refusesTwoTokenizersThatDisagree() throws {
        var fixture = ModelFixture()
        fixture.addTokenizerJSON(swapping: "word", "##s")
        guard case .tokenizersDisagree = try error(of: fixture) else {
            Issue.record("another error")
            return
        }
    }

    @Test func refusesMorePiecesThanEmbeddings() throws {
        var fixture = ModelFixture()
        fixture["vocab.txt"] += "more\n"
        guard case .damagedFile = try error(of: fixture) else {
            Issue.record("another error")
            return
        }
    }

    @Test func refusesAVocabularyWithoutSpecialTokens() throws {
        var fixture = ModelFixture()
        fixture["vocab.txt"] = "a\nb\n"
        guard case .tokenizer(.missingToken) = try error(of: fixture) else {
            Issue.record("another error")
            return
        }
    }
}
