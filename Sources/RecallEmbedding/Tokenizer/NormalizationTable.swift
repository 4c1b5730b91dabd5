import RecallText
import Synchronization

/// The normalisation of every Unicode scalar under one `BERTNormalizer`, as a two-stage table.
///
/// Hugging Face's tokenizers take each step from another, fixed version of Unicode (`UnicodeTables`), so the
/// standard library's properties, which follow the system, would give other ids.
final class NormalizationTable: Sendable {
    /// The result for a scalar; from `mapped` on, `code - mapped` is an index into `mappings`.
    enum Code {
        static let plain: UInt16 = 0
        static let removed: UInt16 = 1
        static let space: UInt16 = 2
        static let punctuation: UInt16 = 3
        static let ideograph: UInt16 = 4
        static let hangul: UInt16 = 5
        static let mapped: UInt16 = 6
    }

    /// The role of a normalised scalar in splitting words.
    enum Kind: UInt8 {
        case letter, punctuation, space, dropped
    }

    /// One scalar of what another is mapped to.
    struct Item {
        var scalar: UInt32
        var kind: Kind
        /// Canonical combining class; 0 where nothing is reordered.
        var combiningClass: UInt8
        /// Not the first of its decomposition.
        var isInserted: Bool
    }

    /// The scalars that a scalar is mapped to.
    struct Mapping {
        var first: Int
        var count: Int
        var isIdeograph: Bool
    }

    private let pages: [UInt16]
    private let codes: [UInt16]
    let mappings: [Mapping]
    let items: [Item]

    /// The code of `scalar`, which is below 0x110000.
    @inline(__always)
    func code(_ scalar: UInt32) -> UInt16 {
        codes[Int(pages[Int(scalar >> 8)]) << 8 | Int(scalar & 0xff)]
    }

    private static let tables = Mutex<[BERTNormalizer: NormalizationTable]>([:])

    /// The table of `normalizer`, made at its first use (well under a millisecond).
    static func table(for normalizer: BERTNormalizer) -> NormalizationTable {
        tables.withLock { tables in
            if let table = tables[normalizer] { return table }
            let table = NormalizationTable(normalizer)
            tables[normalizer] = table
            return table
        }
    }

    private init(_ normalizer: BERTNormalizer) {
        var build = NormalizationTableBuilder(normalizer)
        build.run()
        (pages, codes, mappings, items) = (build.pages, build.codes, build.mappings, build.items)
    }
}

/// Fills the two stages of a `NormalizationTable`.
private struct NormalizationTableBuilder {
    typealias Code = NormalizationTable.Code
    typealias Item = NormalizationTable.Item

    let normalizer: BERTNormalizer
    var pages = [UInt16](repeating: 0, count: 0x1100)
    var codes = [UInt16](repeating: Code.plain, count: 256)
    var mappings: [NormalizationTable.Mapping] = []
    var items: [Item] = []

    private let marks = UnicodeTables.nonspacingMarks()
    private let classes = UnicodeTables.combiningClasses()
    private let lowercase = UnicodeTables.lowercaseMappings()
    private let decompositions = UnicodeTables.decompositions()

    init(_ normalizer: BERTNormalizer) {
        self.normalizer = normalizer
    }

    mutating func run() {
        for range in UnicodeTables.punctuation() { set(range, Code.punctuation) }
        for range in UnicodeTables.whitespace() { set(range, Code.space) }
        addMappings()
        if normalizer.stripsAccents { set(0xac00...0xd7a3, Code.hangul) }
        if normalizer.separatesIdeographs {
            for range in UnicodeTables.ideographs() { separate(range) }
        }
        for range in UnicodeTables.whitespace() { set(range, Code.space) }
        if normalizer.cleansText {
            for range in UnicodeTables.removed() { set(range, Code.removed) }
        }
    }

    private mutating func addMappings() {
        if normalizer.stripsAccents {
            for (scalar, decomposition) in decompositions { map(scalar, to: decomposition) }
            for range in marks { for scalar in range { map(scalar, to: [scalar]) } }
            for range in classes { for scalar in range.scalars { map(scalar, to: [scalar]) } }
        }
        if normalizer.lowercases {
            for scalar in lowercase.keys where code(scalar) < Code.mapped { map(scalar, to: [scalar]) }
        }
    }

    private mutating func map(_ scalar: UInt32, to decomposition: [UInt32]) {
        guard code(scalar) < Code.mapped else { return }
        let first = items.count
        for (position, part) in decomposition.enumerated() { addItems(part, isInserted: position > 0) }
        set(scalar...scalar, Code.mapped + UInt16(mappings.count))
        mappings.append(.init(first: first, count: items.count - first, isIdeograph: false))
    }

    private mutating func addItems(_ part: UInt32, isInserted: Bool) {
        let combiningClass = normalizer.stripsAccents ? classOf(part) : 0
        if normalizer.stripsAccents, marks.covers(part) {
            items.append(Item(scalar: part, kind: .dropped, combiningClass: combiningClass, isInserted: isInserted))
            return
        }
        let lowered = normalizer.lowercases ? lowercase[part] ?? [part] : [part]
        for (position, scalar) in lowered.enumerated() {
            items.append(
                Item(
                    scalar: scalar, kind: kind(scalar), combiningClass: combiningClass,
                    isInserted: isInserted || position > 0))
        }
    }

    private func kind(_ scalar: UInt32) -> NormalizationTable.Kind {
        switch code(scalar) {
        case Code.punctuation: .punctuation
        case Code.space: .space
        default: .letter
        }
    }

    private func classOf(_ scalar: UInt32) -> UInt8 {
        let index = classes.firstIndexInOrder { $0.scalars.upperBound >= scalar }
        return index < classes.count && classes[index].scalars.contains(scalar) ? classes[index].value : 0
    }

    /// Makes words of their own of the ideographs of `range`, keeping what they are mapped to.
    private mutating func separate(_ range: ClosedRange<UInt32>) {
        for page in range.lowerBound >> 8...range.upperBound >> 8 {
            let part = max(range.lowerBound, page << 8)...min(range.upperBound, page << 8 | 0xff)
            guard pages[Int(page)] != 0 else {
                set(part, Code.ideograph)
                continue
            }
            for scalar in part {
                let code = code(scalar)
                if code >= Code.mapped {
                    mappings[Int(code - Code.mapped)].isIdeograph = true
                } else {
                    set(scalar...scalar, Code.ideograph)
                }
            }
        }
    }

    private func code(_ scalar: UInt32) -> UInt16 {
        codes[Int(pages[Int(scalar >> 8)]) << 8 | Int(scalar & 0xff)]
    }

    private mutating func set(_ range: ClosedRange<UInt32>, _ code: UInt16) {
        var uniform: UInt16?
        for page in range.lowerBound >> 8...range.upperBound >> 8 {
            let part = max(range.lowerBound, page << 8)...min(range.upperBound, page << 8 | 0xff)
            let isWhole = part.count == 256 && pages[Int(page)] == 0
            if isWhole, let uniform {
                pages[Int(page)] = uniform
                continue
            }
            let start = ownedPage(page) << 8
            for scalar in part { codes[start | Int(scalar & 0xff)] = code }
            if isWhole { uniform = pages[Int(page)] }
        }
    }

    /// The index of a page's codes, made when it still shares those of page 0.
    private mutating func ownedPage(_ page: UInt32) -> Int {
        if pages[Int(page)] == 0 {
            pages[Int(page)] = UInt16(codes.count >> 8)
            codes.append(contentsOf: repeatElement(Code.plain, count: 256))
        }
        return Int(pages[Int(page)])
    }
}
