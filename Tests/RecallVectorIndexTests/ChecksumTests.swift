import CChecksum
import Testing

/// The checksum of pages and of vector files. Another one would make every library of before look damaged.
struct ChecksumTests {
    @Test(
        arguments: [
            (0, 0x8f9b_3353_c4cd_d924), (1, 0x85c8_17b1_64b9_5376), (7, 0x74f3_1f10_b0de_bbbb),
            (8, 0x87a4_c160_5cf3_fd34),
            (9, 0xdb19_17e8_c4ee_614b), (31, 0x4e06_f6e9_1a97_f1a8), (32, 0xc1bc_827d_e81b_8d4f),
            (33, 0xd2e4_26f7_7406_892f), (64, 0xb09e_1aed_fa2c_a23f), (100, 0x059d_66b1_ffe4_77ac),
        ] as [(Int, UInt64)])
    func `its values never change`(count: Int, checksum: UInt64) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + 1) }
        #expect(recall_checksum(bytes, count, 42) == checksum)
    }

    @Test func `it depends on every bit, on the count and on the seed`() {
        let bytes = (0..<70).map { UInt8($0) }
        let whole = recall_checksum(bytes, bytes.count, 1)
        for bit in 0..<bytes.count * 8 {
            var changed = bytes
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(recall_checksum(changed, changed.count, 1) != whole)
        }
        #expect(recall_checksum(bytes, bytes.count, 2) != whole)
        #expect(recall_checksum(bytes + [0], bytes.count + 1, 1) != whole)
    }
}
