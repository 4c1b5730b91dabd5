import RecallCore
import RecallKernels

/// The offsets of the sections of a packed model, in bytes from its start. Sections are aligned to 64 bytes.
struct ModelLayout {
    struct Matrix {
        var precision: MatrixPrecision
        var depth, columns: Int
        var panels, bias, columnScale, columnSum: Int
    }

    struct Norm {
        var gamma, beta: Int
    }

    struct Layer {
        var projections, attentionOutput, intermediate, output: Matrix
        /// `projections` for machines without bfloat16.
        var otherProjections: Matrix?
        var attentionNorm, outputNorm: Norm
    }

    let precision: EncoderPrecision
    /// vocabulary x hidden: f32, or half floats for the other precisions.
    let words: Int
    /// positions x hidden, f32; the embedding of token type 0 is added to each.
    let positions: Int
    let embeddingNorm: Norm
    let layers: [Layer]
    /// Bytes of the whole.
    let size: Int

    /// The layout of a model whose sections begin after `headerSize` bytes.
    init(_ shape: BERTConfiguration, precision: EncoderPrecision, headerSize: Int) {
        var cursor = Cursor(offset: headerSize, precision: precision)
        self.precision = precision
        words = cursor.bytes(shape.vocabularySize * shape.hiddenSize * (precision.halvesWords ? 2 : 4))
        positions = cursor.floats(shape.maximumPositions * shape.hiddenSize)
        embeddingNorm = cursor.norm(shape.hiddenSize)
        layers = (0..<shape.layerCount).map { _ in cursor.layer(shape) }
        size = cursor.offset
    }

    private struct Cursor {
        var offset: Int
        let precision: EncoderPrecision

        mutating func bytes(_ count: Int) -> Int {
            defer { offset += (count + 63) / 64 * 64 }
            return offset
        }

        mutating func floats(_ count: Int) -> Int { bytes(4 * count) }

        mutating func norm(_ size: Int) -> Norm { Norm(gamma: floats(size), beta: floats(size)) }

        mutating func matrix(_ precision: MatrixPrecision, depth: Int, columns: Int) -> Matrix {
            let panels = bytes(PackedMatrix.panelBytes(precision: precision, depth: depth, columns: columns))
            let perColumn = precision == .int8 ? columns : 0
            return Matrix(
                precision: precision, depth: depth, columns: columns, panels: panels, bias: floats(columns),
                columnScale: floats(perColumn),
                columnSum: floats(perColumn))
        }

        mutating func layer(_ shape: BERTConfiguration) -> Layer {
            let hidden = shape.hiddenSize
            let other = precision.projectionsWithoutBFloat16.map { matrix($0, depth: hidden, columns: 3 * hidden) }
            return Layer(
                projections: matrix(precision.projections, depth: hidden, columns: 3 * hidden),
                attentionOutput: matrix(precision.matrix, depth: hidden, columns: hidden),
                intermediate: matrix(precision.matrix, depth: hidden, columns: shape.intermediateSize),
                output: matrix(precision.matrix, depth: shape.intermediateSize, columns: hidden),
                otherProjections: other, attentionNorm: norm(hidden), outputNorm: norm(hidden))
        }
    }
}
