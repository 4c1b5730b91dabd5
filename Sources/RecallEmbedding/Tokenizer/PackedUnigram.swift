import RecallFiles

extension UnigramTokenizer: PackableTokenizer {
    static let magic: [UInt8] = Array("RCLUNIGR".utf8)
    static let headSize = UnigramVocabulary.headSize

    var image: UnsafeRawBufferPointer { vocabulary.image }

    var packedSettings: [UInt8] {
        let numbers = [
            unknownID, classificationID, separatorID, settings.words.prefix.rawValue, settings.words.splits ? 1 : 0,
            settings.words.removesWhitespace ? 1 : 0,
        ]
        let steps = settings.normalizer.steps.flatMap(\.packed)
        return numbers.flatMap(\.littleEndianBytes) + settings.words.replacement.packedField
            + Int32(settings.normalizer.steps.count).littleEndianBytes + steps
            + [settings.addedTokens, settings.normalizedTokens].flatMap { tokens in
                Int32(tokens.count).littleEndianBytes + tokens.flatMap(\.packed)
            }
    }

    convenience init?(_ fields: inout PackedFields, _ memory: MappedMemory, from start: Int) {
        guard let numbers = fields.numbers(6), let prefix = Metaspace.Prefix(rawValue: numbers[3]),
            let replacement = fields.bytes(), !replacement.isEmpty,
            let steps = fields.elements(UnigramNormalizer.Step.init(packed:)),
            let added = fields.elements(AddedToken.init(packed:)),
            let normalized = fields.elements(AddedToken.init(packed:)),
            let vocabulary = UnigramVocabulary(memory, from: start)
        else { return nil }
        let words = Metaspace(
            replacement: replacement, prefix: prefix, splits: numbers[4] != 0, removesWhitespace: numbers[5] != 0)
        self.init(
            vocabulary: vocabulary,
            settings: Settings(
                unknownID: numbers[0], classificationID: numbers[1], separatorID: numbers[2],
                normalizer: UnigramNormalizer(steps: steps), words: words, addedTokens: added,
                normalizedTokens: normalized))
    }
}

extension AddedToken {
    fileprivate var packed: [UInt8] {
        let flags: Int32 = (stripsLeft ? 1 : 0) | (stripsRight ? 2 : 0)
        return id.littleEndianBytes + flags.littleEndianBytes + bytes.packedField
    }

    fileprivate init?(packed fields: inout PackedFields) {
        guard let id = fields.next(), let flags = fields.next(), let bytes = fields.bytes() else { return nil }
        self.init(bytes: bytes, id: id, stripsLeft: flags & 1 != 0, stripsRight: flags & 2 != 0)
    }
}

extension UnigramNormalizer.Step {
    private enum Kind: Int32 {
        case strip, spaces, text

        var packed: [UInt8] { rawValue.littleEndianBytes }
    }

    fileprivate var packed: [UInt8] {
        switch self {
        case .strip(let left, let right):
            Kind.strip.packed + Int32((left ? 1 : 0) | (right ? 2 : 0)).littleEndianBytes
        case .replaceSpaces(let content): Kind.spaces.packed + content.packedField
        case .replace(let pattern, let content):
            Kind.text.packed + pattern.packedField + content.packedField
        }
    }

    fileprivate init?(packed fields: inout PackedFields) {
        switch fields.next().flatMap(Kind.init(rawValue:)) {
        case .strip:
            guard let sides = fields.next() else { return nil }
            self = .strip(left: sides & 1 != 0, right: sides & 2 != 0)
        case .spaces:
            guard let content = fields.bytes() else { return nil }
            self = .replaceSpaces(by: content)
        case .text:
            guard let pattern = fields.bytes(), !pattern.isEmpty, let content = fields.bytes() else { return nil }
            self = .replace(pattern, by: content)
        case nil: return nil
        }
    }
}
