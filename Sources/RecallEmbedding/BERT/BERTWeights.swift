import RecallCore
import RecallFiles
import RecallKernels

/// The weights of a BERT encoder, packed for the kernels: a view of memory in the layout of `ModelLayout`.
final class BERTWeights: Sendable {
    struct Norm {
        var gamma, beta: UnsafePointer<Float>
    }

    struct Layer {
        var projections, attentionOutput, intermediate, output: PackedMatrix
        var attentionNorm, outputNorm: Norm
    }

    let shape: BERTConfiguration
    let precision: EncoderPrecision
    private let layout: ModelLayout
    private let memory: MappedMemory

    init(shape: BERTConfiguration, layout: ModelLayout, memory: MappedMemory) {
        self.shape = shape
        self.precision = layout.precision
        self.layout = layout
        self.memory = memory
    }

    /// Writes the sum of a word's embedding and that of its position to `row`.
    func embed(_ id: Int32, at index: Int, with kernels: Kernels, into row: UnsafeMutablePointer<Float>) {
        let size = shape.hiddenSize
        let position = floats(layout.positions) + index * size
        if precision.halvesWords {
            let words = (memory.base + layout.words).assumingMemoryBound(to: UInt16.self)
            kernels.convertFromHalf(words + Int(id) * size, count: size, into: row)
            kernels.add(row, position, count: size, into: row)
        } else {
            kernels.add(floats(layout.words) + Int(id) * size, position, count: size, into: row)
        }
    }

    var embeddingNorm: Norm { norm(layout.embeddingNorm) }

    /// The weights of a layer, with those projections that `kernels` multiply faster.
    func layer(_ index: Int, for kernels: Kernels) -> Layer {
        let at = layout.layers[index]
        let projections = (kernels.multipliesBFloat16 ? nil : at.otherProjections) ?? at.projections
        return Layer(
            projections: matrix(projections), attentionOutput: matrix(at.attentionOutput),
            intermediate: matrix(at.intermediate), output: matrix(at.output),
            attentionNorm: norm(at.attentionNorm), outputNorm: norm(at.outputNorm))
    }

    private func floats(_ offset: Int) -> UnsafePointer<Float> {
        UnsafePointer((memory.base + offset).assumingMemoryBound(to: Float.self))
    }

    private func norm(_ at: ModelLayout.Norm) -> Norm { Norm(gamma: floats(at.gamma), beta: floats(at.beta)) }

    private func matrix(_ at: ModelLayout.Matrix) -> PackedMatrix {
        PackedMatrix(
            precision: at.precision, depth: at.depth, columns: at.columns,
            panels: UnsafeRawPointer(memory.base + at.panels),
            bias: floats(at.bias), columnScale: floats(at.columnScale), columnSum: floats(at.columnSum))
    }
}
