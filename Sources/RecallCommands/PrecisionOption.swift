public import ArgumentParser
public import RecallEmbedding

/// `--precision f32|bf16|int8`.
extension EncoderPrecision: ExpressibleByArgument {}
