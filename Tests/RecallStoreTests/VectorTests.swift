import Foundation
import RecallCore
import RecallStore
import RecallTestSupport
import Testing

@Suite(.scratch) struct VectorTests {
    private static func hash(_ name: String) -> Data { Data(SHA256.digest(name.utf8).prefix(16)) }

    private static func vector(_ passage: Int, _ content: String, _ bytes: [UInt8]) -> NewVector {
        NewVector(passage: PassageID(index: passage), contentHash: hash(content), row: bytes + [0, 0, 128, 63])
    }

    private static func blocks(_ store: LibraryStore, _ generation: Generation) throws -> [VectorBlock] {
        var blocks: [VectorBlock] = []
        try store.read { try $0.forEachVectorBlock(of: generation) { blocks.append($0) } }
        return blocks
    }

    @Test func `vectors come back as they were stored, block by block`() throws {
        let fixture = try StoreFixture()
        let generation = try fixture.store.write { transaction in
            let generation = try transaction.makeGeneration(fingerprint: "f", dimension: 3)
            try transaction.append(
                [Self.vector(0, "a", [1, 2, 0xFF]), Self.vector(6, "b", [4, 5, 6])], generation: generation)
            try transaction.append([], generation: generation)
            try transaction.append([Self.vector(1, "c", [7, 8, 9])], generation: generation)
            return generation
        }
        let blocks = try Self.blocks(fixture.store, generation)
        #expect(blocks.map(\.passages) == [[0, 6], [1]])
        let one: [UInt8] = [0, 0, 128, 63]
        #expect(blocks.map { Array($0.rows) } == [[1, 2, 255] + one + [4, 5, 6] + one, [7, 8, 9] + one])
    }

    @Test func `a vector is found by the hash of what it was made of`() throws {
        let fixture = try StoreFixture()
        let generation = try fixture.store.write { transaction in
            let generation = try transaction.makeGeneration(fingerprint: "f", dimension: 2)
            try transaction.append(
                [Self.vector(0, "a", [1, 2]), Self.vector(1, "b", [3, 4])], generation: generation)
            try transaction.append([Self.vector(2, "a", [1, 2])], generation: generation)
            return generation
        }
        let other = try fixture.store.write { try $0.makeGeneration(fingerprint: "g", dimension: 2) }
        let hashes = ["a", "b", "c"].map(Self.hash)
        try fixture.store.read { (snapshot) throws in
            let one: [UInt8] = [0, 0, 128, 63]
            #expect(
                try snapshot.cachedVectors(hashes, generation: generation)
                    == [hashes[0]: [1, 2] + one, hashes[1]: [3, 4] + one])
            #expect(try snapshot.cachedVectors(hashes, generation: other).isEmpty)
        }
    }

    @Test func `the first generation serves, a later one only when it is made to, and a third takes the spare place`()
        throws
    {
        let fixture = try StoreFixture()
        let (first, second) = try fixture.store.write { transaction in
            let first = try transaction.makeGeneration(fingerprint: "f", dimension: 1)
            try transaction.append([Self.vector(0, "a", [1])], generation: first)
            let second = try transaction.makeGeneration(fingerprint: "g", dimension: 1)
            try transaction.append([Self.vector(0, "a", [2])], generation: second)
            return (first, second)
        }
        #expect(first.isServing && !second.isServing)
        #expect(try fixture.store.write { try $0.makeGeneration(fingerprint: "f", dimension: 1) } == first)
        try fixture.store.write { try $0.serve(second) }
        try fixture.store.read { (snapshot) throws in
            #expect(try snapshot.servingGeneration()?.fingerprint == "g")
            #expect(try snapshot.spareGeneration()?.fingerprint == "f")
        }
        let third = try fixture.store.write { try $0.makeGeneration(fingerprint: "h", dimension: 1) }
        #expect(try fixture.store.read { try $0.spareGeneration() } == third)
        #expect(try Self.blocks(fixture.store, first).isEmpty)
        #expect(try Self.blocks(fixture.store, second).count == 1)
        #expect(try fixture.store.isUndamaged())
    }

    @Test func `a thread waits for its vectors until it is marked, and again when it changes`() throws {
        let fixture = try StoreFixture()
        let thread = try fixture.add([.note("a", text: "zq1x")])
        try fixture.add([.note("empty", text: "")])
        let generation = try fixture.store.write { try $0.makeGeneration(fingerprint: "f", dimension: 1) }
        let pending = {
            try fixture.store.read { try $0.threadsToEmbed(generation: generation, after: nil, limit: 9) }
        }
        #expect(try pending().map(\.row) == [thread])
        try fixture.store.write { try $0.markEmbedded(threads: pending(), generation: generation) }
        #expect(try pending().isEmpty)
        #expect(try fixture.store.read { try $0.counts() }.embeddedPassages == 1)
        try fixture.store.write { try $0.cut([thread]) }
        #expect(try pending().map(\.row) == [thread])
        #expect(try fixture.store.read { try $0.counts() }.embeddedPassages == 0)
    }

    @Test func `a thread that changed after it was read is not marked`() throws {
        let fixture = try StoreFixture()
        let thread = try fixture.add([.note("a", text: "zq1x")])
        let generation = try fixture.store.write { try $0.makeGeneration(fingerprint: "f", dimension: 1) }
        let pending = {
            try fixture.store.read { try $0.threadsToEmbed(generation: generation, after: nil, limit: 9) }
        }
        let read = try pending()
        try fixture.store.write { try $0.cut([thread]) }
        try fixture.store.write { try $0.markEmbedded(threads: read, generation: generation) }
        #expect(try pending().map(\.row) == [thread] && pending() != read)
    }
}
