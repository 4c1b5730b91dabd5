import RecallKernels
import Testing

struct HalfMatrixTests {
    @Test(arguments: [0, 1, 7, 8, 33])
    func `half floats are those values, however many there are`(count: Int) {
        // Half floats have them exactly.
        let values = (0..<count).map { Float($0) / 8 - 1 }
        let halves = HalfMatrix.halves(values)
        #expect(halves.count == count && halves.withUnsafeBytes(HalfMatrix.floats) == values)
    }
}
