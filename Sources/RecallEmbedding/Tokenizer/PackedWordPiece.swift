import RecallFiles

extension WordPieceTokenizer: PackableTokenizer {
    static let magic: [UInt8] = Array("RCLTOKEN".utf8)
    static let headSize = Vocabulary.headSize

    var image: UnsafeRawBufferPointer { vocabulary.image }

    var packedSettings: [UInt8] {
        let flags = [
            normalizer.cleansText, normalizer.separatesIdeographs, normalizer.stripsAccents, normalizer.lowercases,
        ]
        let numbers =
            flags.map { $0 ? 1 : 0 } + [
                unknownID, classificationID, separatorID, Int32(longestWord), Int32(addedTokens.all.count),
            ]
        return numbers.flatMap(\.littleEndianBytes)
            + addedTokens.all.flatMap { $0.id.littleEndianBytes + $0.bytes.packedField }
    }

    convenience init?(_ settings: inout PackedFields, _ memory: MappedMemory, from start: Int) {
        guard let numbers = settings.numbers(8),
            let added = settings.elements({ fields in
                fields.next().flatMap { id in fields.bytes().map { AddedToken(bytes: $0, id: id) } }
            }),
            let vocabulary = Vocabulary(memory, from: start)
        else { return nil }
        let normalizer = BERTNormalizer(
            cleansText: numbers[0] != 0, separatesIdeographs: numbers[1] != 0, stripsAccents: numbers[2] != 0,
            lowercases: numbers[3] != 0)
        self.init(
            vocabulary: vocabulary, addedTokens: AddedTokens(added),
            settings: Settings(
                normalizer: normalizer, unknownID: numbers[4], classificationID: numbers[5], separatorID: numbers[6],
                longestWord: Int(numbers[7])))
    }
}
