import RecallKernels
import Testing

struct HalfMatrixTests {
    @Test(arguments: [0, 1, 7, 8, 33])
    func `half floats are rounded values, each of them, whatever their number`(count: Int) {
        let values = (0..<count).map { Float($0) / 8 - 1 }
        let halves = HalfMatrix.halves(values)
        #expect(halves == values.map { Float16($0).bitPattern })
        #expect(halves.withUnsafeBytes(HalfMatrix.floats) == values)
    }
}
