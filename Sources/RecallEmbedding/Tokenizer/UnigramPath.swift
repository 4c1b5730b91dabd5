/// Finds the pieces of a word whose scores have the greatest sum (Viterbi), as Kudo 2018 has it, with the ties and the
/// fusing of unknown text of Hugging Face's `tokenizers`.
struct UnigramPath {
    /// The best path to a place in the word.
    private struct Node {
        var score: Double
        /// The start of the last piece; -1 if no path leads here yet.
        var start: Int32
        var id: Int32
    }

    /// A piece of the word.
    struct Piece {
        var range: Range<Int>
        var id: Int32
    }

    private let vocabulary: UnigramVocabulary.View
    private let unknownID: Int32
    private var nodes: [Node] = []
    /// The pieces of the last word.
    private(set) var pieces: [Piece] = []

    init(_ vocabulary: UnigramVocabulary.View, unknownID: Int32) {
        (self.vocabulary, self.unknownID) = (vocabulary, unknownID)
    }

    /// Leaves the pieces of `word` in `pieces`. Takes time in proportion to its length.
    mutating func find(_ word: UnsafeBufferPointer<UInt8>) {
        pieces.removeAll(keepingCapacity: true)
        guard !word.isEmpty else { return }
        var nodes: [Node] = []
        swap(&nodes, &self.nodes)
        if nodes.count <= word.count {
            nodes += repeatElement(Node(score: 0, start: -1, id: 0), count: word.count + 1 - nodes.count)
        }
        nodes.withUnsafeMutableBufferPointer { nodes in
            for i in 0...word.count { nodes[i] = Node(score: 0, start: -1, id: 0) }
            var i = 0
            while i < word.count { i += extend(nodes, from: i, in: word) }
        }
        trace(back: nodes, from: word.count)
        swap(&nodes, &self.nodes)
    }

    /// Extends the best path to `start` by all pieces that begin there; returns the length of the scalar there.
    @inline(__always)
    private func extend(_ nodes: UnsafeMutableBufferPointer<Node>, from start: Int, in word: UnsafeBufferPointer<UInt8>)
        -> Int
    {
        let lead = word[start]
        let length = min(lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4, word.count - start)
        let score = nodes[start].score
        var hasScalar = false
        func reach(_ end: Int, _ candidate: Double, _ id: Int32) {
            if nodes[end].start < 0 || candidate > nodes[end].score {
                nodes[end] = Node(score: candidate, start: Int32(truncatingIfNeeded: start), id: id)
            }
        }
        var link = vocabulary.trie.root
        var end = start
        while end < word.count, let unit = vocabulary.trie.step(link, word[end]) {
            link = unit.link
            end += 1
            guard unit.id >= 0, Int(unit.id) < vocabulary.scores.count else { continue }
            reach(end, vocabulary.scores[Int(unit.id)] + score, unit.id)
            if end - start == length { hasScalar = true }
        }
        if !hasScalar { reach(start + length, vocabulary.unknownScore + score, unknownID) }
        return length
    }

    private mutating func trace(back nodes: [Node], from count: Int) {
        var end = count
        while end > 0 {
            let node = nodes[end]
            let start = Int(node.start)
            if node.id == unknownID, let last = pieces.last, last.id == unknownID {
                pieces[pieces.count - 1].range = start..<last.range.upperBound
            } else {
                pieces.append(Piece(range: start..<end, id: node.id))
            }
            end = start
        }
        pieces.reverse()
    }
}
