/// Normalises scalars and collects them to words, with the source bytes each came from.
///
/// Offsets follow Hugging Face's `NormalizedString`: removed scalars belong to nothing, a scalar that becomes several
/// gives its range to each, and where marks are put into canonical order the ranges stay behind, in the order of the
/// text, one for each mark that was not inserted by a decomposition.
struct ScalarWords {
    typealias Source = TokenizedText.ByteRange

    private let table: NormalizationTable
    private var word = SourcedWord()
    /// Non-starters since the last starter, and the source ranges they took.
    private var marks: [NormalizationTable.Item] = []
    private var markSources: [Source] = []
    private var lastSource = Source(lower: 0, upper: 0)
    private var hasKeptMark = false

    init(_ normalizer: BERTNormalizer) {
        table = .table(for: normalizer)
    }

    /// Takes the next scalar of the text; whole words go to `words`.
    mutating func add(_ scalar: UInt32, _ source: Source, to words: inout WordMatcher) {
        let code = table.code(scalar)
        switch code {
        case NormalizationTable.Code.plain:
            start(source, &words)
            word.append(scalar, source, longest: words.longestWord)
        case NormalizationTable.Code.removed:
            break
        case NormalizationTable.Code.space:
            start(source, &words)
            finishWord(&words)
        case NormalizationTable.Code.punctuation:
            start(source, &words)
            addAlone(scalar, source, &words)
        case NormalizationTable.Code.ideograph:
            start(source, &words)
            addAlone(scalar, source, &words)
        case NormalizationTable.Code.hangul:
            start(source, &words)
            addHangul(scalar, source, &words)
        default:
            add(table.mappings[Int(code - NormalizationTable.Code.mapped)], source, &words)
        }
    }

    /// Ends the last word.
    mutating func finish(_ words: inout WordMatcher) {
        placeMarks(&words)
        finishWord(&words)
    }

    private mutating func add(
        _ mapping: NormalizationTable.Mapping, _ source: Source, _ words: inout WordMatcher
    ) {
        if mapping.isIdeograph {
            start(source, &words)
            finishWord(&words)
        }
        for item in table.items[mapping.first..<mapping.first + mapping.count] {
            if item.combiningClass == 0 {
                start(source, &words)
                add(item, source, &words)
            } else {
                marks.append(item)
                if !item.isInserted { markSources.append(source) }
                hasKeptMark = hasKeptMark || item.kind != .dropped
            }
        }
        if mapping.isIdeograph {
            start(source, &words)
            finishWord(&words)
        }
    }

    private mutating func add(_ item: NormalizationTable.Item, _ source: Source, _ words: inout WordMatcher) {
        switch item.kind {
        case .letter: word.append(item.scalar, source, longest: words.longestWord)
        case .punctuation: addAlone(item.scalar, source, &words)
        case .space: finishWord(&words)
        case .dropped: break
        }
    }

    private mutating func addAlone(_ scalar: UInt32, _ source: Source, _ words: inout WordMatcher) {
        finishWord(&words)
        word.append(scalar, source, longest: words.longestWord)
        finishWord(&words)
    }

    /// Conjoining jamo of a precomposed syllable (Unicode 3.12).
    private mutating func addHangul(_ scalar: UInt32, _ source: Source, _ words: inout WordMatcher) {
        let index = scalar - 0xac00
        word.append(0x1100 + index / 588, source, longest: words.longestWord)
        word.append(0x1161 + index % 588 / 28, source, longest: words.longestWord)
        if index % 28 > 0 { word.append(0x11a7 + index % 28, source, longest: words.longestWord) }
    }

    /// A starter comes from `source`: the marks before it are complete.
    @inline(__always)
    private mutating func start(_ source: Source, _ words: inout WordMatcher) {
        if !marks.isEmpty { placeMarks(&words) }
        lastSource = source
    }

    private mutating func placeMarks(_ words: inout WordMatcher) {
        if hasKeptMark { placeKeptMarks(&words) }
        marks.removeAll(keepingCapacity: true)
        markSources.removeAll(keepingCapacity: true)
        hasKeptMark = false
    }

    private mutating func placeKeptMarks(_ words: inout WordMatcher) {
        let order = marks.indices.sorted { (marks[$0].combiningClass, $0) < (marks[$1].combiningClass, $1) }
        var used = 0
        for index in order {
            if !marks[index].isInserted { used += 1 }
            add(marks[index], used == 0 ? lastSource : markSources[used - 1], &words)
        }
    }

    private mutating func finishWord(_ words: inout WordMatcher) {
        guard word.scalarCount > 0 else { return }
        words.match(word)
        word.removeAll()
    }
}

/// A normalised word in UTF-8 with the source range of every byte.
struct SourcedWord {
    private(set) var bytes: [UInt8] = []
    private(set) var sources: [TokenizedText.ByteRange] = []
    private(set) var scalarCount = 0
    private(set) var source = TokenizedText.ByteRange(lower: 0, upper: 0)

    /// Appends a scalar. After the first `longest` scalars only the count and the range grow, since the word is
    /// unknown anyway.
    mutating func append(_ scalar: UInt32, _ source: TokenizedText.ByteRange, longest: Int) {
        if scalarCount == 0 { self.source.lower = source.lower }
        self.source.upper = source.upper
        scalarCount += 1
        guard scalarCount <= longest else { return }
        if scalar < 0x80 {
            add(UInt8(scalar), source)
        } else if scalar < 0x800 {
            add(UInt8(0xc0 | scalar >> 6), source)
            add(UInt8(0x80 | scalar & 0x3f), source)
        } else if scalar < 0x10000 {
            add(UInt8(0xe0 | scalar >> 12), source)
            add(UInt8(0x80 | scalar >> 6 & 0x3f), source)
            add(UInt8(0x80 | scalar & 0x3f), source)
        } else {
            add(UInt8(0xf0 | scalar >> 18), source)
            add(UInt8(0x80 | scalar >> 12 & 0x3f), source)
            add(UInt8(0x80 | scalar >> 6 & 0x3f), source)
            add(UInt8(0x80 | scalar & 0x3f), source)
        }
    }

    @inline(__always)
    private mutating func add(_ byte: UInt8, _ source: TokenizedText.ByteRange) {
        bytes.append(byte)
        sources.append(source)
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        sources.removeAll(keepingCapacity: true)
        scalarCount = 0
    }
}
