public import ArgumentParser
public import RecallCore

/// `--precision f32|bf16|int8`.
extension EncoderPrecision: ExpressibleByArgument {}
